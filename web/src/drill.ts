/** Problems of a file: a collection of records, each of which is a position with lines of moves. */

import type { GameState, TreeNode } from "./protocol";
import { branches, nodeOf } from "./tree";

/** The marks of a right answer in comments: of goproblems.com (https://goproblems.com/article/constructionbasics), and words. */
const RIGHT = /\bRIGHT\b|\b[Cc]orrect\b|正解|正确|정답/;

/** The text of a file, in the encoding that it names. */
export function textOf(file: ArrayBuffer): string {
  const [, name] = /CA\[([^\]]*)\]/.exec(new TextDecoder("latin1").decode(file.slice(0, 4096))) ?? [];
  try {
    return new TextDecoder(name).decode(file);
  } catch {
    return new TextDecoder().decode(file);
  }
}

/** The records of a file, if they are problems: each sets up a position, and there are several or one with marked answers. */
export function problemsOf(file: string): string[] {
  const games: string[] = [];
  let [depth, start] = [0, 0];
  // A value in brackets may contain parentheses.
  for (const { 0: token, index } of file.matchAll(/\[(?:\\[^]|[^\]\\])*\]|[()]/g)) {
    if (token === "(" && depth++ === 0) start = index;
    else if (token === ")" && --depth === 0) games.push(file.slice(start, index + 1).replace(/CA\[[^\]]*\]/, "CA[UTF-8]"));
  }
  const setsUp = (game: string) => /A[BW]\s*\[/.test(game.split(/;\s*[BW]\s*\[/)[0] ?? "") && !/HA\[0*[2-9]/.test(game);
  return games.every(setsUp) && (games.length > 1 || RIGHT.test(file)) ? games : [];
}

/** The nodes on the way to a right answer: the marked ones and those before them, or the main line if none is marked. */
function rightNodes({ tree, main }: GameState): Set<number> {
  const right = new Set<number>();
  const marked = tree.flatMap(({ comment }, node) => (RIGHT.test(comment) ? [node] : []));
  for (const end of marked.length > 0 ? marked : [main.at(-1) ?? 0]) {
    for (let node: number | null | undefined = end; node !== null && node !== undefined; node = tree[node]?.parent) right.add(node);
  }
  return right;
}

/** The first right node after another one. */
function nextRight(game: GameState, node: number): number | undefined {
  const right = rightNodes(game);
  return branches(game.tree, game.main)[node]?.find((child) => right.has(child));
}

/** The moves from a node on that the file has as the answer. */
export function answer(game: GameState, node = nodeOf(game)): string[] {
  const moves: string[] = [];
  for (let next = nextRight(game, node); next !== undefined; next = nextRight(game, next)) moves.push(game.tree[next]?.move ?? "");
  return moves;
}

/** The moves that the file has after a node, the first ones. */
export function continuation({ tree, main }: GameState, node: number): string[] {
  const after = branches(tree, main);
  const moves: string[] = [];
  for (let next = after[node]?.[0]; next !== undefined; next = after[next]?.[0]) moves.push((tree[next] as TreeNode).move ?? "");
  return moves;
}

/** What a move of a problem is, by the file: right, wrong, or right so far with the node of the reply. */
export function verdict(game: GameState, node: number): "right" | "wrong" | { reply: number } {
  if (!rightNodes(game).has(node)) return "wrong";
  const reply = nextRight(game, node);
  return reply === undefined ? "right" : { reply };
}
