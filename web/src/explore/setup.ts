/** A position that is set up by hand. */

import { type Place, places } from "../board/points";
import type { Color, GameState } from "../protocol";
import type { Model } from "../state";

export type Tool = Color | "empty" | "part";

export interface Setup {
  size: number;
  komi: number;
  /** Rows from the top: `X` Black, `O` White. */
  stones: string[];
  toMove: Color;
  /** What a click puts on a point, or marks. */
  tool: Tool;
  /** The corners of the part that decides, none for the whole board. */
  part: Place[];
}

const LETTERS = { black: "X", white: "O", empty: "." } as const;

/** Begins with the position that is shown. */
export const setupOf = ({ size, komi, stones, to_move }: GameState): Setup => ({ size, komi, stones, toMove: to_move, tool: "black", part: [] });

export const cleared = (setup: Setup, size: number): Setup => ({ ...setup, size, part: [], stones: Array<string>(size).fill(".".repeat(size)) });

/** The set-up after a click, which puts a stone on a point, or removes a stone of the same color, or marks a corner. */
export function placed(setup: Setup, [x, y]: Place): Setup {
  const { tool, part } = setup;
  if (tool === "part") return { ...setup, part: [...(part.length === 1 ? part : []), [x, y]] };
  const wanted = LETTERS[tool];
  const stones = setup.stones.map((row, i) => {
    if (i !== y) return row;
    return row.slice(0, x) + (row[x] === wanted ? "." : wanted) + row.slice(x + 1);
  });
  return { ...setup, stones };
}

/** The position as a record without moves. */
export function recordOf({ size, komi, stones, toMove }: Setup): string {
  const list = (letter: string) => places(size).filter(([x, y]) => stones[y]?.[x] === letter)
    .map(([x, y]) => `[${String.fromCharCode(97 + x, 97 + y)}]`).join("");
  const property = (name: string, values: string) => (values ? name + values : "");
  return `(;GM[1]FF[4]CA[UTF-8]SZ[${size}]KM[${komi}]${property("AB", list("X"))}${property("AW", list("O"))}PL[${toMove === "black" ? "B" : "W"}])`;
}

/** The points of the part as owners, which the board shades; null for the whole board. */
function shades({ stones, part: [one, other = one] }: Setup): string[] | null {
  if (!one || !other) return null;
  const isBetween = (at: number, axis: 0 | 1) => (at - one[axis]) * (at - other[axis]) <= 0;
  return stones.map((row, y) => row.replace(/./g, (_, x: number) => (isBetween(x, 0) && isBetween(y, 1) ? "X" : ".")));
}

/** What the board shows while a position is set up. */
export function setupModel(model: Model): Model {
  const { game, setup } = model;
  if (!game || !setup) return model;
  const { size, stones, tool } = setup;
  const color = tool === "black" || tool === "white" ? tool : null;
  return {
    ...model, analyses: [], hint: null, score: null, preview: null, explored: null, solved: null,
    game: {
      ...game, size, stones, moves: [], tree: [], main: [0], line: [0], values: [], at: 0, dead: [], owners: shades(setup), player: "both",
      to_move: color ?? setup.toMove, phase: color ? "open" : "over",
    },
  };
}
