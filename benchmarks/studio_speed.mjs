// States a second in the page while the robot sways, and how long an answer to a drag takes. Sixty a second is the design, by the server's clock;
// a page that is late gets the newest of two, so on a shared machine a few are overtaken: the best of several seconds counts.
//   tests/studio/run.sh build/bin/gough . build studio_speed.mjs
import { openStudio, startBrowser, startStudio } from "./browser.mjs";

const share = (times, part) => times.sort((a, b) => a - b)[Math.floor(part * times.length)];
const text = (times) => `${share(times, 0.5).toFixed(2)} ms (median), ${share(times, 0.95).toFixed(2)} ms (95 %)`;

async function statesASecond() {
  const { context, close } = await startBrowser(), studio = await startStudio("gough_stewart");
  const page = await openStudio(context, studio.url);
  await page.click("text=Sway");
  const count = () => page.evaluate(() => [window.studio.look.states, performance.now()]);
  let best = 0;
  for (let attempt = 0; attempt < 10; ++attempt) {
    const [a, start] = await count();
    await page.waitForTimeout(1000);
    const [b, end] = await count();
    best = Math.max(best, (1000 * (b - a)) / (end - start));
  }
  await close();
  await studio.stop();
  return best;
}

// By a server that no page listens to: the browser draws without a graphics card. `seconds` of a state is the server's share.
async function drags() {
  const studio = await startStudio("gough_stewart"), server = [], whole = [];
  for (let k = 0; k < 300; ++k) {
    const target = [0.02 * Math.sin(k / 20), 0.02 * Math.cos(k / 20), 0.62], start = performance.now();
    const reply = await fetch(`${studio.url}command`, { method: "POST", body: JSON.stringify({ do: "drag", grab: [0, 0, 0], target }) });
    server.push(1000 * (await reply.json()).seconds);
    whole.push(performance.now() - start);
  }
  await studio.stop();
  return { server, whole };
}

console.log(`${(await statesASecond()).toFixed(1)} states a second, 60 by design`);
const { server, whole } = await drags();
console.log(`a drag takes the server ${text(server)}, with its way there and back ${text(whole)}`);
