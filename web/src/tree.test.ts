import { expect, it } from "vitest";

import type { TreeNode } from "./protocol";
import { FileTransport } from "./transport/file";
import { beside, branches, layout, lineThrough } from "./tree";
import { game } from "./test_data";

const node = (parent: number | null, move: string | null): TreeNode => ({ parent, color: parent === null ? null : parent % 2 ? "white" : "black", move, comment: "" });

/** A game of the nodes 0 1 2 3, with variations: 4 5 after 1, 6 after 4, and 7 after 0. */
const TREE = [node(null, null), node(0, "C3"), node(1, "D3"), node(2, "D4"), node(1, "B2"), node(4, "B3"), node(4, "C2"), node(0, "D2")];
const MAIN = [0, 1, 2, 3];

it("a line goes on by the first variation", () => {
  expect(lineThrough(TREE, MAIN, 4)).toEqual([0, 1, 4, 5]);
  expect(lineThrough(TREE, MAIN, 1)).toEqual(MAIN);
  expect(lineThrough(TREE, MAIN, 6)).toEqual([0, 1, 4, 6]);
  expect(lineThrough(TREE, [0, 1, 4, 5], 1)).toEqual([0, 1, 4, 5]);
  expect(branches(TREE, [0, 1, 4, 5])[1]).toEqual([4, 2]);
});

it("the game is the first row, and lines do not cross", () => {
  const spots = layout(TREE, MAIN);
  const rows = TREE.map((_, i) => spots.find((spot) => spot.node === i));
  expect(rows.map((spot) => spot?.row)).toEqual([0, 0, 0, 0, 1, 1, 2, 2]);
  expect(rows.map((spot) => spot?.depth)).toEqual([0, 1, 2, 3, 2, 3, 3, 1]);
});

it("short variations far apart share a row", () => {
  const tree = Array.from({ length: 10 }, (_, i) => node(i === 0 ? null : i - 1, "C3"));
  tree.push(node(7, "A1"), node(1, "B1"));
  const rows = layout(tree, Array.from({ length: 10 }, (_, i) => i)).slice(-2).map(({ row }) => row);
  expect(rows).toEqual([1, 1]);
});

it("variations of a move are beside each other", () => {
  expect([beside(TREE, MAIN, 2, 1), beside(TREE, MAIN, 4, -1), beside(TREE, MAIN, 4, 1), beside(TREE, MAIN, 0, 1)]).toEqual([4, 2, null, null]);
});

it("a file walks in the variations of a game", async () => {
  const { revision, at, line, stones, captures, to_move, ...rest } = game({ values: MAIN.map((visits) => ({ win_rate: 0.5, lead: 0, visits })) });
  const positions = TREE.map((_, i) => ({ stones: [`${i}`], captures, to_move }));
  const file = new FileTransport({ game: { ...rest, tree: TREE, main: MAIN }, positions, analyses: [], worst: 2 });
  expect(await file.state()).toMatchObject({ at: 2, line: MAIN, stones: ["2"] });
  const varied = await file.act({ action: "visit", node: 6 });
  expect(varied).toMatchObject({ at: 3, line: [0, 1, 4, 6], stones: ["6"] });
  expect(varied.moves.map(({ move }) => move)).toEqual(["C3", "B2", "C2"]);
  expect(varied.values.map((value) => value?.visits)).toEqual([0, 1, undefined, undefined]);
  expect(await file.act({ action: "go", to: 1 })).toMatchObject({ at: 1, line: [0, 1, 4, 6] });
  expect(await file.act({ action: "visit", node: 3 })).toMatchObject({ at: 3, line: MAIN });
});
