/** States and analyses for tests. */

import type { Analysis, Explored, GameState, Solved, TreeNode } from "./protocol";
import type { Settings } from "./settings";

export const SETTINGS: Settings = {
  language: "en", theme: "auto", sound: false, coordinates: true, territory: true, numbers: false, labels: "loss", confirm: "never", teaching: false, visits: true, welcomed: true,
};

export function game(change: Partial<GameState> = {}): GameState {
  const moves = change.moves ?? [];
  const line = Array.from({ length: moves.length + 1 }, (_, i) => i);
  const tree: TreeNode[] = [{ parent: null, color: null, move: null, comment: "" }, ...moves.map((each, i) => ({ ...each, parent: i, comment: "" }))];
  return {
    tree, main: line, line,
    revision: 1, size: 5, komi: 7, handicap: 0, rules: "chinese", level: 26, player: "black", names: [null, null], recorded_rules: null,
    recorded_result: null, cautions: [], judges: true, reviewed: [], losses: [], moves: [], values: [null], at: 0, to_move: "black",
    stones: Array(5).fill("....."), captures: [0, 0], dead: [], owners: null, result: null, phase: "open", clock: null, can_restore: false, games: 0, problems: 0, ...change,
  };
}

export function analysis(change: Partial<Analysis> = {}): Analysis {
  return { revision: 1, to_move: "black", visits: 100, win_rate: 0.6, lead: 2, done: false, candidates: [], owners: null, ...change };
}

export const EXPLORED: Explored = {
  revision: 1, open_points: 25,
  book: {
    value: 0.5, points: 0.5, visits: 1300,
    moves: [
      { move: "C3", images: ["C3"], value: 0.5, visits: 1000, depth: 3, is_good: true, line: ["C3", "D3"], other_last: ["B2"] },
      { move: "B2", images: ["B2", "D4"], value: 0.39, visits: 300, depth: 1, is_good: false, line: ["B2"], other_last: [] },
    ],
  },
};

export const SOLVED: Solved = {
  revision: 1, to_move: "white", lead: 3, at_least: 3, at_most: 3, line: ["A1", "B1"],
  moves: [{ move: "A1", lead: 3, class: null }, { move: "pass", lead: 3, class: null }, { move: "B2", lead: 5, class: null }, { move: "B3", lead: null, class: null }],
};
