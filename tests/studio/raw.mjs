// The studio and clients without manners: a process, and sockets that send any bytes.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import net from "node:net";

export const gough = process.env.GOUGH, source = process.env.GOUGH_SOURCE;
export const kPatience = 60000;  // ms after which something hangs

export function check(condition, message) {
  if (!condition) throw new Error(message);
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const children = new Set();
process.on("exit", () => children.forEach((child) => child.kill("SIGKILL")));

// Runs `gough studio FILE --no-open`. `ended` resolves with its exit code, or the signal that ended it.
export function run(file) {
  const child = spawn(gough, ["studio", file, "--no-open"], { stdio: ["ignore", "pipe", "pipe"] });
  const studio = { child, said: "", complained: "" };
  children.add(child);
  child.stderr.on("data", (data) => (studio.complained += data));
  child.stdout.on("data", (data) => (studio.said += data));
  studio.ended = new Promise((resolve) => child.on("exit", (code, signal) => {
    children.delete(child);
    resolve(signal ?? code);
  }));
  // The exit code after a signal, "it hangs" if none comes.
  studio.end = async (signal = "SIGINT") => {
    child.kill(signal);
    return Promise.race([studio.ended, hangs()]);
  };
  return studio;
}

export const hangs = (patience = kPatience) => new Promise((resolve) => setTimeout(resolve, patience, "it hangs").unref());

// The same, once it has printed its address.
export async function start(file) {
  const studio = run(file);
  studio.port = await new Promise((resolve, reject) => {
    studio.child.stdout.on("data", () => {
      const found = /:(\d+)\//.exec(studio.said);
      if (found) resolve(Number(found[1]));
    });
    studio.ended.then((code) => reject(new Error(`the studio ended with ${code}: ${studio.complained}`)));
  });
  studio.here = `127.0.0.1:${studio.port}`;
  // Sends bytes and takes what comes until the other side closes, or for `patience` ms.
  studio.raw = (bytes, patience = kPatience) =>
    new Promise((resolve) => {
      const chunks = [], socket = net.connect(studio.port, "127.0.0.1", () => socket.write(bytes));
      const finish = () => {
        socket.destroy();
        resolve(Buffer.concat(chunks).toString("latin1"));
      };
      socket.setTimeout(patience, finish);
      socket.on("data", (data) => chunks.push(data));
      socket.on("error", finish);
      socket.on("close", finish);
    });
  studio.get = (path, headers = `Host: ${studio.here}\r\n`, patience = kPatience) =>
    studio.raw(`GET ${path} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`, patience);
  studio.post = (path, body, headers = {}) =>
    studio.raw(Object.entries({ Host: studio.here, "Content-Length": Buffer.byteLength(body), Connection: "close", ...headers })
      .reduce((text, [k, v]) => text + `${k}: ${v}\r\n`, `POST ${path} HTTP/1.1\r\n`) + `\r\n${body}`);
  studio.files = () => readdirSync(`/proc/${studio.child.pid}/fd`).length;
  // The most memory that it has had, in MB.
  studio.memory = () => Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${studio.child.pid}/status`, "utf8"))[1]) / 1024;
  return studio;
}

export const status = (reply) => Number(/^HTTP\/1\.1 (\d+)/.exec(reply)?.[1] ?? 0);
