// Uses the package for npm as others would: packs and installs it, plays in Node, checks the types, and plays in headless Chromium,
// bundled by Vite and without a bundler. The examples of its README are run.
//
//     node test/npm.mjs PACKAGE.tgz
//
// The package is what `.ci/package npm` makes. Needs Chromium.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { build } from "vite";

const [packed] = process.argv.slice(2);
if (!packed) {
  console.error("usage: node test/npm.mjs PACKAGE.tgz");
  process.exit(2);
}
const here = path.dirname(fileURLToPath(import.meta.url));
const work = fs.mkdtempSync(path.join(os.tmpdir(), "tao-go-npm-"));
const installed = path.join(work, "node_modules/tao-go");
const write = (name, text) => fs.writeFileSync(path.join(work, name), text);
let browser, server;

function check(what, holds) {
  if (!holds) throw new Error(`failed: ${what}`);
}

/** Runs a script of the folder in Node, and returns what it prints. */
function node(...args) {
  return execFileSync(process.execPath, args, { cwd: work, encoding: "utf8", timeout: 120000, stdio: ["ignore", "pipe", "inherit"] });
}

function serve(folder) {
  const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
  server = http.createServer((request, response) => {
    const file = path.join(folder, new URL(request.url, "http://localhost").pathname.replace(/\/$/, "/index.html"));
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": types[path.extname(file)] ?? "text/plain" }).end(fs.readFileSync(file));
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done(`http://127.0.0.1:${server.address().port}/`)));
}

/** Opens the page of a folder and waits for its text. */
async function shown(folder, selector, wanted) {
  const page = await browser.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  await page.goto(await serve(folder));
  const text = page.locator(selector).getByText(wanted);
  await text.waitFor({ timeout: 60000 }).catch((error) => {
    throw new Error(`${error.message} ${problems.join("; ")}`);
  });
  const found = await text.textContent();
  await page.close();
  server.close();
  return found;
}

try {
  write("package.json", JSON.stringify({ type: "module", private: true }));
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--silent", path.resolve(packed)], { cwd: work });
  const readme = fs.readFileSync(path.join(installed, "README.md"), "utf8");
  const [inNode, answer] = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);
  const [, html] = readme.match(/```html\n(.*?)```/s);
  for (const name of ["use.js", "types.ts"]) fs.copyFileSync(path.join(here, "npm", name), path.join(work, name));

  const tsc = path.join(here, "../node_modules/typescript/bin/tsc");
  const strict = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2022", "--lib", "es2022,dom"];
  for (const [module, resolution] of [["nodenext", "nodenext"], ["es2022", "bundler"]]) {
    node(tsc, ...strict, "--module", module, "--moduleResolution", resolution, "types.ts");
  }

  // Node 20 computes other relaxed products, which matters only for the strength; a package for tests may have no other build.
  const isPlain = fs.existsSync(path.join(installed, "engine/plain.wasm"));
  if (!isPlain) fs.copyFileSync(path.join(installed, "engine/relaxed.wasm"), path.join(installed, "engine/plain.wasm"));
  const flags = !isPlain && node("--v8-options").includes("experimental-wasm-relaxed-simd") ? ["--experimental-wasm-relaxed-simd"] : [];
  write("use-node.js", 'import { use } from "./use.js";\nconsole.log(await use());\n');
  console.log(`Node: ${node(...flags, "use-node.js").trim()}`);
  write("readme.js", inNode);
  const lines = node(...flags, "readme.js");
  check(`the example for Node prints a record: ${lines}`, /visits: Black wins \d+ %, best [A-J]\d[^]*\(;[^]*B\[ee\]/.test(lines));
  write("raw.js", `
    import fs from "node:fs";
    import { evaluate, initSync, Session } from "./node_modules/tao-go/engine/engine.js";
    initSync({ module: fs.readFileSync("node_modules/tao-go/engine/plain.wasm") });
    for (const wrong of [[4, ""], [19, ""], [1e9, ""], [9, "E"], [9, "E5 E5"], [5, "J9"]]) {
      try {
        evaluate(...wrong, 7, false, 1);
        console.log("no error for", wrong);
      } catch (error) {
        if (typeof error !== "string") throw error;
      }
    }
    try {
      new Session(128).resume(new TextEncoder().encode("junk"));
    } catch (error) {
      console.log(JSON.parse(error).code);
    }
  `);
  check("wrong values are refused, not trapped", node(...flags, "raw.js") === "bad-record\n");

  const commands = ["1 name", "boardsize 7", "komi 9", "play b D4", "genmove w", "play b D4", "genmove x", "undo # one", "showboard", "known_command gg", "gg", "", "boardsize 99", "final_score", "2 quit", "name"];
  const answers = execFileSync(process.execPath, [...flags, fs.realpathSync(path.join(work, "node_modules/.bin/tao-go")), "200"], { encoding: "utf8", timeout: 120000, input: commands.join("\n") });
  check(`it speaks GTP: ${answers}`, new RegExp(`^${[
    "=1 Tao Go", "= ", "= ", "= ", "= [A-G][1-7]", "\\? .+", "\\? expected a color", "= ", "= \n   A B C D E F G\n[^]* 4 \\. \\. \\. X[^]* 1( \\.){7}", "= false",
    "\\? unknown command", "\\? unacceptable size", "= [BW]\\+\\d+(\\.\\d)?|= 0", "=2 ",
  ].join("\n\n")}\n\n$`).test(answers));

  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
  write("answer.js", answer);
  write("index.html", '<p id="result"></p><script type="module" src="./main.js"></script>');
  write("main.js", `
    import { answer } from "./answer.js";
    import { use } from "./use.js";
    const show = (text) => (document.querySelector("#result").textContent = "result: " + text);
    answer(["E5", "C5"]).then((move) => use().then((text) => show(move + " " + text))).catch((error) => show(error.stack));
  `);
  await build({ root: work, base: "./", logLevel: "warn", configFile: false });
  const bundled = await shown(path.join(work, "dist"), "#result", /^result:/);
  check(`the bundled page plays: ${bundled}`, /^result: ([A-J]\d|pass) passed/.test(bundled));
  console.log(`Chromium, bundled: ${bundled}`);
  fs.writeFileSync(path.join(installed, "index.html"), html);
  console.log(`Chromium, without a bundler: ${await shown(installed, "#move", /^([A-J]\d|pass)$/)}`);

  for (const build of ["plain", "relaxed"]) fs.rmSync(path.join(installed, `engine/${build}.wasm`), { force: true });
  write("missing.js", 'import { TaoGo } from "tao-go";\nTaoGo.create().catch(({ code }) => console.log(code));\n');
  check("an engine that is missing is not loaded", node("missing.js") === "not-loaded\n");
  console.log("passed");
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await browser?.close();
  server?.close();
  fs.rmSync(work, { recursive: true });
}
