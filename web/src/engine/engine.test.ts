import { beforeEach, expect, test } from "vitest";

import type { Analysis } from "../protocol.js";
import { Client, type Game } from "./client.js";
import { TestSession, TestWorker } from "./test_worker.js";

let worker: TestWorker;
let client: Client;

beforeEach(async () => {
  TestSession.made = [];
  worker = new TestWorker();
  client = await new Client(worker, 64).ready();
});

const newest = () => TestSession.made.at(-1) as TestSession;
const code = (promise: Promise<unknown>) => promise.then(() => "none", (error: { code: unknown }) => error.code);

async function all(analyses: AsyncIterable<Analysis>): Promise<number[]> {
  const visits = [];
  for await (const analysis of analyses) visits.push(analysis.visits);
  return visits;
}

test("games of one worker have their own moves", async () => {
  const [one, other] = await Promise.all([client.game(), client.game({ sgf: "D4 E5" })]);
  await one.play("C3");
  await other.play("pass");
  expect([one.state.moves, other.state.moves]).toEqual([["C3"], ["D4", "E5", "pass"]]);
  expect([await one.toSgf(), (await other.score()).score]).toEqual(["C3", "B+1"]);
  expect(await other.games()).toEqual([{ time: 1, moves: 3 }]);
  expect(newest().memory).toBe(64);
  expect(worker.isExpected).toBe(false);
});

test("refusals have codes, and the game goes on", async () => {
  const game = await client.game();
  expect(await code(game.play("A1"))).toBe("illegal-move");
  // Values that are not of the declared types do no harm either.
  const any = game as unknown as Record<string, (value?: unknown) => Promise<unknown>>;
  for (const [ask, value] of [
    ["act", undefined], ["load", 5], ["load", undefined], ["solve", { ms: "long" }], ["solve", { ms: Infinity }],
    ["choose", { level: 257 }], ["choose", { level: "high" }], ["choose", { ms: -1 }], ["ask", "nothing"],
  ] as const) {
    expect(await code(any[ask]?.(value) as Promise<unknown>), `${ask} ${value}`).toMatch(/^(bad-request|illegal-move)$/);
  }
  expect(await code(all(game.analyze({ ms: NaN })))).toBe("bad-request");
  expect(await code(new Client(new TestWorker(), 5).game())).toBe("bad-request");
  await game.play("C3");
  expect(game.state.moves).toEqual(["C3"]);
});

test("an analysis ends when it finds no more, with its time, when the loop is left, and when the game changes", async () => {
  const game = await client.game();
  expect(await all(game.analyze())).toEqual([1, 2, 3, 4, 5]);
  expect(await all(game.analyze({ ms: 1 }))).toEqual([6]);
  for await (const { visits } of game.analyze({ ownership: false })) {
    expect(visits).toBe(7);
    break;
  }
  await game.play("C3");
  const searches = newest().searches;
  const analyses = game.analyze();
  await analyses.next();
  expect(await code(game.play("A1"))).toBe("illegal-move");
  expect((await analyses.next()).done).toBe(false);
  await game.play("C3");
  expect((await all(analyses)).length).toBeLessThan(3);
  expect(newest().searches).toBeLessThan(searches + 6);
  expect(worker.isExpected).toBe(false);
});

test("a signal ends a search with its reason", async () => {
  const game = await client.game();
  const stop = new AbortController();
  const found: number[] = [];
  const run = async () => {
    for await (const { visits } of game.analyze({ signal: stop.signal })) {
      found.push(visits);
      stop.abort("enough");
    }
  };
  await expect(run()).rejects.toBe("enough");
  expect(found).toEqual([1]);
  await expect(all(game.analyze({ signal: stop.signal }))).rejects.toBe("enough");
  await expect(game.choose({ signal: stop.signal })).rejects.toBe("enough");
  const later = new AbortController();
  const choice = game.choose({ signal: later.signal });
  setTimeout(() => later.abort("late"));
  await expect(choice).rejects.toBe("late");
  expect(worker.isExpected).toBe(false);
});

test("a move is chosen in slices", async () => {
  const game = await client.game();
  expect(await game.choose({ level: 3 })).toMatchObject({ move: "C3" });
  expect(newest().searches).toBe(1);
  await game.choose({ ms: 60000 });
  expect(newest().searches).toBe(4);
});

test("a game that was freed has an error of its own", async () => {
  const game = await client.game();
  const analysis = all(game.analyze());
  await game.play("C3");
  game.free();
  game.free();
  await analysis;
  expect(await code(game.play("D4"))).toBe("freed");
  expect(await code(all(game.analyze()))).toBe("freed");
  await client.game();
  expect(TestSession.made[0]?.isFree).toBe(true);
});

test("an engine that has ended answers nobody", async () => {
  const games: Game[] = [await client.game(), await client.game()];
  const waiting = games.map((game) => code(game.choose({ ms: 60000 })));
  client.terminate();
  expect(await Promise.all(waiting)).toEqual(["terminated", "terminated"]);
  expect(await code(client.game())).toBe("terminated");
  expect(worker.isTerminated).toBe(true);
  games[0]?.free();
});

test("an error of the engine is not a refusal", async () => {
  const game = await client.game();
  const other = code(game.score());
  expect(await code(game.play("B1"))).toBe("crashed");
  expect(await other).toBe("none");
  expect(await code(game.score())).toBe("crashed");
  expect(worker.isTerminated).toBe(true);
});

test("an engine that cannot be loaded says so, and a signal ends the loading", async () => {
  const broken = new TestWorker(Promise.reject(new Error("404")));
  expect(await code(new Client(broken, 64).ready())).toBe("not-loaded");
  const missing = new TestWorker();
  const loading = code(new Client(missing, 64).ready());
  missing.fail("no script");
  expect(await loading).toBe("not-loaded");
  const stop = new AbortController();
  const slow = new TestWorker(new Promise(() => undefined));
  const waiting = new Client(slow, 64).ready(stop.signal);
  stop.abort("too slow");
  await expect(waiting).rejects.toBe("too slow");
  expect(slow.isTerminated).toBe(true);
  const unused = new TestWorker();
  await expect(new Client(unused, 64).ready(stop.signal)).rejects.toBe("too slow");
  expect(unused.isTerminated).toBe(true);
});
