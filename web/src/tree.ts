/** The game with its variations. */

import type { GameState, TreeNode } from "./protocol";

/** The node that is shown. */
export const nodeOf = (game: GameState): number => game.line[game.at] ?? 0;

/** The nodes after each node, that of the game itself first. */
export function branches(tree: TreeNode[], main: number[]): number[][] {
  const after: number[][] = tree.map(() => []);
  tree.forEach(({ parent }, node) => parent !== null && after[parent]?.push(node));
  const isMain = new Set(main);
  for (const nodes of after) nodes.sort((one, two) => Number(isMain.has(two)) - Number(isMain.has(one)) || one - two);
  return after;
}

/** The nodes from the beginning to this one, and on by the first of its variations. */
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

/** Draws the game in the first row, and each variation in the first row below its beginning that is free on its whole length. */
export function layout(tree: TreeNode[], main: number[]): Spot[] {
  const after = branches(tree, main);
  const spots: Spot[] = [];
  /** By row, the first depth that is taken. The rest of a row is free to the left. */
  const taken: number[] = [];
  const starts: { node: number; depth: number; row: number }[] = [{ node: 0, depth: 0, row: 0 }];
  for (let start = starts.pop(); start; start = starts.pop()) {
    const chain: number[] = [];
    for (let node: number | undefined = start.node; node !== undefined; node = after[node]?.[0]) chain.push(node);
    const end = start.depth + chain.length - 1;
    let row = start.row;
    while ((taken[row] ?? Infinity) <= end) row++;
    // Of the row, the line from the parent is taken as well.
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

/** The nodes beside a node: the variation before and after it, among those of its parent. */
export function beside(tree: TreeNode[], main: number[], node: number, by: 1 | -1): number | null {
  const parent = tree[node]?.parent ?? null;
  if (parent === null) return null;
  const all = branches(tree, main)[parent] ?? [];
  return all[all.indexOf(node) + by] ?? null;
}
