// What the server must not do, by raw sockets: answer other hosts, read other files, break.
import { copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import net from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { check, pause, source, start, status } from "./raw.mjs";

const folder = process.argv[2];
rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, "inside"), { recursive: true });
copyFileSync(join(source, "robots", "delta.toml"), join(folder, "inside", "delta.toml"));
writeFileSync(join(folder, "secret.csv"), "t,x,y,z\n0,0,0,-0.7\n");
writeFileSync(join(folder, "inside", "fine.csv"), "t,x,y,z\n0,0,0,-0.7\n1,0.1,0,-0.7\n2,0.1,0.1,-0.7\n");
symlinkSync(join(folder, "secret.csv"), join(folder, "inside", "link.csv"));

const studio = await start(join(folder, "inside", "delta.toml")), { port, here, raw, get, post, files } = studio;

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
const smuggled = await raw(`POST /command HTTP/1.1\r\nHost: ${here}\r\nOrigin: http://evil.example\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`);
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
check(status(await post("/command", JSON.stringify({ do: "free", values: new Array(40000).fill(1) }))) === 413, "a long command is taken");
check(status(await raw(`POST /upload HTTP/1.1\r\nHost: ${here}\r\nContent-Length: 99999999999\r\n\r\n`)) === 413, "an endless upload is taken");
check(status(await raw(`POST /command HTTP/1.1\r\nHost: ${here}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`)) === 415, "chunks are taken");
check(status(await post("/upload", "x", { "Content-Encoding": "gzip" })) === 415, "packed bodies are taken");
check([400, 411].includes(status(await raw(`POST /command HTTP/1.1\r\nHost: ${here}\r\n\r\n{}`))), "a body without a length is taken");
check(status(await get("/" + "a".repeat(20000))) === 414, "an endless address is taken");
check(status(await get("/", `Host: ${here}\r\nX: ${"a".repeat(20000)}\r\n`)) === 431, "an endless header is taken");
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
for (let wait = 0; wait < 60 && files() > before; ++wait) await pause(200);
check(files() <= before, `${files() - before} files or sockets stay open`);

// Ctrl-C ends it, also while a page listens
const heard = await new Promise((resolve, reject) => {
  let text = "";
  const listener = net.connect(port, "127.0.0.1", () => listener.write(`GET /events HTTP/1.1\r\nHost: ${here}\r\n\r\n`));
  listener.on("data", (data) => (text += data).includes("event: state") && resolve(text));
  listener.on("error", () => {});
  listener.on("close", () => reject(new Error("a listener got no state")));
});
check(heard.includes("event: robot") && heard.indexOf("event: robot") < heard.indexOf("event: state"), "a state comes before its robot");
const started = Date.now(), code = await studio.end();
check(code === 0, `ended with ${code}`);
rmSync(folder, { recursive: true });
console.log(`refuses other hosts and files, survives noise, ended ${Date.now() - started} ms after Ctrl-C`);
