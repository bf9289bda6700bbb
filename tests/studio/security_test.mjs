// What the server must not do, by raw sockets: answer other hosts, read other files, break.
import { readdirSync, rmSync, symlinkSync, writeFileSync, copyFileSync, mkdirSync } from "node:fs";
import net from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { spawn } from "node:child_process";

const gough = process.env.GOUGH, source = process.env.GOUGH_SOURCE;
function check(condition, message) {
  if (!condition) throw new Error(message);
}

const folder = process.argv[2];
rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, "inside"), { recursive: true });
copyFileSync(join(source, "robots", "delta.toml"), join(folder, "inside", "delta.toml"));
writeFileSync(join(folder, "secret.csv"), "t,x,y,z\n0,0,0,-0.7\n");
writeFileSync(join(folder, "inside", "fine.csv"), "t,x,y,z\n0,0,0,-0.7\n1,0.1,0,-0.7\n2,0.1,0.1,-0.7\n");
symlinkSync(join(folder, "secret.csv"), join(folder, "inside", "link.csv"));

const child = spawn(gough, ["studio", join(folder, "inside", "delta.toml"), "--no-open"], { stdio: ["ignore", "pipe", "inherit"] });
const port = await new Promise((resolve, reject) => {
  child.stdout.on("data", (data) => resolve(Number(/:(\d+)\//.exec(String(data))[1])));
  child.on("exit", () => reject(new Error("the studio did not start")));
});

process.on("exit", () => child.kill("SIGKILL"));

// Sends bytes and takes what comes until the other side closes, or for `patience` ms.
const raw = (bytes, patience = 400) =>
  new Promise((resolve) => {
    const chunks = [], socket = net.connect(port, "127.0.0.1", () => socket.write(bytes));
    const finish = () => {
      socket.destroy();
      resolve(Buffer.concat(chunks).toString("latin1"));
    };
    socket.setTimeout(patience, finish);
    socket.on("data", (data) => chunks.push(data));
    socket.on("error", finish);
    socket.on("close", finish);
  });
const status = (reply) => Number(/^HTTP\/1\.1 (\d+)/.exec(reply)?.[1] ?? 0);
const here = `127.0.0.1:${port}`;
const post = (path, body, headers = {}) =>
  raw(Object.entries({ Host: here, "Content-Length": Buffer.byteLength(body), Connection: "close", ...headers })
    .reduce((text, [k, v]) => text + `${k}: ${v}\r\n`, `POST ${path} HTTP/1.1\r\n`) + `\r\n${body}`, 3000);
const get = (path, headers) => raw(`GET ${path} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`, 3000);
const files = () => readdirSync(`/proc/${child.pid}/fd`).length;

// Hosts and origins
check(status(await get("/", `Host: ${here}\r\n`)) === 200, "the page itself is refused");
check(status(await get("/", `Host: localhost:${port}\r\n`)) === 200, "localhost is refused");
for (const headers of ["", "Host: evil.example\r\n", `Host: evil.example:${port}\r\n`, "Host: 127.0.0.1\r\n", `Host: ${here}\r\nHost: evil.example\r\n`,
  `Host: ${here}\r\nOrigin: http://evil.example\r\n`, `Host: ${here}\r\nOrigin: null\r\n`, `Host: ${here}\r\nOrigin: https://${here}\r\n`,
  `Host: ${here}\r\nOrigin: http://127.0.0.1:1\r\n`, `Host: ${here}\r\nOrigin: http://${here}.evil.example\r\n`])
  for (const path of ["/", "/events", "/files"]) check(status(await get(path, headers)) === 403, `answered ${path} with ${JSON.stringify(headers)}`);
check(status(await post("/command", '{"do":"home"}', { Origin: "http://evil.example" })) === 403, "another site may command");
check(status(await post("/command", '{"do":"home"}', { Origin: `http://${here}` })) === 200, "its own page may not command");
// a refused request whose body looks like a proper one: only the refusal comes back
const hidden = `POST /command HTTP/1.1\r\nHost: ${here}\r\nContent-Length: 38\r\n\r\n{"do":"free","values":[0.05,0.0,-0.70]}`;
const smuggled = await raw(`POST /command HTTP/1.1\r\nHost: ${here}\r\nOrigin: http://evil.example\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`, 1500);
check((smuggled.match(/HTTP\/1\.1/g) ?? []).length <= 1 && !smuggled.includes('"efforts"'), "a body passes as a request");
check((await post("/command", '{"do":"state"}')).includes('"free":[0.0,0.0,-0.7]'), "a hidden request has moved the robot");
for (const address of Object.values(networkInterfaces()).flat().filter((a) => a.family === "IPv4" && !a.internal)) {
  const reached = await new Promise((resolve) => {
    const socket = net.connect(port, address.address, () => resolve(true));
    socket.on("error", () => resolve(false));
    socket.setTimeout(1000, () => resolve(false));
  });
  check(!reached, "it listens beyond the loopback address");
}

// Files
const load = (file) => post("/load", JSON.stringify({ file }));
check((await load("fine.csv")).includes('"series"'), "its own file is refused");
for (const file of ["../secret.csv", "/etc/passwd", join(folder, "secret.csv"), "link.csv", "inside/../../secret.csv", "..", ".", "", "delta.toml", "fine.csv\u0000",
  "%2e%2e/secret.csv", "../inside/../secret.csv", "a".repeat(5000)]) {
  const reply = await load(file);
  check(status(reply) === 400 && !reply.includes("root:"), `it read ${file.slice(0, 60)}`);
}
for (const path of ["/../secret.csv", "/..%2fsecret.csv", "//etc/passwd", "/dist/index.html", "/%00"])
  check([400, 404].includes(status(await get(path, `Host: ${here}\r\n`))), `answered ${path}`);

// Sizes and nonsense
check(status(await post("/command", JSON.stringify({ do: "free", values: new Array(40000).fill(1) }))) === 400, "a long command is taken");
check(status(await raw(`POST /upload HTTP/1.1\r\nHost: ${here}\r\nContent-Length: 99999999999\r\n\r\n`, 2000)) === 413, "an endless upload is taken");
check(status(await raw(`POST /command HTTP/1.1\r\nHost: ${here}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`, 2000)) === 415, "chunks are taken");
check(status(await post("/upload", "x", { "Content-Encoding": "gzip" })) === 415, "packed bodies are taken");
check([400, 411].includes(status(await raw(`POST /command HTTP/1.1\r\nHost: ${here}\r\n\r\n{}`, 2000))), "a body without a length is taken");
check([400, 414, 0].includes(status(await get("/" + "a".repeat(20000), `Host: ${here}\r\n`))), "an endless address is taken");
check([400, 403, 0].includes(status(await get("/", `Host: ${here}\r\nX: ${"a".repeat(20000)}\r\n`))), "an endless header is taken");
for (const body of ["", "{", "[]", "null", "3", '"do"', '{"do":7}', '{"do":"fly"}', '{"do":"free"}', '{"do":"free","values":[1]}', '{"do":"free","values":[1,2,"x"]}',
  '{"do":"free","values":[1e999,0,0]}', '{"do":"free","values":[1e300,0,0]}', '{"do":"drag"}', '{"do":"drag","grab":[0,0],"target":[0,0,0]}', '{"do":"mode","leg":99,"mode":0}',
  '{"do":"mode","leg":0,"mode":60}', '{"do":"mode","leg":-1,"mode":0}', '{"do":"payload","mass":-1}', '{"do":"payload"}', '{"do":"motion","velocity":[],"acceleration":[]}', "\xff\xfe", "[".repeat(20000)])
  check(status(await post("/command", body)) === 400, `took ${body.slice(0, 50)}`);
for (const table of ["", "t,x\n1,2\n", "t,x,y,z\n", "t,x,y,z\n1,2,3\n", "t,x,y,z\n0,0,0,-0.7\n0,0,0,-0.7\n", "t,x,y,z\n0,nan,0,0\n", "\u0000\u0001"])
  check(status(await post("/upload", table)) === 400, `took the table ${JSON.stringify(table)}`);
const far = await post("/command", '{"do":"free","values":[5,5,5]}');
check(status(far) === 200 && far.includes('"refused":"unreachable"'), "a pose out of reach is not refused by name");

// Noise: random bytes, and proper requests with bytes changed
let seed = 12345;
const random = (below) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
const proper = Buffer.from(`POST /command HTTP/1.1\r\nHost: ${here}\r\nContent-Type: application/json\r\nContent-Length: 43\r\n\r\n{"do":"free","values":[0.01,0.02,-0.700000]}`);
const before = files();
for (let round = 0; round < 15; ++round)
  await Promise.all(Array.from({ length: 8 }, () => {
    const bytes = Buffer.from(random(3) === 0 ? Buffer.alloc(random(300)) : proper);
    for (let k = random(12); k >= 0; --k) if (bytes.length) bytes[random(bytes.length)] = random(256);
    return raw(random(4) === 0 ? bytes.subarray(0, random(bytes.length + 1)) : bytes, 150);
  }));
check(status(await get("/", `Host: ${here}\r\n`)) === 200, "it does not survive noise");
const state = await post("/command", '{"do":"home"}');
check(status(state) === 200 && state.includes('"status":"ok"'), "it is not in order after noise");
for (let wait = 0; wait < 60 && files() > before; ++wait) await new Promise((resolve) => setTimeout(resolve, 200));
check(files() <= before, `${files() - before} files or sockets stay open`);

// Ctrl-C ends it at once, also while a page listens
const listener = raw(`GET /events HTTP/1.1\r\nHost: ${here}\r\n\r\n`, 8000);
await new Promise((resolve) => setTimeout(resolve, 200));
const start = Date.now();
child.removeAllListeners("exit");
const exit = new Promise((resolve) => child.on("exit", (code, signal) => resolve(signal ?? code)));
child.kill("SIGINT");
const code = await exit;
check(code === 0 && Date.now() - start < 4000, `ended with ${code} after ${Date.now() - start} ms`);
check((await listener).includes("event: state"), "a listener got no state");
rmSync(folder, { recursive: true });
console.log(`refuses other hosts and files, survives noise, ended ${Date.now() - start} ms after Ctrl-C`);
