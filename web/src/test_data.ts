/** States and analyses for tests. */

import type { Analysis, GameState, TreeNode } from "./protocol";
import type { Settings } from "./settings";

export const SETTINGS: Settings = {
  language: "en", theme: "auto", sound: false, coordinates: true, territory: true, labels: "loss", confirm: "never", teaching: false,
};

export function game(change: Partial<GameState> = {}): GameState {
  const moves = change.moves ?? [];
  const line = Array.from({ length: moves.length + 1 }, (_, i) => i);
  const tree: TreeNode[] = [{ parent: null, color: null, move: null, comment: "" }, ...moves.map((each, i) => ({ ...each, parent: i, comment: "" }))];
  return {
    tree, main: line, line,
    revision: 1, size: 5, komi: 7, handicap: 0, rules: "chinese", level: 20, player: "black", names: [null, null], recorded_rules: null,
    recorded_result: null, cautions: [], least_mistake: 0.05, moves: [], values: [null], at: 0, to_move: "black",
    stones: Array(5).fill("....."), captures: [0, 0], dead: [], owners: null, result: null, phase: "open", clock: null, can_restore: false, ...change,
  };
}

export function analysis(change: Partial<Analysis> = {}): Analysis {
  return { revision: 1, to_move: "black", visits: 100, win_rate: 0.6, lead: 2, done: false, candidates: [], owners: null, ...change };
}
