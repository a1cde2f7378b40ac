/** The game with its variations. */

import type { GameState, TreeNode } from "./protocol";

/** The node that is shown. */
export const nodeOf = (game: GameState): number => game.line[game.at] ?? 0;

/** The children of each node, the one in the game itself first. */
export function branches(tree: TreeNode[], main: number[]): number[][] {
  const after: number[][] = tree.map(() => []);
  tree.forEach(({ parent }, node) => parent !== null && after[parent]?.push(node));
  const isMain = new Set(main);
  for (const nodes of after) nodes.sort((one, two) => Number(isMain.has(two)) - Number(isMain.has(one)) || one - two);
  return after;
}

/** The nodes from the beginning to this one, and then on by the first child of each node. */
export function lineThrough(tree: TreeNode[], main: number[], node: number): number[] {
  const line: number[] = [];
  for (let at: number | null | undefined = node; at !== null && at !== undefined; at = tree[at]?.parent) line.unshift(at);
  const after = branches(tree, main);
  for (let next = after[node]?.[0]; next !== undefined; next = after[next]?.[0]) line.push(next);
  return line;
}

/** Where a node is drawn: its number of moves, and its row. */
export interface Spot {
  node: number;
  depth: number;
  row: number;
}

/** Draws the game in the first row. Each variation gets the first row below the line it leaves that is free for its whole length. */
export function layout(tree: TreeNode[], main: number[]): Spot[] {
  const after = branches(tree, main);
  const spots: Spot[] = [];
  /** For each row, the lowest depth that is taken. Depths below it are free. */
  const taken: number[] = [];
  const starts: { node: number; depth: number; row: number }[] = [{ node: 0, depth: 0, row: 0 }];
  for (let start = starts.pop(); start; start = starts.pop()) {
    const chain: number[] = [];
    for (let node: number | undefined = start.node; node !== undefined; node = after[node]?.[0]) chain.push(node);
    const end = start.depth + chain.length - 1;
    let row = start.row;
    while ((taken[row] ?? Infinity) <= end) row++;
    // The line that is drawn from the parent also takes space in the row.
    taken[row] = Math.max(0, start.depth - 1);
    chain.forEach((node, i) => spots.push({ node, depth: start.depth + i, row }));
    // `starts` is a stack, so that variations of later moves are placed first, nearest to this one.
    chain.forEach((node, i) => {
      const others = (after[node] ?? []).slice(1);
      for (const other of others.reverse()) starts.push({ node: other, depth: start.depth + i + 1, row: row + 1 });
    });
  }
  return spots;
}

/** The previous or next child of the node's parent; null if there is none. */
export function beside(tree: TreeNode[], main: number[], node: number, by: 1 | -1): number | null {
  const parent = tree[node]?.parent ?? null;
  if (parent === null) return null;
  const all = branches(tree, main)[parent] ?? [];
  return all[all.indexOf(node) + by] ?? null;
}
