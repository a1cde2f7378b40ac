import { expect, it } from "vitest";

import { boardView, lineAt } from "../board/view";
import { EXPLORED, SETTINGS, SOLVED, game } from "../test_data";
import { type Model, initial, reduce } from "../state";
import { knownMarks } from "./marks";
import { type Setup, cleared, placed, recordOf, setupModel, setupOf } from "./setup";

const model = (change: Partial<Model> = {}): Model => ({ ...initial(SETTINGS), game: game(), tab: "explore", ...change });

it("the moves of the book are marked with their images", () => {
  const marks = knownMarks(model({ explored: EXPLORED })) ?? [];
  expect(marks.map(({ move, isBest, step, texts }) => [move, isBest, step, ...texts])).toEqual([
    ["C3", true, 0, "50", "1.0k"], ["B2", false, 3, "39", "300"], ["D4", false, 3, "39", "300"],
  ]);
  expect(lineAt(model({ explored: EXPLORED }), "C3")).toEqual(["C3", "D3"]);
});

it("only proven moves that keep the result are marked, for the side to move", () => {
  const marks = knownMarks(model({ explored: EXPLORED, solved: SOLVED })) ?? [];
  expect(marks.map(({ move, texts }) => [move, ...texts])).toEqual([["A1", "−3", ""]]);
  expect(lineAt(model({ solved: SOLVED }), "A1")).toEqual(["A1", "B1"]);
});

it("what is known of another position, or beside the tab, is not shown", () => {
  expect(knownMarks(model({ explored: { ...EXPLORED, revision: 7 } }))).toBeNull();
  expect(knownMarks(model({ explored: EXPLORED, tab: "game" }))).toBeNull();
  expect(knownMarks(model({ explored: EXPLORED, game: game({ phase: "over" }) }))).toBeNull();
});

it("a click places a stone, and takes away one like it", () => {
  const empty = cleared(setupOf(game({ komi: 6.5 })), 3);
  let setup: Setup = placed(placed(empty, [0, 0]), [1, 2]);
  setup = placed({ ...setup, tool: "white" }, [1, 2]);
  expect(setup.stones).toEqual(["X..", "...", ".O."]);
  expect(recordOf({ ...setup, toMove: "white" })).toBe("(;GM[1]FF[4]CA[UTF-8]SZ[3]KM[6.5]AB[aa]AW[bc]PL[W])");
  setup = placed({ ...placed(setup, [1, 2]), tool: "empty" }, [0, 0]);
  expect(setup.stones).toEqual(cleared(setup, 3).stones);
  expect(recordOf(setup)).toBe("(;GM[1]FF[4]CA[UTF-8]SZ[3]KM[6.5]PL[B])");
});

it("the board shows what is set up, and the cursor stays on it", () => {
  const setup: Setup = { size: 3, komi: 0, stones: ["X..", "...", "..."], toMove: "black", tool: "white", part: [] };
  const shown = reduce(model({ explored: EXPLORED, cursor: [4, 4], game: game({ moves: [{ color: "black", move: "B2" }], at: 0 }) }), { type: "setup", setup });
  expect(shown.cursor).toEqual([1, 1]);
  const view = boardView(setupModel(shown), [1, 1], false);
  expect(view.stones).toEqual([[[0, 0], "X"]]);
  expect([view.candidates, view.others, view.next, view.ghost]).toEqual([[], [], null, { place: [1, 1], color: "white", isChosen: false }]);
  expect(boardView(setupModel({ ...shown, setup: { ...setup, tool: "empty" } }), [1, 1], false).ghost).toBeNull();
});

it("two clicks mark a part, and a third begins another", () => {
  let setup: Setup = { ...cleared(setupOf(game({ komi: 7 })), 3), tool: "part" };
  const shades = () => setupModel(model({ setup })).game?.owners;
  expect(shades()).toBeNull();
  setup = placed(setup, [2, 1]);
  expect(shades()).toEqual(["...", "..X", "..."]);
  setup = placed(setup, [1, 2]);
  expect(shades()).toEqual(["...", ".XX", ".XX"]);
  expect(placed(setup, [0, 0]).part).toEqual([[0, 0]]);
  expect(setup.stones).toEqual(cleared(setup, 3).stones);
  expect(cleared(setup, 5).part).toEqual([]);
});
