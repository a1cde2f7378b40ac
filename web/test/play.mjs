// Uses the page of `tao-go serve` in headless Chromium, as people do: games by mouse, keyboard and touch, analysis and review,
// the opening book, positions that are set up, records in and out, a reload, languages, sizes, dark, and axe-core.
//
//     node test/play.mjs PROGRAM [FOLDER [SCENE]]
//
// With a folder, screenshots are put there. With the variable PAGE, the page is that file, and the program need not be compiled
// again; PLAYOUTS gives the visits of its searches. Needs Chromium.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const [program, folder, only] = process.argv.slice(2);
if (!program) {
  console.error("usage: node test/play.mjs PROGRAM [FOLDER]");
  process.exit(2);
}
const TIMEOUT = 60000;
const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const record = path.join(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), "../../docs/game.sgf");
const work = fs.mkdtempSync(path.join(os.tmpdir(), "tao-go-web-"));
const problems = [];
let server, browser;

/** The address that the program prints. */
function startServer() {
  const options = ["serve", "--threads", "1", "--playouts", process.env.PLAYOUTS ?? "30", "--seed", "1"];
  server = spawn(program, options, { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, XDG_STATE_HOME: work } });
  return new Promise((done, fail) => {
    server.stdout.once("data", (line) => done(/http:\S+/.exec(line)[0]));
    server.once("exit", () => fail(new Error("the program has ended")));
  });
}

/** A page of a new visitor, and what one does with it. */
async function visit(address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, locale: "en-US", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT);
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("dialog", (dialog) => {
    problems.push(`a dialog says ${dialog.message()}`);
    void dialog.dismiss();
  });
  // A refusal is no error of the page, but the browser reports its status.
  page.on("console", (message) => message.type() === "error" && !/status of 409/.test(message.text()) && problems.push(message.text()));
  if (process.env.PAGE) {
    const body = fs.readFileSync(process.env.PAGE, "utf8").replaceAll("{{nonce}}", "page").replace("{{data}}", "null");
    const policy = "default-src 'none'; script-src 'nonce-page'; style-src 'nonce-page'; connect-src 'self'; img-src data:";
    const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy };
    await context.route((url) => url.pathname === "/", (route) => route.fulfill({ headers, body }));
  }
  await page.goto(address);
  await page.waitForSelector("#board");
  const state = () => page.evaluate(() => fetch("/api/state").then((answer) => answer.json()));
  const until = async (what, holds) => {
    const end = Date.now() + TIMEOUT;
    for (;;) {
      const now = await state();
      if (await holds(now)) return now;
      if (Date.now() > end) throw new Error(`waited in vain: ${what}: ${JSON.stringify(now)}`);
      await page.waitForTimeout(50);
    }
  };
  const settled = (what, holds = () => true) => until(what, (now) => ["open", "over"].includes(now.phase) && holds(now));
  const spot = async (name) => {
    await page.locator("#board").scrollIntoViewIfNeeded();
    return spotOn(page, (await state()).size, name);
  };
  const click = async (name) => page.mouse.click(...await spot(name));
  const tap = async (name) => page.touchscreen.tap(...await spot(name));
  const begin = async ({ size, player, minutes }) => {
    await page.click("nav .main");
    const form = page.locator("#form");
    if ([9, 13, 19].includes(size)) await form.locator(`input[type=radio][value='${size}']`).check();
    else {
      await form.locator("input[type=radio][value='0']").check();
      await form.locator("input[type=number]").first().fill(String(size));
    }
    await form.locator(`input[type=radio][value=${player}]`).check();
    if (minutes) await form.locator("input[max='1440']").fill(String(minutes));
    await form.locator("button[type=submit]").click();
    await page.waitForSelector("dialog", { state: "detached" });
    return settled("a new game", (now) => now.size === size && now.player === player && now.moves.length < 2);
  };
  const shoot = async (name) => folder && page.screenshot({ path: path.join(folder, `${name}.png`) });
  const fits = async (what) => {
    // What is drawn to measure follows the window a frame later.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    check(`nothing is wider than the page: ${what}`, await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  };
  return { context, page, state, until, settled, spot, click, tap, begin, shoot, fits };
}

/** The middle of a point on a board of this size. */
async function spotOn(page, size, name) {
  const box = await page.locator("#board .stones").boundingBox(), point = box.width / size;
  return [box.x + ("ABCDEFGHJKLMNOPQRST".indexOf(name[0]) + 0.5) * point, box.y + (size - Number(name.slice(1)) + 0.5) * point];
}

function check(what, holds) {
  if (!holds) throw new Error(`failed: ${what}`);
}

/** What axe-core says against a page. */
async function accessible(page, what) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run({ resultTypes: ["violations"] }));
  const list = violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 120)).join(" | ")}`);
  check(`axe-core on ${what}: ${list.join("; ")}`, violations.length === 0);
}

/** Plays until the game is over, by whatever makes a move or passes. */
async function playToTheEnd(visitor, move, pass) {
  for (let turns = 0; turns < 40; turns++) {
    const now = await visitor.settled("the visitor's turn");
    if (now.phase === "over") return now;
    const points = now.stones.flatMap((row, y) => [...row].map((stone, x) => (stone === "." ? `${"ABCDEFGHJ"[x]}${now.size - y}` : null))).filter(Boolean);
    const changed = async () => (await visitor.settled("an answer")).revision > now.revision;
    let isDone = false;
    for (const name of turns < 6 ? points.slice(Math.floor(points.length / 3)) : []) {
      await move(name);
      await visitor.page.waitForTimeout(150);
      isDone = await changed();
      if (isDone) break;
    }
    if (!isDone) {
      await pass();
      await visitor.until("a pass", (later) => later.revision > now.revision);
    }
  }
  return visitor.settled("the end", (now) => now.phase === "over");
}

const SCENES = {
  async "a game by mouse, refusals and undo"(address) {
    const visitor = await visit(address), { page } = visitor;
    await visitor.begin({ size: 5, player: "black" });
    await visitor.click("C3");
    await visitor.settled("the answer", (now) => now.at === 2);
    await visitor.click("C3");
    await page.getByRole("alert").getByText("C3 is occupied.").waitFor();
    await page.click("#undo");
    await visitor.settled("undo", (now) => now.moves.length === 0);
    const end = await playToTheEnd(visitor, visitor.click, () => page.click("#pass"));
    check("the game has a result", /^([BW]\+|0)/.test(end.result));
    await page.getByRole("status").getByText("The game is over").waitFor();
    await page.click("#look-back");
    await page.waitForSelector("#players td");
    await page.waitForSelector("progress", { state: "detached", timeout: 2 * TIMEOUT });
    await visitor.begin({ size: 5, player: "black" });
    await visitor.click("C3");
    await visitor.settled("the answer", (now) => now.at === 2);
    await page.click("#resign");
    await page.click("#resign-yes");
    await visitor.settled("a resignation", (now) => now.result === "W+R");
    await visitor.context.close();
  },

  async "a first visit asks for a level"(address) {
    const visitor = await visit(address), { page } = visitor;
    const card = page.locator(".welcome");
    await card.getByLabel("Beginner").check();
    await visitor.until("the lowest level", (now) => now.level === 1 && now.moves.length === 0);
    await card.getByLabel("Or your rank").selectOption({ label: "8 kyu" });
    const { level } = await visitor.until("a level for a rank", (now) => now.level > 1);
    await visitor.until("the level on the slider", async () => await card.locator("input[type=range]").inputValue() === String(level));
    await card.locator("input[type=range]").fill(String(level + 1));
    await visitor.until("the next level", (now) => now.level === level + 1);
    await accessible(page, "a first visit");
    await visitor.shoot("welcome");
    await page.setViewportSize({ width: 360, height: 740 });
    await visitor.fits("a first visit on a phone");
    await visitor.shoot("welcome-phone");
    await visitor.click("E5");
    await card.waitFor({ state: "detached" });
    await visitor.settled("the answer", (now) => now.at === 2);
    await page.click("#undo");
    await visitor.settled("undo", (now) => now.at === 0);
    await page.reload();
    await page.waitForSelector("#undo");
    check("nobody is asked twice", await card.count() === 0);
    await visitor.context.close();
  },

  async "dead stones, a clock, and what can be brought back"(address) {
    const visitor = await visit(address), { page } = visitor;
    await visitor.begin({ size: 5, player: "both" });
    for (const name of ["B1", "D1", "B2", "D2", "B3", "D3", "B4", "D4", "B5", "D5", "E3"]) {
      const { moves } = await visitor.state();
      await visitor.click(name);
      await visitor.until(name, (now) => now.moves.length === moves.length + 1);
    }
    for (const passes of [12, 13]) {
      await page.click("#pass");
      await visitor.until("a pass", (now) => now.moves.length === passes);
    }
    const { result } = await visitor.until("the count", (now) => now.phase === "over" && now.owners);
    await page.waitForSelector(".territory .of-black");
    await accessible(page, "a game that is over");
    await page.getByRole("button", { name: "Settings" }).click();
    await page.selectOption("dialog select", "zh");
    await page.keyboard.press("Escape");
    await page.getByRole("status").getByText("数子").waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    check("the count in Chinese has room on a phone", await page.locator(".status-text").evaluate((box) => box.scrollHeight <= box.clientHeight));
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole("button", { name: "设置" }).click();
    await page.selectOption("dialog select", "en");
    await page.keyboard.press("Escape");
    await visitor.click("E3");
    await visitor.until("a stone marked otherwise", (now) => now.result !== result);
    await visitor.click("E3");
    await visitor.until("a stone corrected", (now) => now.result === result);
    await visitor.begin({ size: 5, player: "both", minutes: 0.02 });
    await page.waitForSelector("time.clock");
    await visitor.until("the end of the time", (now) => now.result === "W+T");
    await page.click("#resume");
    await visitor.until("a game without a clock", (now) => now.phase === "open" && now.clock === null);
    await page.click("#restore");
    await visitor.until("the counted game", (now) => now.result === result);
    await visitor.context.close();
  },

  async "records in and out, steps, analysis and review"(address) {
    const visitor = await visit(address, { viewport: { width: 1280, height: 860 } }), { page } = visitor;
    await page.setInputFiles("#file", record);
    const { moves } = await visitor.until("the record", (now) => now.size === 9 && now.moves.length > 20);
    await page.click("#tab-game");
    await page.locator("#game").getByText("White wins by resignation").waitFor();
    await page.keyboard.press("Escape");
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("ArrowLeft");
    await visitor.until("a step back", (now) => now.at === moves.length - 1);
    await page.keyboard.press("Home");
    await visitor.until("the start", (now) => now.at === 0);
    check("no stones", await page.locator(".stones .black").count() === 0);
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save SGF" }).click()]);
    check("the record comes out", fs.readFileSync(await download.path(), "utf8").includes("SZ[9]"));
    const text = "(;GM[1]SZ[5]KM[7]PB[<img src=x onerror=alert(1)>]PW[</script><b>]RU[\"><b>]RE[<svg onload=alert(1)>]GN[<b>]C[<script>alert(1)</script>];B[cc]C[<img src=x onerror=alert(1)>]N[<b>];W[dc];B[dd];W[ed])";
    await page.evaluate((game) => {
      const data = new DataTransfer();
      data.items.add(new File([game], "dropped.sgf"));
      document.dispatchEvent(new DragEvent("drop", { dataTransfer: data }));
    }, text);
    await visitor.until("the dropped record", (now) => now.size === 5 && now.moves.length === 4);
    await page.locator(".player").getByText("<img src=x onerror=alert(1)>").waitFor();
    await page.click("#tab-game");
    await page.locator("#game").getByText('"><b>').waitFor();
    check("names and comments are only text", await page.locator("#app img, #app script, #game b, #game svg, .player b").count() === 0);
    await page.click("#tab-mistakes");
    await page.click("#review");
    await page.waitForSelector("#players td");
    await page.waitForSelector("progress", { state: "detached", timeout: 2 * TIMEOUT });
    check("every position was reviewed", (await visitor.state()).reviewed.every(Boolean));
    await page.click("#restore");
    await visitor.until("the record before", (now) => now.size === 9);
    await page.evaluate(() => document.activeElement.blur());
    await page.locator(".count").getByText(`/ ${moves.length}`).waitFor();
    await page.keyboard.press("End");
    for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowLeft");
    await visitor.until("steps that follow fast", (now) => now.at === moves.length - 5);
    await page.keyboard.press("Home");
    await page.locator(".count").getByText(`0 / ${moves.length}`).waitFor();
    await page.click("#analysis");
    await page.evaluate(() => document.activeElement.blur());
    for (let at = 1; at <= 13; at++) {
      await page.keyboard.press("ArrowRight");
      await page.locator(".count").getByText(`${at} / ${moves.length}`).waitFor();
      await visitor.until("the value of the next position", (now) => now.at === at && (now.values[at]?.visits ?? 0) > 100);
    }
    await page.click("#tab-moves");
    await page.mouse.move(5, 5);
    await page.waitForSelector("#board .candidate.best");
    await page.waitForSelector(".territory .of-white");
    check("the table has the candidates", await page.locator("#candidates tr").count() > 1);
    await page.waitForTimeout(1500);
    await accessible(page, "an analysis");
    await page.locator("#candidates button").first().focus();
    await page.waitForSelector("#board .expected");
    await page.click("#tab-mistakes");
    await page.click("#review");
    const reviewed = await visitor.until("the review", (now) => now.reviewed.every(Boolean));
    await accessible(page, "mistakes");
    await page.locator("#mistakes button").first().click();
    await visitor.until("the position before a mistake", (now) => now.losses[now.at]?.class);
    const { losses } = await visitor.until("a deeper look", (now) => now.at < 42);
    check("a deeper look changes no loss", JSON.stringify(losses) === JSON.stringify(reviewed.losses));
    await page.locator("#graph").scrollIntoViewIfNeeded();
    const graph = await page.locator("#graph").boundingBox();
    await page.mouse.click(graph.x + graph.width * 0.9, graph.y + graph.height / 2);
    await visitor.until("a position of the graph", (now) => now.at > 30);
    await page.click("#analysis");
    await page.waitForSelector("#board .candidate", { state: "detached" });
    await visitor.fits("a window");
    await visitor.context.close();
  },

  async "a mistake is tried again"(address) {
    const visitor = await visit(address), { page } = visitor;
    // Whoever plays E4 or B4 first takes the other's stones; Black passes.
    const game = "(;GM[1]SZ[5]KM[7]AB[aa][ba][ca][ab][cb][ac][bc][cc][ad][bd][cd][ae][be][ce]AW[da][ea][db][dc][ec][dd][ed][de][ee]PL[B];B[];W[bb])";
    await page.setInputFiles("#file", { name: "game.sgf", mimeType: "application/x-go-sgf", buffer: Buffer.from(game) });
    await page.locator(".count").getByText("2 / 2").waitFor();
    await page.click("#review");
    await page.locator("#lead").getByText(/^ ?1\. Black pass loses \d+ points/).waitFor();
    check("the position before it is shown", (await visitor.state()).at === 0);
    await accessible(page, "a review");
    await page.click("#better-line");
    await page.waitForSelector("#board .expected");
    await page.click("#try-again");
    await page.locator("#lead").getByText("Find a better move").waitFor();
    check("nothing tells the answer", await page.locator("#board .expected, #board .next, #board .candidate, #board .hint").count() === 0);
    await page.click("#coach-hint");
    await page.waitForSelector("#board .hint");
    await visitor.click("E4");
    await page.locator("#lead").getByText("E4 is as good as the best move.").waitFor();
    await page.click("#try-again");
    await page.locator("#lead").getByText("Find a better move").waitFor();
    await page.click("#show-better");
    await page.waitForSelector("#board .expected");
    await visitor.shoot("coach");
    await page.locator("#whose label").nth(2).click();
    check("White made no mistakes that matter", await page.locator("#mistakes tr").count() === 0);
    await page.setViewportSize({ width: 360, height: 740 });
    await visitor.fits("a review on a phone");
    await visitor.shoot("coach-phone");
    await visitor.context.close();
  },

  async "mistakes come back as problems"(address) {
    const visitor = await visit(address), { page } = visitor;
    await visitor.begin({ size: 5, player: "black" });
    await page.click("#pass");
    await visitor.settled("the answer", (now) => now.at === 2);
    await page.click("#resign");
    await page.click("#resign-yes");
    await page.click("#look-back");
    await page.getByRole("button", { name: "Problems (1)" }).waitFor({ timeout: 2 * TIMEOUT });
    const game = "(;GM[1]SZ[5]KM[7]AB[aa][ba][ca][ab][cb][ac][bc][cc][ad][bd][cd][ae][be][ce]AW[da][ea][db][dc][ec][dd][ed][de][ee]PL[B];B[];W[bb])";
    await page.setInputFiles("#file", { name: "game.sgf", mimeType: "application/x-go-sgf", buffer: Buffer.from(game) });
    await page.locator(".count").getByText("2 / 2").waitFor();
    await page.click("#review");
    await page.locator("#lead").getByText(/^ ?1\. Black pass loses \d+ points/).waitFor();
    await page.locator("#whose label").nth(1).click();
    await page.click("#practise");
    await page.locator("#problem").getByText("Problem 1 of 2.").waitFor();
    await page.locator("#lead").getByText("Black played pass. Find a better move.").waitFor();
    check("nothing tells the answer", await page.locator("#board .expected, #board .next, #board .candidate, #board .hint").count() === 0);
    check("the next problem waits for an answer", await page.locator("#next-problem").isDisabled());
    await accessible(page, "a problem");
    await visitor.click("A1");
    await page.locator("#lead").getByText(/^ ?A1 is/).waitFor();
    await page.locator("#problem").getByText("It comes back tomorrow.").waitFor();
    await page.click("#try-again");
    await page.locator("#lead").getByText("Find a better move").waitFor();
    await visitor.shoot("problem");
    await page.setViewportSize({ width: 360, height: 740 });
    await visitor.fits("a problem on a phone");
    await visitor.shoot("problem-phone");
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.click("#next-problem");
    await page.locator("#problem").getByText("Problem 2 of 2.").waitFor();
    await page.click("#coach-hint");
    await page.waitForSelector("#board .hint");
    await visitor.click("E4");
    await page.locator("#lead").getByText("E4 is as good as the best move.").waitFor();
    await page.locator("#problem").getByText("It comes back tomorrow.").waitFor();
    check("no problem is left today", await page.locator("#next-problem").isDisabled());
    await page.reload();
    await page.locator("#problem").getByText("Problem 2 of 2.").waitFor();
    await page.click("#end-problems");
    await visitor.until("the record that was shown before", (now) => now.moves.length === 2 && now.problems === 0 && !now.problem && !now.can_restore);
    await page.waitForSelector("#problem", { state: "detached" });
    await visitor.context.close();
  },

  async "a file of problems"(address) {
    const visitor = await visit(address), { page } = visitor, lead = page.locator("#lead");
    await visitor.begin({ size: 5, player: "both" });
    await visitor.click("C3");
    await visitor.until("a move", (now) => now.moves.length === 1);
    const file = `(;GM[1]SZ[9]AB[cc]AW[dd]PL[B]C[Black to play.](;B[ee];W[ff];B[gg]C[RIGHT: well done])(;B[aa];W[bb]C[Too slow.]))
      (;GM[1]SZ[5]KM[7]AB[aa][ba][ca][ab][cb][ac][bc][cc][ad][bd][cd][ae][be][ce]AW[da][ea][db][dc][ec][dd][ed][de][ee]PL[B])
      (;GM[1]SZ[13]AB[cc]AW[dd]PL[W])`;
    await page.setInputFiles("#file", { name: "problems.sgf", mimeType: "application/x-go-sgf", buffer: Buffer.from(file) });
    await page.locator("#problem").getByText("Problem 1 of 3.").waitFor();
    await lead.getByText("Black to move.").waitFor();
    await page.locator("#comment").getByText("Black to play.").waitFor();
    check("nothing tells the answer", await page.locator("#board .expected, #board .next, #board .other, #board .hint").count() === 0);
    await accessible(page, "a problem of a file");
    await visitor.click("A9");
    await lead.getByText("A9 is not the answer of the file.").waitFor();
    await page.waitForSelector("#board .expected");
    await page.click("#show-better");
    await lead.getByText("E5 F4 G3").waitFor();
    await page.click("#try-again");
    await lead.getByText("Black to move.").waitFor();
    await visitor.click("E5");
    await visitor.until("the reply of the file", (now) => now.at === 2 && now.moves[1].move === "F4");
    await lead.getByText("Black to move.").waitFor();
    await visitor.click("G3");
    await lead.getByText("G3 is right.").waitFor();
    await visitor.shoot("problem-of-file");
    await page.click("#next-problem");
    await page.locator("#problem").getByText("Problem 2 of 3.").waitFor();
    await visitor.click("E4");
    await lead.getByText("E4 is as good as the best move. The file has no answer: this is judged by search.").waitFor();
    await page.click("#try-again");
    await lead.getByText("Black to move.").waitFor();
    await page.click("#next-problem");
    await page.locator("#problem").getByText("Problem 3 of 3.").waitFor();
    await visitor.click("C3");
    await lead.getByText("mistakes cannot be told on this board").waitFor();
    await page.click("#end-problems");
    await visitor.until("the game before", (now) => now.size === 5 && now.moves.length === 1 && !now.problem);
    await visitor.context.close();
  },

  async "comments and variations of a record"(address) {
    const visitor = await visit(address), { page } = visitor;
    const game = "(;GM[1]SZ[9]KM[7]PB[Lee]PW[Kim]C[A game from the club.];B[ee]TR[ee]LB[gc:A][cc:7];W[ge]C[An unusual answer.\nWhat do you think?](;B[gd];W[fd];B[gf](;W[hd];B[he];W[gc])(;W[gc];B[he];W[hd]))(;B[ff]C[Too slow.];W[gc])(;B[ce](;W[gc])(;W[cc];B[dd])))";
    await page.setInputFiles("#file", { name: "game.sgf", mimeType: "application/x-go-sgf", buffer: Buffer.from(game) });
    await visitor.until("the record", (now) => now.tree.length === 18 && now.moves.length === 8);
    await page.keyboard.press("Home");
    await page.locator("#comment").getByText("A game from the club.").waitFor();
    await page.keyboard.press("ArrowRight");
    await page.locator("#board .mark").nth(2).waitFor();
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("switch", { name: "Move numbers" }).check();
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "detached" });
    check("a mark leaves no room for a number", await page.locator("#board .number").count() === 0);
    await page.keyboard.press("ArrowRight");
    await page.locator("#board .number").getByText("2", { exact: true }).waitFor();
    check("both stones have numbers", await page.locator("#board .number").count() === 2);
    await page.keyboard.press("End");
    await page.locator("#board .number").nth(6).waitFor();
    await visitor.shoot("numbers");
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("switch", { name: "Move numbers" }).uncheck();
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "detached" });
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.locator("#board .mark").nth(2).waitFor();
    await visitor.shoot("marks");
    await page.keyboard.press("Home");
    await page.waitForSelector("#board .mark", { state: "detached" });
    await page.click("#tab-tree");
    check("the tree has all moves", await page.locator("#tree .node").count() === 18);
    await page.locator("#panel").getByLabel("△").check();
    await visitor.click("C3");
    await page.waitForSelector("#board .mark");
    await page.locator("#panel").getByLabel("A", { exact: true }).check();
    await visitor.click("C3");
    await page.locator("#board .mark text").getByText("A", { exact: true }).waitFor();
    check("a mark is no move", (await visitor.state()).moves.length === 8);
    await page.locator("#panel textarea").fill("A game from the club [2026].");
    await page.locator("#tree .node[aria-label='Move 2: White G5.']").click();
    await visitor.until("a comment", (now) => now.tree[0].comment === "A game from the club [2026]." && now.tree[0].marks.length === 1);
    await accessible(page, "notes");
    await page.locator("#panel").getByLabel("none").check();
    await page.locator("#comment").getByText("What do you think?").waitFor();
    check("the beginnings of variations are on the board", await page.locator("#board .other").count() === 2);
    await visitor.click("F4");
    await visitor.until("a recorded variation", (now) => now.line[3] === 12 && now.at === 3);
    await page.locator("#comment").getByText("Too slow.").waitFor();
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("v");
    await visitor.until("the next variation", (now) => now.moves[2].move === "C5" && now.at === 3);
    await page.click("#analysis");
    await visitor.click("C4");
    const tried = await visitor.until("a move that was tried, with its value", (now) => now.moves[3]?.move === "C4" && (now.values[4]?.visits ?? 0) > 100);
    check("the game stays", tried.main.length === 9 && tried.tree.length === 19 && tried.phase === "open");
    await page.waitForSelector("#board .candidate.best");
    await accessible(page, "a variation");
    await page.mouse.move(5, 5);
    await page.waitForTimeout(400);
    await visitor.shoot("variations");
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save SGF" }).click()]);
    const saved = fs.readFileSync(await download.path(), "utf8");
    check("what was tried and said is saved", /\(;W\[cf\]\)/.test(saved.replaceAll("\n", "")) && saved.includes("C[Too slow.]"));
    check(`comments and marks are saved: ${saved}`, saved.includes("[2026\\].]") && saved.includes("LB[cg:A]"));
    await page.click("#to-game");
    await visitor.until("the game", (now) => now.line.join() === now.main.join() && now.at === 2);
    await visitor.fits("variations");
    await page.setViewportSize({ width: 360, height: 740 });
    await page.locator("#tree").scrollIntoViewIfNeeded();
    await visitor.fits("variations on a phone");
    await visitor.shoot("variations-phone");
    await visitor.context.close();
  },

  async "hint, score, and a warning"(address) {
    const visitor = await visit(address), { page } = visitor;
    await visitor.begin({ size: 9, player: "black" });
    await page.click("#hint");
    await page.waitForSelector("#board .candidate.best");
    check("one move is shown", await page.locator("#board .candidate").count() === 1);
    await page.click("#score");
    await page.waitForSelector(".territory rect");
    await page.getByRole("status").locator("strong").waitFor();
    await page.getByRole("button", { name: "Settings" }).click();
    await accessible(page, "the settings");
    await page.getByRole("switch", { name: /Warn me/ }).check();
    await page.keyboard.press("Escape");
    await visitor.until("an analysis or a review", (now) => now.reviewed[0] || (now.values[0]?.visits ?? 0) > 500);
    await page.waitForTimeout(500);
    await visitor.click("A1");
    await page.getByRole("alertdialog").waitFor();
    await accessible(page, "a warning");
    await page.getByRole("button", { name: "Show why" }).click();
    await page.waitForSelector("#board .expected");
    await visitor.shoot("warning");
    await page.getByRole("button", { name: "Take back" }).click();
    await visitor.settled("the move is taken back", (now) => now.moves.length === 0);
    await page.keyboard.press("?");
    await page.waitForSelector("kbd");
    await accessible(page, "the keys");
    await page.keyboard.press("Escape");
    await visitor.begin({ size: 13, player: "both" });
    await page.getByText("There is no network for 13x13").waitFor();
    await page.click("#tab-mistakes");
    await page.getByText("They cannot be told on this board.").waitFor();
    await visitor.context.close();
  },

  async "the opening book, a position that is set up, and its exact result"(address) {
    const visitor = await visit(address), { page } = visitor;
    await page.click("#tab-explore");
    await page.click("#walk");
    await visitor.settled("a walk", (now) => now.player === "both" && now.revision > 0);
    for (let at = 1; at <= 3; at++) {
      await page.waitForSelector("#board .candidate.best");
      await page.locator("#book button").first().click();
      await visitor.until("a move of the book", (now) => now.at === at);
      await page.locator(".status").getByText(`Move ${at}:`).waitFor();
    }
    await page.waitForSelector("#book tr");
    await page.mouse.move(5, 5);
    await page.evaluate(() => document.activeElement.blur());
    await page.waitForTimeout(300);
    await accessible(page, "the opening book");
    await visitor.shoot("book");
    await page.keyboard.press("ArrowLeft");
    await visitor.until("a step back", (now) => now.at === 2);
    await page.click("#set-up");
    const setup = page.locator(".setup");
    await setup.locator("input[type=number]").first().fill("5");
    await setup.locator("input[type=number]").last().fill("0");
    const put = async (names) => {
      for (const name of names) await page.mouse.click(...await spotOn(page, 5, name));
    };
    await page.waitForTimeout(300);
    await put(["A1"]);
    await setup.locator("input[value=white]").first().check();
    await put(["A2", "B1"]);
    await page.click("#use-setup");
    await setup.getByText("Every stone needs a liberty.").waitFor();
    await setup.getByRole("button", { name: "Clear the board" }).click();
    await put(["D1", "D2", "D3", "D4", "D5", "E2", "E4"]);
    await setup.locator("input[value=black]").first().check();
    await put(["B1", "B2", "B3", "B4", "B5", "A2", "A4"]);
    await page.locator("#stones").getByText("Black: B5 A4 B4 B3 A2 B2 B1. White: D5 D4 E4 D3 D2 E2 D1.").waitFor({ state: "attached" });
    await accessible(page, "a position that is set up");
    await page.click("#use-setup");
    await page.locator("#proved").getByText("Proved: Black wins by 1.").waitFor();
    await page.waitForSelector("#board .candidate.best");
    await page.mouse.move(5, 5);
    await accessible(page, "an exact result");
    await visitor.shoot("proved");
    await page.locator("#panel input[type=radio][value=black]").check();
    await visitor.settled("a color", (now) => now.player === "black" && now.size === 5);
    await page.waitForSelector("#results tr");
    await page.locator("#results button").first().click();
    await visitor.settled("the answer", (now) => now.moves.length === 2);
    await visitor.fits("exact results");
    await visitor.context.close();
  },

  async "a part of the board that decides alone"(address) {
    const visitor = await visit(address), { page } = visitor;
    await page.click("#tab-explore");
    await page.click("#set-up");
    const setup = page.locator(".setup");
    const put = async (tool, names) => {
      await setup.locator(`input[value=${tool}]`).first().check();
      for (const name of names) await page.mouse.click(...await spotOn(page, 9, name));
    };
    await put("black", ["A2", "B2", "C2", "D2", "D1", "G7"]);
    await put("white", ["A3", "B3", "C3", "D3", "E2", "E1", "G3"]);
    await put("part", ["A1", "J9"]);
    await page.click("#use-setup");
    await setup.getByText("No room for living stones around.").waitFor();
    await put("part", ["E3", "A1"]);
    await page.waitForFunction(() => document.querySelectorAll(".territory rect").length === 15);
    await accessible(page, "a part that is marked");
    await visitor.fits("a part that is marked");
    await visitor.shoot("part");
    await setup.locator("input[value=white]").last().check();
    await page.click("#use-setup");
    await page.locator("#proved").getByText(/^Proved: White wins by/).waitFor();
    const { stones, to_move } = await visitor.state();
    check("stones around the part", stones[5].startsWith("OOOOO") && to_move === "white" && stones.join("").split(".").length < 20);
    await page.locator("#results button").first().click();
    await visitor.settled("the vital point", (now) => now.moves[0]?.move === "B1");
    await visitor.context.close();
  },

  async "stones, coordinates and candidates on the board"(address) {
    const visitor = await visit(address), { page } = visitor;
    const open = async (size, moves) => {
      await page.setInputFiles("#file", { name: "game.sgf", mimeType: "application/x-go-sgf", buffer: Buffer.from(`(;GM[1]KM[7]SZ[${size}]${moves})`) });
      await visitor.until("the record", (now) => now.size === size && now.moves.length === 4);
      await page.waitForFunction((count) => document.querySelectorAll(".coordinates text").length === count, 4 * size);
    };
    for (const [size, stars, moves] of [[5, 0, ";B[aa];W[ea];B[ae];W[ee]"], [9, 5, ";B[aa];W[ia];B[ai];W[ii]"], [13, 5, ";B[aa];W[ma];B[am];W[mm]"], [19, 9, ";B[aa];W[sa];B[as];W[ss]"]]) {
      await open(size, moves);
      check(`${stars} star points on ${size}x${size}`, await page.locator(".grid circle").count() === stars);
      const covered = await page.evaluate(() => {
        const boxes = (selector) => [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
        const stones = boxes("#board .stones .stone");
        const isOver = (one, two) => one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom;
        return boxes(".coordinates text").filter((text) => stones.some((stone) => isOver(text, stone))).length;
      });
      check(`no coordinate is under a stone on ${size}x${size}`, covered === 0);
    }
    const candidates = [["E5", 20], ["C3", 19.5], ["G7", 7.6], ["C7", -80.9]].map(([move, lead]) => ({ move, visits: 56789, win_rate: 0.5, lead, line: [move] }));
    await page.route("**/api/events", async (route) => {
      const { revision } = await visitor.state();
      const analysis = { revision, to_move: "black", visits: 99999, win_rate: 0.5, lead: 20, done: true, candidates, owners: null };
      await route.fulfill({ contentType: "text/event-stream", body: `event: analysis\ndata: ${JSON.stringify(analysis)}\n\n` });
    });
    for (const [width, height] of [[1280, 800], [360, 740]]) {
      await page.setViewportSize({ width, height });
      await open(9, ";B[aa];W[ia];B[ai];W[ii]");
      if (await page.locator("#analysis[aria-checked=false]").count()) await page.click("#analysis");
      await page.locator("#board .candidate .first").getByText(/−10(0.9|1)/).waitFor();
      const wide = await page.evaluate(() => [...document.querySelectorAll(".candidate text")].filter((text) => {
        const [font, dy] = [parseFloat(getComputedStyle(text).fontSize), Number(text.getAttribute("dy"))];
        return Math.hypot(text.getBBox().width / 2, Math.max(Math.abs(dy), Math.abs(dy - 0.72 * font))) > 0.44;
      }).map((text) => text.textContent));
      check(`the texts of candidates are inside of their circles: ${wide}`, wide.length === 0);
    }
    await visitor.context.close();
  },

  async "a board that stays in sight, and buttons that do not move"(address) {
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
    for (const [name, options] of [["a phone", phone], ["a window", {}]]) {
      const visitor = await visit(address, options), { page } = visitor;
      const put = async (move) => {
        for (let taps = 0; taps < (options.hasTouch ? 2 : 1); taps++) await (options.hasTouch ? visitor.tap : visitor.click)(move);
        await visitor.until(move, (now) => now.moves.at(-1)?.move === move);
      };
      await visitor.begin({ size: 5, player: "both" });
      await put("C3");
      await page.setInputFiles("#file", { name: "game.sgf", mimeType: "application/x-go-sgf", buffer: Buffer.from("(;GM[1]SZ[5]KM[7];B[cc];W[dc](;B[bd])(;B[bb]))") });
      await visitor.until("the record", (now) => now.moves.length === 3);
      await page.click("#tab-moves");
      const place = async () => page.evaluate(() => document.querySelector(".actions").getBoundingClientRect().y + scrollY);
      const before = await place();
      const stays = async (what) => {
        check(`nothing moves in ${name}: ${what}`, await place() === before);
        check(`the status has room in ${name}: ${what}`, await page.locator(".status-text").evaluate((box) => box.scrollHeight <= box.clientHeight));
      };
      await visitor.click("C3");
      await page.getByRole("alert").getByText("C3 is occupied.").waitFor();
      check("an error is said once", await page.getByText("C3 is occupied.").count() === 1);
      await stays("an error");
      await page.click("#back");
      await visitor.until("a step back", (now) => now.at === 2);
      await put("B4");
      await page.waitForSelector("#to-game");
      await page.waitForSelector("#restore");
      await stays("a variation, and a game to bring back");
      await page.click("#score");
      await page.getByRole("status").locator("strong").waitFor();
      await stays("the score");
      for (const [language, settings] of [["zh", "Settings"], ["ja", "设置"], ["ko", "設定"], ["en", "설정"]]) {
        await page.getByRole("button", { name: settings }).click();
        await page.selectOption("dialog select", language);
        await page.keyboard.press("Escape");
        await stays(language);
      }
      await page.click("#analysis");
      await page.click("#tab-moves");
      await page.waitForSelector("#candidates tr");
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await page.waitForTimeout(200);
      const [board, row] = [await page.locator("#board").boundingBox(), await page.locator("#candidates tr").first().boundingBox()];
      check(`the board is in sight at the end of the page in ${name}`, board.y >= 0 && board.y + board.height <= page.viewportSize().height);
      if (options.hasTouch) check(`a row is a target of 40 pixels: ${row.height}`, row.height >= 40);
      await page.mouse.move(5, 5);
      await page.mouse.click(row.x + row.width - 5, row.y + row.height - 3);
      await page.waitForSelector("#board .expected");
      check("the row's button has the focus", await page.evaluate(() => document.activeElement.matches("#candidates tr:first-child button")));
      await visitor.fits(name);
      await accessible(page, `${name} with an analysis`);
      await visitor.shoot(`below-${name.slice(2)}`);
      if (options.hasTouch) {
        await page.setViewportSize({ width: 740, height: 360 });
        await page.waitForTimeout(300);
        check("on its side, a phone is as high as the board", (await page.locator("#board").boundingBox()).height > 0.9 * 360);
        await visitor.fits("a phone on its side");
        await accessible(page, "a phone on its side");
        await visitor.shoot("phone-on-its-side");
      }
      await visitor.context.close();
    }
  },

  async "errors that say what to do, and names of files"(address) {
    const visitor = await visit(address), { page } = visitor;
    const open = (text) => page.setInputFiles("#file", { name: "game.sgf", mimeType: "application/x-go-sgf", buffer: Buffer.from(text) });
    const says = async (text) => {
      await page.getByRole("alert").getByText(text).first().waitFor();
      check(`it is said once: ${text}`, await page.getByText(text).count() === 1);
    };
    const sent = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
    await open(`(;SZ[9]C[${"x".repeat(2.25 * 1024 * 1024)}])`);
    await says("The file has 2.3 MB; 1 MB is the limit.");
    check("a long record is not sent", sent.length === 0);
    for (const [text, error] of [["hello", "Choose an SGF file."], ["(;GM[3]SZ[9])", "another game"], ["(;GM[1]SZ[40])", "not a square of 2 to 19"]]) {
      await open(text);
      await says(error);
    }
    await page.click("nav .main");
    check("an error ends when a window is opened", await page.getByText("not a square of 2 to 19").count() === 0);
    const form = page.locator("#form"), start = form.locator("button[type=submit]");
    sent.length = 0;
    for (const [field, wrong, right, text] of [["Handicap", "1", "2", "Handicap: 0, or 2 to 9 stones."], ["Komi", "500", "", "Komi: a number from −400 to 400"], ["Minutes each", "0", "", "Minutes each: a clock needs"], ["Seconds a move", "-1", "0", "Seconds a move: 0 to 3600."]]) {
      await form.getByLabel(field).fill(wrong);
      await says(text);
      await start.click();
      check(`the field has the focus: ${field}`, await form.getByLabel(field).evaluate((input) => input === document.activeElement));
      await form.getByLabel(field).fill(right);
    }
    await form.locator("input[value='0']").check();
    await form.getByLabel("Board size").last().fill("");
    await says("Board size: a whole number from 2 to 19.");
    await accessible(page, "a field with an error");
    await visitor.shoot("new-game-error");
    check("nothing that is wrong is sent", sent.length === 0);
    await form.locator("input[value='9']").check();
    await page.route("**/api/act", (route) => route.abort());
    await start.click();
    await says("The program does not respond.");
    problems.splice(0, problems.length, ...problems.filter((problem) => !/net::ERR_FAILED/.test(problem)));
    await page.unroute("**/api/act");
    await start.click();
    await page.waitForSelector("dialog", { state: "detached" });
    await visitor.until("a game with a handicap", (now) => now.size === 9 && now.handicap === 2);
    const saved = async () => {
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save SGF" }).click()]);
      return download.suggestedFilename();
    };
    await visitor.begin({ size: 5, player: "black" });
    check("a game is saved with this day and its players", /^20\d\d-\d\d-\d\d Human - Tao Go\.sgf$/.test(await saved()));
    await open("(;GM[1]SZ[5]KM[7]DT[1978-03-20]PB[Rin/Kaiho]PW[Fujisawa: Hosai];B[cc])");
    await visitor.until("the record", (now) => now.moves.length === 1);
    await open("(;GM[1]SZ[5]KM[7];B[cc];W[dd];AB[aa];B[bb])");
    await page.getByText("The record sets up stones after move 2.").waitFor();
    await page.locator(".count").getByText("3 / 3").waitFor();
    await page.click("#restore");
    await visitor.until("the record before", (now) => now.cautions.length === 0);
    check("a record keeps its day and its players", await saved() === "1978-03-20 RinKaiho - Fujisawa Hosai.sgf");
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
    }, " (;GM[1]SZ[6]KM[7];B[cc])");
    await visitor.until("the pasted record", (now) => now.size === 6 && now.moves.length === 1);
    await visitor.context.close();
  },

  async "earlier games"(address) {
    const visitor = await visit(address), { page } = visitor, rows = page.locator("#games li");
    const open = () => page.click("nav button[title='Open SGF']");
    const chooses = (click) => Promise.all([page.waitForEvent("filechooser"), click()]);
    const drop = (files) => page.evaluate((all) => {
      const data = new DataTransfer();
      for (const [name, text] of all) data.items.add(new File([text], name));
      document.dispatchEvent(new DragEvent("drop", { dataTransfer: data }));
    }, files);
    await chooses(open);
    await visitor.begin({ size: 5, player: "white" });
    await visitor.settled("the first move", (now) => now.at === 1);
    await page.click("#resign");
    await page.click("#resign-yes");
    await visitor.settled("a resignation", (now) => now.result === "B+R");
    await visitor.begin({ size: 9, player: "both" });
    await open();
    await rows.getByText("Tao Go against You").waitFor();
    await rows.getByText(/^\w+ \d+, 20\d\d\s· level 26\s· move 1\s· Black wins by resignation$/).waitFor();
    check("there is no search for one game", await page.locator("dialog input").count() === 0);
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "detached" });
    const records = Array.from({ length: 8 }, (_, i) => [`${i}.sgf`, `(;GM[1]SZ[${i + 5}]KM[7]DT[1978-03-0${i + 1}]PB[Rin ${i}]PW[Fujisawa]RE[W+${i}.5];B[cc];W[dd];B[dc])`]);
    await drop(records);
    await visitor.until("the last record", (now) => now.size === 12 && now.moves.length === 3 && now.games === 8);
    await open();
    await rows.nth(7).waitFor();
    await accessible(page, "earlier games");
    await visitor.shoot("games");
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: "dark" });
    await visitor.fits("earlier games on a phone");
    const low = await page.locator("#games button").evaluateAll((all) => all.filter((button) => button.offsetHeight < 40 || button.offsetWidth < 38).length);
    check("rows are targets of 40 pixels", low === 0);
    await page.waitForTimeout(300);
    await accessible(page, "earlier games in the dark");
    await visitor.shoot("games-phone");
    await page.setViewportSize({ width: 1280, height: 800 });
    const search = page.getByRole("searchbox");
    await search.fill("rin 3");
    await rows.nth(1).waitFor({ state: "detached" });
    await rows.getByText("Mar 4, 1978 · move 3 · White wins by 3.5").waitFor();
    await search.fill("nobody");
    await page.locator("dialog").getByText("none").waitFor();
    await search.fill(" resignation");
    await rows.nth(1).waitFor({ state: "detached" });
    await page.keyboard.press("Tab");
    check("the keyboard reaches a row", await rows.locator("button").first().evaluate((button) => button === document.activeElement));
    await page.keyboard.press("Enter");
    await page.waitForSelector("dialog", { state: "detached" });
    await visitor.until("the first game", (now) => now.size === 5 && now.result === "B+R" && now.player === "white" && now.games === 8);
    await page.locator("#tab-mistakes[aria-selected=true]").waitFor();
    await page.click("#restore");
    await visitor.until("the record before", (now) => now.size === 12 && now.games === 8);
    await open();
    const gone = rows.filter({ hasText: "Rin 4" });
    await gone.getByRole("button", { name: "Remove" }).click();
    await gone.getByRole("button", { name: "Remove?" }).waitFor();
    await search.focus();
    await gone.getByText("Remove?").waitFor({ state: "detached" });
    check("one click removes nothing", (await visitor.state()).games === 8);
    await gone.getByRole("button", { name: "Remove" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await gone.waitFor({ state: "detached" });
    check("one game is gone", await rows.count() === 7);
    await chooses(() => page.click("#choose"));
    await drop([records[0], ["wrong.sgf", "hello"], records[1]]);
    await page.getByRole("alert").getByText("wrong.sgf: No game was found in this file.").waitFor();
    await visitor.until("the record before the wrong one", (now) => now.size === 5 && now.names[0] === "Rin 0");
    await page.setInputFiles("#file", records.slice(1, 3).map(([name, text]) => ({ name, mimeType: "application/x-go-sgf", buffer: Buffer.from(text) })));
    await visitor.until("the last of the chosen records", (now) => now.size === 7 && now.names[0] === "Rin 2");
    await page.reload();
    await page.waitForSelector("#board");
    await open();
    await rows.filter({ hasText: "Rin 1" }).waitFor();
    check("a game that was removed stays away", await gone.count() === 0);
    await visitor.context.close();
  },

  async "two pages of one visitor"(address) {
    const visitor = await visit(address), { page } = visitor;
    await visitor.begin({ size: 5, player: "both" });
    const other = await visitor.context.newPage();
    await other.goto(address);
    await other.waitForSelector("#board");
    await other.click("#analysis");
    await other.waitForSelector("#board .candidate.best");
    await page.bringToFront();
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await visitor.click("C3");
    await page.waitForSelector("#board .stones .black");
    await other.bringToFront();
    await other.evaluate(() => dispatchEvent(new Event("focus")));
    await other.waitForSelector("#board .stones .black");
    await visitor.until("its analysis goes on", (now) => (now.values[1]?.visits ?? 0) > 100);
    await other.waitForSelector("#board .candidate.best");
    check("nothing is wrong", await other.locator(".error").textContent() === "");
    await visitor.context.close();
  },

  async "a page of another site"(address) {
    const visitor = await visit(address);
    await visitor.begin({ size: 5, player: "both" });
    await visitor.click("C3");
    const { revision } = await visitor.until("a move", (now) => now.moves.length === 1);
    const page = await visitor.context.newPage();
    await page.route("http://evil.example/", (route) => route.fulfill({ contentType: "text/html", body: "<title>evil</title>" }));
    await page.goto("http://evil.example/");
    const heard = await page.evaluate(async (host) => {
      const undo = JSON.stringify({ action: "undo" }), heard = [];
      const listen = async (path, options) => {
        try {
          const answer = await fetch(host + path, { credentials: "include", ...options });
          if (answer.type !== "opaque") heard.push(path);
        } catch {
          // Nothing was heard.
        }
      };
      for (const path of ["api/state", "api/sgf", "api/explore", "api/games", "api/solve", "api/events"]) await listen(path);
      for (const mode of ["cors", "no-cors"]) {
        for (const type of ["text/plain", "application/json"]) await listen("api/act", { method: "POST", mode, body: undo, headers: { "Content-Type": type } });
        await listen("api/sgf", { method: "POST", mode, body: "(;SZ[9])" });
      }
      const frame = document.body.appendChild(document.createElement("iframe"));
      frame.name = "frame";
      const form = document.body.appendChild(document.createElement("form"));
      Object.assign(form, { method: "POST", action: `${host}api/act`, enctype: "text/plain", target: "frame" });
      const field = form.appendChild(document.createElement("input"));
      [field.name, field.value] = ['{"action":"undo","', '":0}'];
      form.submit();
      await new Promise((done) => { frame.onload = done; setTimeout(done, 3000); });
      const events = new EventSource(`${host}api/events`, { withCredentials: true });
      await new Promise((done) => { events.onerror = done; events.onopen = () => { heard.push("events"); done(); }; });
      events.close();
      return heard;
    }, address);
    check(`it hears nothing: ${heard}`, heard.length === 0);
    check("it changes nothing", (await visitor.state()).revision === revision);
    await visitor.context.close();
  },

  async "bytes and milliseconds"(address) {
    const visitor = await visit(address), { page } = visitor;
    await visitor.begin({ size: 9, player: "both" });
    const requests = [];
    page.on("request", (request) => requests.push(new URL(request.url())));
    const start = Date.now();
    await page.reload();
    await page.waitForSelector("#board .stones");
    const board = Date.now() - start;
    const bytes = await page.evaluate(async () => (await (await fetch("/")).blob()).size);
    check("only the program is asked", requests.every(({ origin }) => origin === new URL(address).origin));
    check("one page, the state, and no other file", new Set(requests.map(({ pathname }) => pathname)).size === 2);
    const place = await visitor.spot("E5");
    const click = Date.now();
    await page.mouse.click(...place);
    await page.waitForSelector("#board .stones .black");
    console.log(`          ${bytes} bytes, ${board} ms to the board, ${Date.now() - click} ms to the first stone`);
    check("the page is small", bytes < 150000);
    await visitor.context.close();
  },

  async "a game by keyboard alone"(address) {
    const visitor = await visit(address), { page } = visitor;
    const press = (key) => page.keyboard.press(key);
    await press("n");
    await page.waitForSelector("dialog[open]");
    await accessible(page, "a new game");
    const form = page.locator("#form");
    const reach = async (what) => {
      for (let i = 0; i < 60; i++) {
        if (await what.evaluate((element) => element === document.activeElement)) return;
        await press("Tab");
      }
      throw new Error(`the keyboard does not reach ${what}`);
    };
    await reach(form.locator("input[value='9']"));
    for (let i = 0; i < 3; i++) await press("ArrowRight");
    await reach(form.locator("input[type=number]").first());
    await press("Control+A");
    await page.keyboard.type("5");
    await press("Enter");
    await visitor.settled("a new game", (now) => now.size === 5);
    await page.waitForSelector("dialog", { state: "detached" });
    await reach(page.locator("#board"));
    await press("ArrowUp");
    await press("ArrowDown");
    await page.getByText("C3, empty").waitFor({ state: "attached" });
    check("the keyboard has a cursor", await page.locator("#board .cursor").count() === 1);
    let cursor = [2, 2];
    const move = async (name) => {
      const size = (await visitor.state()).size, wanted = ["ABCDE".indexOf(name[0]), size - Number(name.slice(1))];
      await reach(page.locator("#board"));
      for (const [axis, keys] of [[0, ["ArrowLeft", "ArrowRight"]], [1, ["ArrowUp", "ArrowDown"]]]) {
        for (; cursor[axis] !== wanted[axis]; cursor[axis] += Math.sign(wanted[axis] - cursor[axis])) await press(keys[wanted[axis] > cursor[axis] ? 1 : 0]);
      }
      await press("Enter");
    };
    const end = await playToTheEnd(visitor, move, () => press("p"));
    check("the game has a result", end.result !== null);
    await page.getByRole("status").getByText("The game is over").waitFor();
    await visitor.context.close();
  },

  async "a game by touch on a phone, and a reload"(address) {
    const visitor = await visit(address, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
    const { page } = visitor;
    await visitor.begin({ size: 5, player: "black" });
    await visitor.tap("C3");
    await page.getByText("C3: tap again to play").waitFor();
    check("one tap plays nothing", (await visitor.state()).moves.length === 0);
    await visitor.tap("C3");
    await visitor.settled("the answer", (now) => now.at === 2);
    const twice = async (name) => {
      await visitor.tap(name);
      await page.waitForTimeout(60);
      await visitor.tap(name);
    };
    await playToTheEnd(visitor, twice, () => page.tap("#pass"));
    await visitor.fits("a phone");
    await accessible(page, "a phone");
    await visitor.begin({ size: 9, player: "both" });
    await page.tap("#analysis");
    await page.waitForSelector("#board .candidate.best");
    await page.tap("#analysis");
    await page.tap("#hint");
    await page.waitForSelector("#board .candidate.best");
    const place = await page.locator("#board .candidate.best").boundingBox();
    await page.touchscreen.tap(place.x + place.width / 2, place.y + place.height / 2);
    await page.waitForSelector("#board .expected");
    check("a tap on a candidate only shows its line", (await visitor.state()).moves.length === 0);
    await page.touchscreen.tap(place.x + place.width / 2, place.y + place.height / 2);
    await visitor.until("the second tap plays it", (now) => now.moves.length === 1);
    await page.tap("#restore");
    await visitor.until("the game before", (now) => now.size === 5);
    await page.evaluate(() => scrollTo(0, 0));
    await visitor.shoot("phone");
    const { moves } = await visitor.state();
    await page.reload();
    await page.waitForSelector("#board");
    check("the same game after a reload", (await visitor.state()).moves.length === moves.length && moves.length > 0);
    await visitor.context.close();
  },

  async "a game to look at"(address) {
    const visitor = await visit(address, { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 }), { page } = visitor;
    const game = "(;GM[1]FF[4]SZ[9]KM[7];B[ee];W[fg];B[gf];W[dg];B[dc];W[cf];B[gg];W[fc];B[gd];W[eb];B[gc];W[db];B[cc];W[gb];B[hb];W[ha])";
    await page.setInputFiles("#file", { name: "game.sgf", mimeType: "application/x-go-sgf", buffer: Buffer.from(game) });
    await page.locator(".count").getByText("16 / 16").waitFor();
    await page.click("#review");
    await page.waitForSelector("#players td");
    await page.waitForSelector("progress", { state: "detached", timeout: 3 * TIMEOUT });
    await page.click("#analysis");
    await page.click("#tab-game");
    await page.locator("#panel input[type=radio][value=black]").check();
    await visitor.settled("a color", (now) => now.player === "black");
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("End");
    await page.locator(".count").getByText("16 / 16").waitFor();
    await page.click("#tab-moves");
    await page.waitForSelector("#candidates td");
    check("visits are a matter for the settings", await page.locator("#candidates tr").first().locator("td").count() === 3);
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("switch", { name: "Visits of candidates" }).check();
    await page.keyboard.press("Escape");
    await page.evaluate(() => document.activeElement.blur());
    await page.locator("#candidates td").getByText(/^[\d.]+k$/).first().waitFor();
    await page.waitForTimeout(300);
    await page.mouse.move(5, 5);
    await visitor.shoot("serve");
    await visitor.context.close();
  },

  async "languages, sizes and dark"(address) {
    const visitor = await visit(address, { locale: "zh-CN", colorScheme: "dark" }), { page } = visitor;
    check("the browser's language", await page.getByRole("button", { name: "新对局" }).count() === 1);
    check("dark", await page.evaluate(() => getComputedStyle(document.body).backgroundColor) === "rgb(21, 23, 26)");
    await accessible(page, "dark");
    await page.getByRole("button", { name: "设置" }).click();
    await page.selectOption("dialog select", "ko");
    await page.keyboard.press("Escape");
    await page.reload();
    await page.getByRole("button", { name: "새 대국" }).waitFor();
    check("the language of the page", await page.evaluate(() => document.documentElement.lang) === "ko");
    for (const [width, height] of [[360, 740], [820, 1180], [1024, 600], [1920, 1080]]) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(200);
      await visitor.fits(`${width} x ${height}`);
      const box = await page.locator("#board").boundingBox();
      check(`the board is inside of ${width} x ${height}`, box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height);
      check(`the board uses ${width} x ${height}`, box.width > 0.7 * Math.min(width, height));
    }
    await visitor.shoot("dark");
    await visitor.context.close();
  },

  async "the page of an analysis"() {
    const file = path.join(work, "game.html");
    const { status } = spawnSync(program, ["analyze", "--html", file, "--seed", "1", "--playouts", "400", record], { stdio: "ignore" });
    check("the page is written", status === 0);
    for (const [name, options] of [["a window", { viewport: { width: 1280, height: 800 } }], ["a phone", { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }]]) {
      const { context, page, fits, shoot } = await visit(`file://${file}`, options);
      const count = page.locator(".count"), at = async () => Number((await count.textContent()).split("/")[0]);
      const stones = () => page.locator("#board .stones .stone").count();
      const worst = await at();
      check("the names are shown", (await page.title()).startsWith("tao-go-2010 – default"));
      check("it opens before the worst mistake, and shows the better move", await page.locator("#mistakes tr.here").count() === 1);
      await page.waitForSelector("#board .candidate.best");
      await page.waitForSelector("#board .next");
      if (name === "a window" && folder) {
        await page.locator("#mistakes button").getByText(/^14\./).click();
        await count.getByText("13 / 42").waitFor();
        await page.mouse.move(5, 5);
        await page.waitForTimeout(300);
        await shoot("review");
        const row = await page.locator("#mistakes tr.here").boundingBox(), lead = await page.locator(".coach").boundingBox();
        check("the row and the sentence are in view", lead.y >= 0 && row.y >= lead.y + lead.height && row.y + row.height <= 800);
        await page.emulateMedia({ colorScheme: "dark" });
        await page.waitForTimeout(500);
        await shoot("review-dark");
        await page.emulateMedia({ colorScheme: "light" });
      }
      if (name === "a phone") {
        await page.locator(".coach").evaluate((coach) => coach.scrollIntoView({ block: "end" }));
        await page.waitForTimeout(300);
        await shoot("review-phone");
      }
      await page.keyboard.press("Home");
      await count.getByText("0 / 42").waitFor();
      check("the first position has no stones", await stones() === 0);
      await page.keyboard.press("ArrowRight");
      await count.getByText("1 / 42").waitFor();
      check("one stone after a move", await stones() === 1);
      await page.keyboard.press("ArrowLeft");
      for (const [key, row] of [["ArrowDown", 1], ["ArrowDown", 2], ["ArrowUp", 1]]) {
        await page.keyboard.press(key);
        await page.waitForSelector(`#mistakes tr:nth-child(${row} of tr:has(button)).here`);
      }
      await page.click("#tab-moves");
      await page.locator("#lead").getByText(/^ ?\d+\. .* loses [\d.]+ points/).waitFor();
      check("candidates with points", /^[+−]?\d/.test(await page.locator("#candidates tr td:nth-child(3)").first().textContent()));
      await page.locator("#candidates button").first().focus();
      await page.waitForSelector("#board .expected");
      await page.click("#tab-mistakes");
      check("both players have their moves", await page.locator("#players tr").count() === 2);
      await page.waitForSelector(".territory rect", { state: "attached" });
      await page.click("#owners");
      await page.waitForSelector(".territory rect", { state: "detached" });
      await page.click("#analysis");
      await page.waitForSelector("#board .candidate", { state: "detached" });
      await page.click("#analysis");
      const graph = page.locator("#graph");
      await graph.scrollIntoViewIfNeeded();
      const box = await graph.boundingBox();
      await page.mouse.click(box.x + box.width * 0.91, box.y + box.height / 2);
      await count.getByText("42 / 42").waitFor();
      await page.locator("#mistakes button").first().click();
      await page.waitForSelector("#mistakes tr:nth-child(1 of tr:has(button)).here");
      await page.click("#tab-tree");
      await page.locator("#tree .node").nth(3).click();
      await count.getByText("3 / 42").waitFor();
      check("nothing that needs an engine is offered", await page.locator("#undo, #review, nav .main").count() === 0 && worst < 42);
      await accessible(page, "a page of an analysis");
      await fits("a page of an analysis");
      await context.close();
    }
  },
};

try {
  const address = await startServer();
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
  const scenes = Object.entries(SCENES).filter(([name]) => !only || name.includes(only));
  for (const [name, scene] of scenes) {
    const start = Date.now();
    try {
      await scene(address);
    } catch (error) {
      throw new Error(`${name}: ${error.message}`);
    }
    console.log(`${((Date.now() - start) / 1000).toFixed(1).padStart(6)} s  ${name}`);
  }
  check(`the page has no errors: ${problems.join("; ")}`, problems.length === 0);
  console.log(`${scenes.length} passed, 0 failed`);
} catch (error) {
  console.error(error.message, problems);
  process.exitCode = 1;
} finally {
  await browser?.close();
  server?.kill();
  fs.rmSync(work, { recursive: true, force: true, maxRetries: 5 });
}
