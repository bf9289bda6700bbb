// A report opens from disk, shows its motion, and asks nobody for anything.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { check, gough, painted, scratch, startBrowser } from "./browser.mjs";

const folder = scratch();
const rows = ["t,x,y,z,qw,qx,qy,qz,</script><b>"];
for (let k = 0; k <= 200; ++k) rows.push(`${k / 100},${0.05 * Math.sin(k / 30)},0,0.62,1,0,0,0,${k}`);
writeFileSync(join(folder, "motion.csv"), rows.join("\n"));
const file = join(folder, "report.html");
execFileSync(gough, ["report", join(folder, "motion.csv"), "--robot", "gough_stewart", "-o", file]);

const { context, close } = await startBrowser();
try {
  const page = await context.newPage(), requests = [], problems = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  await page.goto(pathToFileURL(file).href, { waitUntil: "commit" });
  await page.waitForFunction(() => window.report?.stage.frames > 1, undefined, { timeout: 90000 });
  check(problems.length === 0, problems.join("; "));
  const share = await painted(page);
  check(share > 0.01, `only ${share} of the picture is painted`);
  const there = await page.evaluate(() => {
    window.report.player.seek(1.0);
    return window.report.view.platform.position.x;
  });
  check(Math.abs(there - 0.05 * Math.sin(100 / 30)) < 1e-6, `at 1 s the platform is at x = ${there}`);
  const text = await page.textContent(".panel");
  check(text.includes("largest") && text.includes("% of its limit") && text.includes('name = "gough_stewart"'), "tables are missing");
  check((await page.$$(".plot .u-over")).length >= 2, "plots are missing");
  const others = requests.filter((url) => !url.startsWith("file://") && !url.startsWith("data:") && !url.startsWith("blob:"));
  check(others.length === 0 && requests.filter((url) => url.startsWith("file://")).length === 1, `requests: ${requests.join(" ")}`);
  console.log(`  ${(readFileSync(file).length / 1024).toFixed(0)} kB, ${(100 * share).toFixed(0)} % painted, ${requests.length} request: the file itself`);
} finally {
  await close();
  rmSync(folder, { recursive: true });
}
