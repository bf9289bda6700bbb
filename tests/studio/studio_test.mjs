// The studio in a real browser: every catalog robot, dragging, reloading, playing.
import { copyFileSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ask, check, look, openStudio, painted, scratch, source, startBrowser, startStudio } from "./browser.mjs";

const robots = readdirSync(join(source, "robots")).filter((f) => f.endsWith(".toml")).map((f) => f.slice(0, -5)).sort();

// Efforts as the command computes them at the state on the screen, relative to the largest.
function compareWithIdm(robot, state) {
  const answer = ask("idm", robot, "--formulation", "all", `--pose=${state.pose.join(",")}`, `--twist=${state.velocity.join(",")}`, `--acceleration=${state.acceleration.join(",")}`);
  const largest = Math.max(1e-3, ...Object.values(answer.efforts).flat().map(Math.abs));
  let worst = 0;
  for (const [letter, efforts] of Object.entries(answer.efforts))
    efforts.forEach((effort, k) => (worst = Math.max(worst, Math.abs(effort - state.efforts[letter][k]) / largest)));
  return worst;
}

// One page for all tests: the watched file becomes another robot, as if it had been edited.
async function become(bench, robot) {
  const { page, file } = bench, { frames, scene } = await look(page);
  if (scene.name === robot) {
    await page.click("text=Home");
    return settled(page);
  }
  copyFileSync(join(source, "robots", `${robot}.toml`), `${file}.new`);
  renameSync(`${file}.new`, file);
  await page.waitForFunction(([name, n]) => {
    const { scene, state, frames } = window.studio.look;
    return scene.name === name && state !== undefined && frames > n;
  }, [robot, frames], { timeout: 90000 });
}

// Each starts and ends by its name, and is drawn.
async function everyRobot(bench) {
  for (const robot of robots) {
    const studio = await startStudio(robot), ending = studio.stop();
    await become(bench, robot);
    const { page } = bench, { bodies, meshes, scene, state } = await look(page);
    const joints = ask("ik", robot).legs.reduce((sum, leg) => sum + Object.keys(leg.joints).length, 0);
    const nacelle = scene.bodies.filter((b) => b.role === "platform" || b.role === "nacelle").length;
    check(bodies === 1 + joints + nacelle && nacelle >= 1, `${robot}: ${bodies} bodies drawn for ${joints} joints`);
    check(scene.bodies.every((b, k) => b.shapes.length <= meshes[k]), `${robot}: a shape is missing`);
    check(meshes[scene.platform] > 0, `${robot}: the platform is not drawn`);
    const share = await painted(page);
    check(share > 0.01, `${robot}: only ${(100 * share).toFixed(1)} % of the picture is painted`);
    const efforts = state.efforts.P?.length ?? 0;
    check(efforts === scene.actuators.length || state.notes.length > 0, `${robot}: no efforts and no reason`);
    const end = await ending;
    check(end.code === 0, `${robot}: the studio ended with ${JSON.stringify(end)}`);
    console.log(`  ${robot}: ${bodies} bodies, ${(100 * share).toFixed(0)} % painted`);
  }
}

// Every button of the toolbar has a key of its own, which its hint names.
async function keys(bench) {
  const { page } = bench;
  const buttons = await page.$$eval(".toolbar button", (nodes) => nodes.map((n) => ({ text: n.textContent, title: n.title, key: n.getAttribute("aria-keyshortcuts") })));
  check(new Set(buttons.map((b) => b.key)).size === buttons.length, `keys: ${buttons.map((b) => b.key)}`);
  for (const { text, title, key } of buttons) check(title.endsWith(`(key ${key})`), `${text}: its hint does not name its key`);
  for (const text of ["Elements", "Reactions", "Frame", "Manipulability"]) {
    const pressed = () => page.getAttribute(`.toolbar >> text=${text}`, "aria-pressed"), before = await pressed();
    const { key } = buttons.find((b) => b.text === text);
    await page.keyboard.press(key);
    check((await pressed()) !== before, `${key} does not switch ${text}`);
    await page.keyboard.press(key);
  }
}

// Takes the platform at its middle and pulls it across the screen.
async function pull(page, dx, dy) {
  const from = await page.evaluate(() => window.studio.platformOnScreen);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let k = 1; k <= 8; ++k) await page.mouse.move(from.x + (dx * k) / 8, from.y + (dy * k) / 8);
  await page.mouse.up();
  await settled(page);
}

// Until the last request is answered.
const settled = (page) => page.waitForFunction(() => !window.studio.look.busy);

async function dragging(bench) {
  const { page } = bench;
  for (const robot of ["delta", "agile_eye", "gough_stewart"]) {
    await become(bench, robot);
    const before = (await look(page)).state;
    await pull(page, 30, -20);
    const after = (await look(page)).state;
    const moved = Math.max(...after.free.map((x, k) => Math.abs(x - before.free[k])));
    const changed = Math.max(...after.efforts.P.map((x, k) => Math.abs(x - before.efforts.P[k])));
    check(after.serial > before.serial && moved > 1e-3, `${robot}: dragging does not move it`);
    check(changed > 1e-3, `${robot}: dragging does not change its efforts`);
    const worst = compareWithIdm(robot, after);
    check(worst < 1e-9, `${robot}: efforts on the screen are ${worst} away from gough idm`);
    const shown = await page.$$eval(".actuator .strong", (nodes) => nodes.map((n) => Number(n.dataset.value)));
    check(shown.every((x, k) => x === after.efforts.P[k]), `${robot}: the panel shows other efforts than the state has`);
    // a slider by keyboard, and the waves with their accelerations
    await page.focus(".free input");
    for (let k = 0; k < 5; ++k) await page.keyboard.press("ArrowRight");
    await settled(page);
    const slid = (await look(page)).state;
    check(slid.free[0] > after.free[0], `${robot}: the slider does not move it`);
    console.log(`  ${robot}: moved ${moved.toFixed(3)}, efforts agree with gough idm to ${worst.toExponential(1)}`);
  }
}

// While the robot sways states keep coming, each newer than the one before, with the efforts of its motion. How many a second:
// benchmarks/studio_speed.mjs.
async function swaying(bench) {
  const { page } = bench;
  await become(bench, "gough_stewart");
  await page.click("text=Sway");
  await page.waitForFunction((n) => window.studio.look.states > n + 60, (await look(page)).states, { timeout: 90000 });
  const serials = await page.evaluate(async () => {
    const seen = [window.studio.look.state.serial];
    while (seen.length < 30) {
      await new Promise(requestAnimationFrame);
      const { serial } = window.studio.look.state;
      if (serial !== seen.at(-1)) seen.push(serial);
    }
    return seen;
  });
  check(serials.every((serial, k) => k === 0 || serial > serials[k - 1]), `states out of order: ${serials}`);
  const state = (await look(page)).state;
  check(state.swaying && Math.max(...state.velocity.map(Math.abs)) > 0, "it does not sway");
  const worst = compareWithIdm("gough_stewart", state);
  check(worst < 1e-9, `efforts in motion are ${worst} away from gough idm`);
  await page.click("text=Sway");
  await settled(page);
  console.log(`  60 states and more, in order; efforts in motion agree with gough idm to ${worst.toExponential(1)}`);
}

// Every command is answered, in its turn, with the state that it asked for.
async function commands() {
  const studio = await startStudio("gough_stewart");
  let serial;
  for (let k = 0; k < 300; ++k) {
    const target = [0.02 * Math.sin(k / 20), 0.02 * Math.cos(k / 20), 0.62];
    const reply = await fetch(`${studio.url}command`, { method: "POST", body: JSON.stringify({ do: "drag", grab: [0, 0, 0], target }) });
    const state = await reply.json();
    check(state.refused === "" && target.every((x, i) => Math.abs(state.pose[i] - x) < 1e-6), `drag ${k} to ${target}: ${state.pose} ${state.refused}`);
    check(serial === undefined || state.serial === serial + 1, `drag ${k}: state ${state.serial} after ${serial}`);
    serial = state.serial;
  }
  await studio.stop();
}

async function reloading(bench) {
  const { page, file, folder } = bench;
  await become(bench, "delta");
  const good = readFileSync(file, "utf8");
  const before = (await look(page)).state.efforts.P[0];
  const settle = (test, text) => page.waitForFunction(test, text, { timeout: 90000 });
  // a heavier platform needs more effort
  writeFileSync(file, good.replace("mass = 0.6", "mass = 1.6"));
  await settle((old) => Math.abs(window.studio.look.state?.efforts.P[0]) > Math.abs(old) * 1.2, before);
  // an error shows where it is, and the robot stays
  const lines = good.split("\n"), bad = lines.findIndex((l) => l.startsWith("length = 0.3"));
  lines[bad] = "lenght = 0.3";
  writeFileSync(file, lines.join("\n"));
  await settle((line) => document.querySelector(".problem").textContent.startsWith(`mine.toml:${line}:`), bad + 1);
  const message = await page.textContent(".problem");
  check(message.includes("lenght") && !message.includes(folder), `message: ${message}`);
  check((await look(page)).bodies > 10, "the last good robot is lost");
  await pull(page, 20, 0);
  check(Math.abs((await look(page)).state.free[0]) > 1e-3, "the last good robot cannot be dragged");
  writeFileSync(file, good);
  await settle(() => document.querySelector(".problem").hidden, undefined);
  console.log(`  ${message}`);
}

async function playing(bench) {
  const { page, folder } = bench;
  await become(bench, "delta");
  const rows = ["t,x,y,z,position_error"];
  for (let k = 0; k <= 100; ++k) rows.push(`${k / 100},${0.1 * Math.sin(k / 16)},0.05,-0.7,${1e-4 * k}`);
  writeFileSync(join(folder, "motion.csv"), rows.join("\n"));
  await page.keyboard.press("l");
  await page.click("text=motion.csv");
  await page.waitForSelector(".player .u-over");
  const titles = await page.$$eval(".plot figcaption", (nodes) => nodes.map((n) => n.textContent));
  check(titles.join() === "Efforts (N m),Errors (m),Energy (J)", `plots: ${titles}`);
  await page.$eval(".transport input[type=range]", (slider) => {
    slider.value = "0.5";
    slider.dispatchEvent(new Event("input"));
  });
  const x = await page.evaluate(() => window.studio.view.platform.position.x);
  check(Math.abs(x - 0.1 * Math.sin(50 / 16)) < 1e-6, `at 0.5 s the platform is at x = ${x}`);
  await page.keyboard.press("Escape");
  await page.click("text=Play");
  await page.waitForFunction(() => window.studio.player.time > 0.6, undefined, { timeout: 90000 });
  await page.click("text=Close");
  check((await page.$(".player")) === null, "the player does not close");
}

const { context, close } = await startBrowser(), folder = scratch(), file = join(folder, "mine.toml");
try {
  copyFileSync(join(source, "robots", "delta.toml"), file);
  const studio = await startStudio(file), page = await openStudio(context, studio.url);
  for (const [name, test] of Object.entries({ everyRobot, keys, dragging, swaying, commands, reloading, playing })) {
    if (process.argv[2] && process.argv[2] !== name) continue;
    console.log(name);
    await test({ page, folder, file });
    check(page.problems.length === 0, page.problems.join("; "));
  }
  await studio.stop();
} finally {
  await close();
  rmSync(folder, { recursive: true });
}
