// Loads exported MJCF in npm's MuJoCo 3 (WebAssembly) and lets it rest at home: hold_home.mjs FOLDER [NODE_MODULES]
// FOLDER is what gough_export_samples writes. The package is looked for in the folder GOUGH_NODE_MODULES of the environment, in NODE_MODULES
// and where node finds it; without it, exit code 77.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const kAcceleration = 0.1; // m/s² and rad/s²
const kPart = 0.01; // of what gravity would give, where that is more
const kOpen = 1e-4; // m, or robot lengths where that is more

async function mujoco() {
  const folders = [process.env.GOUGH_NODE_MODULES, process.argv[3]].filter(Boolean);
  const file = folders.map((folder) => path.resolve(folder, "@mujoco", "mujoco", "mujoco.js")).find((name) => fs.existsSync(name));
  const name = file ? pathToFileURL(file).href : "@mujoco/mujoco";
  try {
    return await (await import(name)).default();
  } catch (error) {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    console.log("skipped: no @mujoco/mujoco (tools/setup.sh --peers installs it)");
    process.exit(77);
  }
}

const largest = (numbers) => Math.max(0, ...Array.from(numbers, (x) => (Number.isFinite(x) ? Math.abs(x) : Infinity)));

// What is wrong with the robot after some seconds at home.
function rest(engine, model, data, seconds, length) {
  const gravity = Math.hypot(...model.opt.gravity);
  engine.mj_resetDataKeyframe(model, data, 0);
  for (let step = 0; step < seconds / model.opt.timestep; ++step) engine.mj_step(model, data);
  engine.mj_forward(model, data);
  const allowed = Math.max(kAcceleration, kPart * gravity * Math.min(1, 1 / length));
  const acceleration = largest(data.qacc);
  const types = Array.from(data.efc_type);
  const open = largest(Array.from(data.efc_pos).filter((_, row) => types[row] === 0)); // equalities
  if (acceleration > allowed) return `accelerates by ${acceleration.toExponential(2)}, more than ${allowed.toExponential(2)}`;
  if (open > kOpen * Math.max(1, length)) return `its loops are open by ${open.toExponential(2)} m`;
  return "";
}

const folder = process.argv[2];
const engine = await mujoco();
const holds = new Map(fs.readFileSync(path.join(folder, "hold.txt"), "utf8").trim().split("\n").map((line) => [line.split(" ")[0], line.split(" ").slice(1).map(Number)]));
let wrong = 0, loaded = 0, held = 0;
for (const file of fs.readdirSync(folder).filter((name) => name.endsWith(".xml"))) {
  const name = file.slice(0, -4);
  try {
    const model = engine.MjModel.from_xml_string(fs.readFileSync(path.join(folder, file), "utf8"));
    const data = new engine.MjData(model);
    ++loaded;
    const fault = holds.has(name) ? rest(engine, model, data, ...holds.get(name)) : "";
    if (fault) throw new Error(fault);
    held += holds.has(name) ? 1 : 0;
    data.delete();
    model.delete();
  } catch (error) {
    ++wrong;
    console.log(`${name}: ${error.message ?? error}`);
  }
}
console.log(`MuJoCo ${engine.mj_versionString()}: ${loaded} loaded, ${held} of ${holds.size} hold home`);
process.exit(wrong === 0 && held > 20 ? 0 : 1);
