import { describe, expect, it } from "vitest";

import { byWeight, candidateLoss, losses, phaseOf, reach, shownMistakes, stepOf, summaries, valueAt } from "./facts";
import type { GameState, JudgedMove } from "./protocol";
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

it("an error ends when a window is opened or closed", () => {
  const failed: Event = { type: "failed", message: "C3 is occupied" };
  expect(after(shown(), failed, { type: "dialog", dialog: "new" }).error).toBeNull();
  expect(after(shown(), { type: "dialog", dialog: "new" }, failed).error).not.toBeNull();
  expect(after(shown(), { type: "dialog", dialog: "new" }, failed, { type: "dialog", dialog: null }).error).toBeNull();
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
  const moves: GameState["moves"] = [{ color: "black", move: "A1" }, { color: "white", move: "C3" }, { color: "black", move: "D3" }];
  const judged = (of: JudgedMove["class"], points: number): JudgedMove => ({ win_rate: 0, points, class: of, reason: null, better: ["B2"], refutation: [] });

  it("are those that were judged, by player and by weight", () => {
    const model = shown({ moves, at: 3, losses: [judged("inaccuracy", 2), judged(null, 0.2), judged("blunder", 7)] });
    const all = losses(model);
    expect(all[0]).toMatchObject({ number: 1, color: "black", move: "A1", points: 2 });
    expect(shownMistakes(model).sort(byWeight).map(({ number }) => number)).toEqual([3, 1]);
    expect(shownMistakes({ ...model, whose: "white" })).toEqual([]);
    expect(summaries(all)).toMatchObject([{ moves: 2, points: 4.5, counts: [1, 0, 1] }, { moves: 1, points: 0.2, counts: [0, 0, 0] }]);
    expect(losses(shown({ moves, at: 3 }))).toEqual([null, null, null]);
  });

  it("have a step for each class", () => {
    expect(([null, "inaccuracy", "mistake", "blunder"] as const).map(stepOf)).toEqual([0, 2, 3, 4]);
    const candidate = (win_rate: number, lead: number | null) => ({ move: "C3", visits: 1, win_rate, lead, class: null, line: [] });
    expect(candidateLoss(candidate(0.5, 1), candidate(0.6, 3))).toBe(2);
    expect(candidateLoss(candidate(0.5, null), candidate(0.6, null))).toBeCloseTo(10);
  });
});

it("the value of a reviewed position is kept, whatever is searched later", () => {
  const values = [{ win_rate: 0.5, lead: 1, visits: 10 }];
  const model: Model = { ...shown({ values, reviewed: [true] }), analyses: [analysis({ visits: 99, lead: 5 })] };
  expect(valueAt(model, 0)?.lead).toBe(1);
  expect(valueAt({ ...model, game: game({ values, reviewed: [false] }) }, 0)?.lead).toBe(5);
});

it("the graph reaches as far as the game is contested", () => {
  const value = (win_rate: number, lead: number) => ({ win_rate, lead, visits: 1 });
  expect(reach([null])).toBe(10);
  expect(reach([value(0.5, 12), value(0.99, 60)])).toBe(15);
});

it("the phases of a game depend on the size of the board", () => {
  expect([13, 14, 40, 41].map((number) => phaseOf(number, 9))).toEqual(["opening", "middle_game", "middle_game", "endgame"]);
  expect([4, 5, 13].map((number) => phaseOf(number, 5))).toEqual(["opening", "middle_game", "endgame"]);
});
