// Uses `tao-go-web`, the page with its engine, in headless Chromium: the numbers of the network, a game without a network, the
// analysis, the game after a reload, an earlier game, full storage, damaged engines, a slow network.
//
//     node test/alone.mjs FOLDER [PICTURES]
//
// The folder is what `.ci/package web` makes. Needs Chromium.
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [folder, pictures] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node test/alone.mjs FOLDER [PICTURES]");
  process.exit(2);
}
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm", ".png": "image/png", ".webmanifest": "application/manifest+json" };
const TIMEOUT = 60000;
const golden = JSON.parse(fs.readFileSync(new URL("../../crates/engine/data/golden.json", import.meta.url), "utf8")).positions;
const builds = ["plain", "relaxed"].filter((build) => fs.existsSync(path.join(folder, `${build}.wasm`)));
const problems = [];
let browser, server;
/** What the server sends in place of the engine. */
let damage = null;

function check(what, holds) {
  if (!holds) throw new Error(`failed: ${what}`);
}

/** Compares the network with its golden numbers, and measures its speed. Runs in Node and in the page. */
function measure({ evaluate }, golden) {
  for (const { moves, komi, size = 9, territory = false, value, lead, policy, owner } of golden) {
    const found = evaluate(size, moves.join(" "), komi, territory, 1);
    if ([...found].join() !== [value, lead, ...policy, ...owner].join()) throw new Error(`other numbers after ${moves.join(" ")}`);
  }
  evaluate(9, "", 7, false, 300);
  const start = performance.now();
  evaluate(9, "", 7, false, 1000);
  return Math.round(1000000 / (performance.now() - start));
}

function serve() {
  server = http.createServer((request, response) => {
    const name = path.basename(new URL(request.url, "http://localhost").pathname) || "index.html";
    const file = path.join(folder, name);
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    const bytes = name.endsWith(".wasm") && damage !== null ? damage : fs.readFileSync(file);
    response.writeHead(200, { "Content-Type": TYPES[path.extname(name)], "Content-Length": bytes.length }).end(bytes);
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done(`http://127.0.0.1:${server.address().port}/`)));
}

const stones = (page) => page.locator("#board .stones .stone").count();

/** Opens the page in a browser of its own, where this script has run before. */
async function strange(script, act) {
  const context = await browser.newContext({ locale: "en-US" });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT);
  await page.addInitScript(script);
  await page.goto(await serve());
  await act(page);
  await context.close();
  server.close();
  server.closeAllConnections();
}

/** Waits until something holds. */
async function until(page, what, holds) {
  const end = Date.now() + TIMEOUT;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
    await page.waitForTimeout(20);
  }
}

async function click(page, size, name) {
  const box = await page.locator("#board .stones").boundingBox(), point = box.width / size;
  const [column, row] = ["ABCDEFGHJ".indexOf(name[0]), size - Number(name.slice(1))];
  await page.mouse.click(box.x + (column + 0.5) * point, box.y + (row + 0.5) * point);
}

try {
  for (const build of builds) {
    const bytes = fs.statSync(path.join(folder, `${build}.wasm`)).size;
    check(`${build}: ${bytes} bytes are 3 MB or less`, bytes <= 3000000);
    // Node 20 has no relaxed instructions, or wrong ones.
    if (build === "relaxed") continue;
    // As Node takes a file for a module by its name.
    const script = path.resolve(folder, "engine.js");
    const copy = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "tao-go-alone-")), "engine.mjs");
    fs.copyFileSync(script, copy);
    const engine = await import(pathToFileURL(copy));
    fs.rmSync(path.dirname(copy), { recursive: true });
    engine.initSync({ module: fs.readFileSync(path.join(folder, `${build}.wasm`)) });
    console.log(`Node, ${build}: ${bytes} bytes, ${measure(engine, golden)} evaluations a second`);
  }
  const address = await serve();
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-US" });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT);
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));

  let start = Date.now();
  await page.goto(address);
  await page.waitForSelector("#board");
  console.log(`the board after ${Date.now() - start} ms`);
  start = Date.now();
  await click(page, 9, "E5");
  await until(page, "an answer", async () => (await stones(page)) === 2);
  console.log(`the answer to the first move after ${Date.now() - start} ms`);
  if (pictures) await page.screenshot({ path: path.join(pictures, "alone.png") });

  await page.evaluate(() => navigator.serviceWorker.ready);
  server.close();
  server.closeAllConnections();
  await context.setOffline(true);
  await page.reload();
  await page.waitForSelector("#board");
  await until(page, "the game after a reload", async () => (await stones(page)) === 2);

  await page.click("#analysis");
  await page.waitForSelector("#board .candidate.best");
  await page.click("#undo");
  await until(page, "an empty board while a search runs", async () => (await stones(page)) === 0);
  await page.click("#analysis");

  await page.click("nav .main");
  const form = page.locator("#form");
  await form.locator("input[type=radio][value='0']").check();
  await form.locator("input[type=number]").first().fill("5");
  await form.locator("button[type=submit]").click();
  await page.waitForSelector("dialog", { state: "detached" });
  await click(page, 5, "C3");
  await until(page, "an answer", async () => (await stones(page)) >= 2);
  const isOver = async () => (await page.getByRole("status").getByText("The game is over").count()) > 0;
  for (let turn = 0; turn < 40 && !(await isOver()); turn++) {
    // It is gone once the game is over.
    await page.locator("#pass:not(:disabled)").click({ timeout: 1000 }).catch(() => undefined);
    await page.waitForTimeout(100);
  }
  check("the game is over", await isOver());
  if (pictures) await page.screenshot({ path: path.join(pictures, "alone-over.png") });
  await page.click("#look-back");
  await page.waitForSelector("#players td");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.waitForSelector("#review");
  await page.reload();
  await page.waitForSelector("#board");
  check("a game that is over stays over after a reload", await isOver());

  await page.click("nav .main");
  await page.locator("#form button[type=submit]").click();
  await page.waitForSelector("dialog", { state: "detached" });
  await page.reload();
  await page.click("nav button[title='Open SGF']");
  await page.locator("#games li").getByText("You against Tao Go").waitFor();
  await page.locator("#games button").first().click();
  await page.waitForSelector("dialog", { state: "detached" });
  check("the earlier game is shown", await isOver());
  check(`the page has no errors: ${problems.join("; ")}`, problems.length === 0);
  await context.close();

  await strange(() => {
    localStorage.setItem("tao-go-game", "(;SZ[");
    document.cookie = "tao-go-settings=%E0; Path=/";
    try {
      for (let number = 0; ; number++) localStorage.setItem(`other${number}`, "x".repeat(9999));
    } catch {
      // Nothing more fits.
    }
  }, async (page) => {
    await page.waitForSelector("#board");
    await click(page, 9, "E5");
    await until(page, "an answer without storage", async () => (await stones(page)) === 2);
  });
  for (const wrong of ["", "<html>", fs.readFileSync(path.join(folder, `${builds[0]}.wasm`)).subarray(0, 99999)]) {
    damage = wrong;
    await strange(() => undefined, async (page) => {
      await page.getByText("The engine could not be loaded.").waitFor();
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.reload();
      await page.getByText("The engine could not be loaded.").waitFor();
      damage = null;
      await page.reload();
      await page.getByText("The engine could not be loaded.").waitFor();
      await until(page, "the engine after another reload", async () => {
        await page.reload();
        return page.waitForSelector("#board", { timeout: 5000 }).then(() => true, () => false);
      });
    });
  }
  const slow = await browser.newContext({ locale: "en-US" });
  await slow.addInitScript(() => localStorage.getItem("tao-go-game") ?? localStorage.setItem("tao-go-game", "(;GM[1]SZ[5]KM[7])"));
  const visitor = await slow.newPage();
  visitor.setDefaultTimeout(TIMEOUT);
  const network = await slow.newCDPSession(visitor);
  await network.send("Network.enable");
  await network.send("Network.emulateNetworkConditions", { offline: false, latency: 40, downloadThroughput: 200000, uploadThroughput: 200000 });
  start = Date.now();
  await visitor.goto(await serve());
  await visitor.waitForSelector(".board .grid");
  const drawn = Date.now() - start;
  check("the board that was kept is drawn", await visitor.locator(".coordinates text").count() === 4 * 5);
  await visitor.getByText(/Loading the engine: \d\.\d \/ \d\.\d MB/).waitFor();
  const told = Date.now() - start;
  if (pictures) await visitor.screenshot({ path: path.join(pictures, "alone-loading.png") });
  await visitor.waitForSelector("#board");
  console.log(`at 200 kB/s: the board after ${drawn} ms, the first bytes of the engine after ${told} ms, the engine after ${Date.now() - start} ms`);
  check("the board comes long before the engine", drawn < 3000 && told < 3000);
  await slow.close();
  server.close();
  server.closeAllConnections();

  const file = await browser.newPage();
  await file.goto(pathToFileURL(path.resolve(folder, "index.html")).href);
  await file.getByText("It needs a web server").waitFor();
  await file.close();

  const other = await browser.newPage();
  // Which has no policy against scripts.
  await other.goto(`${await serve()}manifest.webmanifest`);
  for (const build of builds) {
    const rate = await other.evaluate(
      async ([file, golden, measure]) => {
        const engine = await import("/engine.js");
        await engine.default({ module_or_path: file });
        return (0, eval)(`(${measure})`)(engine, golden);
      },
      [`/${build}.wasm`, golden, String(measure)],
    );
    console.log(`Chromium, ${build}: ${rate} evaluations a second`);
  }
  console.log("passed");
} catch (error) {
  console.error(error, problems);
  process.exitCode = 1;
} finally {
  await browser?.close();
  server?.close();
}
