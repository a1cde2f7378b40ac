import { expect, it } from "vitest";

import { RANKS, levelOf, rankOf } from "./facts";
import { nextLevel, wrongFields } from "./new_game";
import type { GameState, NewGame } from "./protocol";
import { game } from "./test_data";
import { speaker } from "./texts";

const wrong = (change: Partial<NewGame>) =>
  wrongFields({ size: 9, komi: null, handicap: 0, rules: null, level: null, player: "black", minutes: null, ...change }, speaker("en"));

it("a rank has the nearest level, and the weakest beginner the lowest", () => {
  expect(levelOf(99)).toBe(1);
  expect(levelOf(-99)).toBe(RANKS.indexOf(RANKS.at(-1)!) + 1);
  RANKS.forEach((rank) => expect(levelOf(rank)).toBe(RANKS.indexOf(rank) + 1));
  expect([levelOf(1), levelOf(-1)].map(rankOf)).toEqual([1, 1]);
});

it("what the program accepts passes", () => {
  const games: Partial<NewGame>[] = [
    {}, { handicap: 2 }, { handicap: 9 }, { size: 8, handicap: 4 }, { size: 7, handicap: 4 }, { size: 5 }, { size: 2 }, { size: 19, komi: -400 }, { komi: 3.75 },
    { minutes: 0.5 }, { minutes: 0, increment: 5 }, { minutes: 1440 },
  ];
  for (const game of games) expect(wrong(game)).toEqual({});
});

it("what it refuses is said at its field", () => {
  for (const size of [0, 1, 20, 9.5]) expect(wrong({ size })).toHaveProperty("size");
  for (const handicap of [1, 10, -2, 2.5]) expect(wrong({ handicap }).handicap).toBe("0, or 2 to 9 stones.");
  expect(wrong({ size: 8, handicap: 5 }).handicap).toBe("0, or 2 to 4 stones.");
  expect(wrong({ size: 5, handicap: 2 }).handicap).toContain("no handicap");
  for (const komi of [-401, 400.5, Infinity]) expect(wrong({ komi })).toHaveProperty("komi");
  for (const minutes of [-1, 1441, 0]) expect(wrong({ minutes })).toHaveProperty("minutes");
  expect(wrong({ increment: 5 })).toHaveProperty("minutes");
  expect(wrong({ minutes: 5, increment: -1 })).toHaveProperty("increment");
});

it("after a clear game the next level is proposed", () => {
  const next = (change: Partial<GameState>) => nextLevel(game({ level: 7, phase: "over", player: "black", ...change }));
  expect(["B+R", "B+12.5", "B+3", "W+Time", "W+40", "W+0.5", "0"].map((result) => next({ result }))).toEqual([8, 8, 7, 6, 6, 7, 7]);
  expect([next({ result: "B+R", level: 26 }), next({ result: "W+R", level: 1 })]).toEqual([26, 1]);
  expect([next({ result: "B+R", player: "both" }), next({ result: null, phase: "open" })]).toEqual([7, 7]);
});
