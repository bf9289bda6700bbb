// Starting the studio and a browser, and ending both.
import { spawn, execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

export const gough = process.env.GOUGH;
export const source = process.env.GOUGH_SOURCE;

export function check(condition, message) {
  if (!condition) throw new Error(message);
}

// `gough … --json` as an object.
export function ask(...parameters) {
  return JSON.parse(execFileSync(gough, [...parameters, "--json"], { encoding: "utf8", maxBuffer: 1 << 26 }));
}

export function scratch() {
  return mkdtempSync(join(tmpdir(), "gough-studio-"));
}

const children = new Set();
process.on("exit", () => children.forEach((child) => child.kill("SIGKILL")));

// Runs `gough studio ROBOT --no-open`; resolves once it has printed its address.
export async function startStudio(robot) {
  const child = spawn(gough, ["studio", robot, "--no-open"], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (data) => {
      text += data;
      const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(text);
      if (found) resolve(found[0]);
    });
    child.on("exit", (code) => reject(new Error(`gough studio ${robot} ended with ${code}`)));
  });
  children.add(child);
  child.on("exit", () => children.delete(child));
  const ended = new Promise((resolve) => child.on("exit", (code, signal) => resolve({ code, signal })));
  return {
    url, pid: child.pid,
    // SIGINT, as Ctrl-C; how it ended.
    stop: async () => {
      child.kill("SIGINT");
      return ended;
    },
  };
}

export function chromiumPath() {
  const path = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return existsSync(path) ? path : undefined;
}

export async function startBrowser() {
  const folder = scratch();
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: chromiumPath(),
    headless: true,
    viewport: { width: 880, height: 480 },
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-dev-shm-usage"],
  });
  const close = async () => {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { context, close };
}

// Opens the studio's page and waits for its first state. Errors of the page are errors of the test.
export async function openStudio(context, url) {
  const page = await context.newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(String(error)));
  page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForFunction(() => window.studio?.look.state !== undefined && window.studio.look.frames > 1, undefined, { timeout: 90000 });
  return page;
}

export const look = (page) => page.evaluate(() => window.studio.look);

// How much of the scene is not background: share of pixels that differ from the corner.
export async function painted(page) {
  return page.evaluate(() => {
    const canvas = document.querySelector(".stage canvas");
    const copy = document.createElement("canvas");
    copy.width = 320;
    copy.height = 200;
    const paper = copy.getContext("2d");
    paper.drawImage(canvas, 0, 0, 320, 200);
    const pixels = paper.getImageData(0, 0, 320, 200).data;
    let different = 0;
    for (let k = 0; k < pixels.length; k += 4)
      if (Math.abs(pixels[k] - pixels[0]) + Math.abs(pixels[k + 1] - pixels[1]) + Math.abs(pixels[k + 2] - pixels[2]) > 60) ++different;
    return different / (320 * 200);
  });
}
