// Clients on this machine that mean harm: none may take the studio's memory, keep others waiting, or keep it from ending.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, renameSync, rmSync } from "node:fs";
import net from "node:net";
import { join } from "node:path";
import { check, hangs, pause, run, source, start, status } from "./raw.mjs";

const folder = process.argv[2], file = join(folder, "delta.toml");
const kMost = 100;  // MB that an attack may cost

function freshFile() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(source, "robots", "delta.toml"), file);
}

// Opens connections that send `first`, then `drop` again and again. Resolves once all are there; those that the server has closed are counted.
async function drip(studio, count, first, drop) {
  const clients = { there: 0, closed: 0, stop: () => sockets.forEach((socket) => socket.destroy()) };
  const sockets = Array.from({ length: count }, () => {
    const socket = net.connect(studio.port, "127.0.0.1", () => {
      if (first) socket.write(first);
      ++clients.there;
    });
    const dropping = drop && setInterval(() => socket.write(drop), 100);
    socket.on("error", () => {});
    socket.on("close", () => {
      clearInterval(dropping);
      ++clients.closed;
    });
    return socket.resume();
  });
  await until(() => clients.there === count, "connections are not accepted");
  return clients;
}

async function until(happened, otherwise) {
  for (let wait = 0; !(await happened()); ++wait) {
    check(wait < 600, otherwise);
    await pause(100);
  }
}

async function isServed(studio, during) {
  const page = await Promise.race([studio.get("/"), hangs()]);
  check(status(page) === 200 && page.includes("</html>"), `no page during ${during}: ${page.slice(0, 60)}`);
  const state = await Promise.race([studio.post("/command", '{"do":"state"}'), hangs()]);
  check(status(state) === 200 && state.includes('"efforts"'), `no state during ${during}: ${state.slice(0, 60)}`);
}

async function ranges() {
  const studio = await start(file), whole = await studio.get("/"), before = studio.memory();
  const body = (reply) => reply.slice(reply.indexOf("\r\n\r\n"));
  for (const range of [`bytes=${Array(400).fill("0-").join(",")}`, "bytes=0-1", `bytes=${"0-,".repeat(2000)}`, "bytes=99999999999999999999-", "x".repeat(7000)]) {
    const reply = await studio.get("/", `Host: ${studio.here}\r\nRange: ${range}\r\n`);
    check(studio.memory() < before + kMost, `${range.slice(0, 20)}… took ${studio.memory() - before} MB`);
    check(status(reply) === 200 && body(reply) === body(whole), `${range.slice(0, 20)}…: ${reply.slice(0, 60)}`);
  }
  return studio;
}

async function endlessHeaders() {
  const studio = await start(file), before = studio.memory();
  const lines = "a: b\r\n".repeat(70000);
  for (const text of [lines, "a".repeat(lines.length), `X: ${"a".repeat(lines.length)}`]) {
    const closed = new Promise((resolve) => {
      const socket = net.connect(studio.port, "127.0.0.1", () => socket.write(`GET / HTTP/1.1\r\nHost: ${studio.here}\r\n`));
      let left = 60;
      const more = () => (left-- > 0 ? socket.write(text, more) : socket.end());
      socket.on("connect", more);
      socket.on("error", () => {});
      socket.on("close", resolve);
      socket.resume();
    });
    check((await Promise.race([closed, hangs()])) !== "it hangs", "endless headers are read for ever");
    check(studio.memory() < before + kMost, `endless headers took ${studio.memory() - before} MB`);
  }
  const many = (count) => studio.get("/", `Host: ${studio.here}\r\n${"a: b\r\n".repeat(count)}`);
  check(status(await many(50)) === 200, "fifty headers are refused");
  check(status(await many(1000)) === 431, "a thousand headers are taken");
  check(status(await studio.get(`/${"a".repeat(10000)}`)) === 414, "an endless address is taken");
  await isServed(studio, "endless headers");
  return studio;
}

async function dripping() {
  const studio = await start(file), before = studio.memory();
  const head = `Host: ${studio.here}\r\nX`, upload = `POST /upload HTTP/1.1\r\nHost: ${studio.here}\r\nContent-Length: 3000000\r\n\r\n`;
  for (const [name, count, first, drop] of [["forty slow requests", 40, `GET / HTTP/1.1\r\n${head}`, "x"], ["forty slow first lines", 40, "G", "E"],
    ["forty slow uploads", 40, upload, "x"], ["forty silent clients", 40, "", ""], ["three hundred slow requests", 300, `GET / HTTP/1.1\r\n${head}`, "x"]]) {
    const clients = await drip(studio, count, first, drop);
    await isServed(studio, name);
    check(studio.files() < 120, `${studio.files()} files and sockets are open during ${name}`);
    await until(() => clients.closed === count, `${name} last for ever`);
    clients.stop();
  }
  check(studio.memory() < before + kMost, `slow clients took ${studio.memory() - before} MB`);
  return studio;
}

// Clients that ask and do not take what they get.
async function notReading() {
  const studio = await start(file), before = studio.memory();
  for (const path of ["/", "/events"]) {
    const sockets = Array.from({ length: 40 }, () => {
      const socket = net.connect({ port: studio.port, host: "127.0.0.1" }, () => socket.write(`GET ${path} HTTP/1.1\r\nHost: ${studio.here}\r\n\r\n`));
      socket.on("error", () => {});
      return socket.pause();
    });
    await studio.post("/command", '{"do":"sway","on":true}');
    await pause(300);
    await isServed(studio, `clients that do not read ${path}`);
    sockets.forEach((socket) => socket.destroy());
  }
  check(studio.memory() < before + kMost, `clients that do not read took ${studio.memory() - before} MB`);
  return studio;
}

// Whatever clients do, Ctrl-C and SIGTERM end it.
async function ending() {
  for (const signal of ["SIGINT", "SIGTERM"]) {
    const studio = await start(file);
    const clients = [await drip(studio, 1, `GET / HTTP/1.1\r\nHost: ${studio.here}\r\nX`, "x"), await drip(studio, 20, "", ""), await drip(studio, 3, `GET /events HTTP/1.1\r\nHost: ${studio.here}\r\n\r\n`, ""),
      await drip(studio, 1, `POST /upload HTTP/1.1\r\nHost: ${studio.here}\r\nContent-Length: 1000000\r\n\r\n`, "x")];
    const asked = Date.now(), end = await Promise.race([studio.end(signal), hangs()]);
    check(end === 0, `${signal} during slow clients: ${end}`);
    console.log(`  ended ${Date.now() - asked} ms after ${signal}`);
    clients.forEach((c) => c.stop());
  }
}

// A FIFO is no robot file to follow, at the start or later.
async function fifo() {
  const pipe = join(folder, "pipe.toml");
  execFileSync("mkfifo", [pipe]);
  for (const odd of [pipe, "/dev/zero", "/dev/tty", folder]) {
    const studio = run(odd), end = await Promise.race([studio.ended, hangs()]);
    check(end === 2 && /^[^\n]+\n$/.test(studio.complained), `studio ${odd}: ${end} ${studio.complained}`);
  }
  const studio = await start(file), before = studio.files();
  renameSync(pipe, file);
  const events = () => studio.raw(`GET /events HTTP/1.1\r\nHost: ${studio.here}\r\n\r\n`, 200);
  await until(async () => (await events()).includes("no regular file"), "the page is not told of the FIFO");
  await isServed(studio, "a FIFO at the robot's place");
  await until(() => studio.files() <= before, "the FIFO or a connection stays open");
  const end = await Promise.race([studio.end(), hangs()]);
  check(end === 0, `Ctrl-C while a FIFO is at the robot's place: ${end}`);
  freshFile();
}

// Browsers say where a request comes from: only this page's own, and the address typed or followed, are answered.
async function otherSites() {
  const studio = await start(file), here = `Host: ${studio.here}\r\n`;
  const says = (site, mode, dest) => `${here}Sec-Fetch-Site: ${site}\r\nSec-Fetch-Mode: ${mode}\r\nSec-Fetch-Dest: ${dest}\r\n`;
  const page = (...words) => studio.get("/", says(...words)), is = async (reply, expected, what) => check(status(await reply) === expected, `${what}: ${status(await reply)}`);
  for (const site of ["none", "same-origin", "same-site", "cross-site"]) await is(page(site, "navigate", "document"), 200, `${site}: the page is not opened`);
  for (const site of ["same-site", "cross-site", "elsewhere"]) {
    for (const [mode, dest] of [["no-cors", "script"], ["no-cors", "image"], ["cors", "empty"], ["navigate", "iframe"], ["navigate", "embed"], ["navigate", "object"], ["websocket", "websocket"]])
      await is(page(site, mode, dest), 403, `${site}: the page as ${dest} by ${mode}`);
    for (const path of ["/files", "/events"])
      for (const mode of ["no-cors", "navigate"]) await is(studio.get(path, says(site, mode, "document")), 403, `${site}: ${path} by ${mode}`);
    await is(studio.post("/command", '{"do":"home"}', { "Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" }), 403, `${site}: a command`);
  }
  await is(studio.get("/files", says("same-origin", "cors", "empty")), 200, "its own page is refused");
  await is(studio.get("/", `${says("same-origin", "navigate", "document")}Sec-Fetch-Site: cross-site\r\n`), 403, "said twice");
  await is(studio.post("/command", '{"do":"home"}', { "Sec-Fetch-Site": "same-origin" }), 200, "its own command is refused");
  return studio;
}

freshFile();
let failed = 0;
for (const attack of [ranges, endlessHeaders, dripping, notReading, ending, fifo, otherSites]) {
  if (process.argv[3] && process.argv[3] !== attack.name) continue;
  console.log(attack.name);
  try {
    const studio = await attack();
    if (studio) {
      console.log(`  at most ${studio.memory().toFixed(0)} MB`);
      const end = await studio.end();
      check(end === 0, `${attack.name}: Ctrl-C: ${end}`);
    }
  } catch (problem) {
    ++failed;
    console.log(`  FAILED: ${problem.message}`);
    freshFile();
  }
}
rmSync(folder, { recursive: true });
process.exit(failed ? 1 : 0);
