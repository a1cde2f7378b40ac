import { describe, expect, it } from "vitest";

import { candidateLoss, losses, mistakes, reach, stepOf, summaries } from "./facts";
import type { GameState } from "./protocol";
import { type Event, type Model, initial, reduce } from "./state";
import { SETTINGS, analysis, game } from "./test_data";

const answer = (model: Model, state: GameState, number = 1) => reduce(model, { type: "answered", number, game: state, now: 0 });
const after = (model: Model, ...events: Event[]) => events.reduce(reduce, model);
const shown = (change: Partial<GameState> = {}) => answer(initial(SETTINGS), game(change));

describe("answers", () => {
  it("that were overtaken tell nothing new", () => {
    const model = answer(shown({ revision: 5 }), game({ revision: 6 }), 3);
    expect(answer(model, game({ revision: 4 }), 2).game?.revision).toBe(6);
    expect(answer(model, game({ revision: 7 }), 2).game?.revision).toBe(7);
    expect(answer(model, game({ revision: 6, level: 3 }), 4).game?.level).toBe(3);
  });

  it("begin with the cursor in the middle and keep it on the same board", () => {
    expect(shown().cursor).toEqual([2, 2]);
    const moved = reduce(shown(), { type: "cursor", place: [0, 1] });
    expect(answer(moved, game({ revision: 2 }), 2).cursor).toEqual([0, 1]);
    expect(answer(moved, game({ revision: 2, size: 9 }), 2).cursor).toEqual([4, 4]);
  });

  it("end what was shown for the position before", () => {
    const model = after(shown(), { type: "hint", on: true }, { type: "preview", moves: ["C3"] }, { type: "chosen", place: [1, 1] });
    expect(model).toMatchObject({ hint: 1, preview: { at: 0, moves: ["C3"] }, chosen: [1, 1] });
    expect(answer(model, game({ revision: 2 }), 2)).toMatchObject({ hint: null, preview: null, chosen: null });
  });
});

describe("analyses", () => {
  const moves: GameState["moves"] = [{ color: "black", move: "C3" }, { color: "white", move: "D3" }];

  it("of another revision, or shorter than what is known, are dropped", () => {
    const model = reduce(shown(), { type: "found", analysis: analysis() });
    expect(model.analyses[0]?.visits).toBe(100);
    expect(reduce(model, { type: "found", analysis: analysis({ revision: 2, visits: 200 }) })).toBe(model);
    expect(reduce(model, { type: "found", analysis: analysis({ visits: 99 }) })).toBe(model);
  });

  it("stay for the positions that a changed game shares with the old one", () => {
    const model: Model = { ...shown({ moves, at: 2 }), analyses: [analysis(), analysis(), analysis()] };
    const next = game({ revision: 2, moves: [moves[0]!, { color: "white", move: "B2" }], at: 2 });
    expect(answer(model, next, 2).analyses).toHaveLength(2);
    expect(answer(model, { ...next, komi: 5 }, 2).analyses).toHaveLength(0);
  });
});

describe("losses", () => {
  const value = (win_rate: number, lead: number | null) => ({ win_rate, lead, visits: 10 });
  const moves: GameState["moves"] = [{ color: "black", move: "A1" }, { color: "white", move: "C3" }, { color: "black", move: "D3" }];
  const values = [value(0.5, 0), value(0.3, -4), value(0.31, -3.9), null];

  it("are those of the player who moved, and never negative", () => {
    const [first, second, third] = losses(shown({ moves, values, at: 3 }));
    expect(first).toMatchObject({ number: 1, winRate: expect.closeTo(0.2), points: expect.closeTo(4) });
    expect(second?.points).toBeCloseTo(0.1);
    expect(third).toBeNull();
    const gained = losses(shown({ moves, values: [value(0.5, 0), value(0.6, 1)], at: 1 }))[0];
    expect(gained).toMatchObject({ winRate: 0, points: 0 });
  });

  it("are mistakes from a limit on, which some boards do not have", () => {
    const state = game({ moves, values, at: 3 });
    const all = losses(shown(state));
    expect(mistakes(all).map(({ number }) => number)).toEqual([1]);
    expect(mistakes(losses(shown({ ...state, least_mistake: null })))).toEqual([]);
    expect(summaries(all).map(({ moves: count, mistakes: bad }) => [count, bad])).toEqual([[1, 1], [1, 0]]);
  });

  it("that were judged already are those", () => {
    const judged = [{ win_rate: 0.02, points: 0.5, is_mistake: true }, null, null];
    const [first, second] = losses(shown({ moves, values, at: 3, losses: judged, least_mistake: null }));
    expect(first).toMatchObject({ winRate: 0.02, points: 0.5, isMistake: true });
    expect(second).toBeNull();
  });

  it("name the better move where it was searched", () => {
    const best = { move: "C3", visits: 9, win_rate: 0.6, lead: 3, line: ["C3"] };
    const model: Model = { ...shown({ moves, values, at: 3 }), analyses: [analysis({ visits: 5, candidates: [best] })] };
    expect(losses(model)[0]?.better?.move).toBe("C3");
  });

  it("have five steps", () => {
    expect([0, 0.5, 1.5, 3, 6, 50].map(stepOf)).toEqual([0, 1, 2, 3, 4, 4]);
    const candidate = (win_rate: number, lead: number | null) => ({ move: "C3", visits: 1, win_rate, lead, line: [] });
    expect(candidateLoss(candidate(0.5, 1), candidate(0.6, 3))).toBe(2);
    expect(candidateLoss(candidate(0.5, null), candidate(0.6, null))).toBeCloseTo(10);
  });
});

it("the graph reaches as far as the game is contested", () => {
  const value = (win_rate: number, lead: number) => ({ win_rate, lead, visits: 1 });
  expect(reach([null])).toBe(10);
  expect(reach([value(0.5, 12), value(0.99, 60)])).toBe(15);
});
