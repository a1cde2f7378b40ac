import { expect, it } from "vitest";

import { answer, continuation, problemsOf, textOf, verdict } from "./drill";
import type { GameState, TreeNode } from "./protocol";
import { game } from "./test_data";

const SET_UP = "(;GM[1]SZ[5]AB[aa]C[a \\] and ) (;]AW[ba]";

it("a collection of positions is a file of problems, games are none", () => {
  expect(problemsOf(`${SET_UP};B[ab])\n ${SET_UP}(;B[cc])(;B[dd]))`)).toEqual([`${SET_UP};B[ab])`, `${SET_UP}(;B[cc])(;B[dd]))`]);
  expect(problemsOf(`${SET_UP};B[ab]C[RIGHT])`).length).toBe(1);
  for (const other of ["", "hello", `${SET_UP};B[ab]C[to the right])`, "(;SZ[9];B[ee])(;SZ[9];B[cc])", `${SET_UP})(;SZ[5];B[cc])`, `(;HA[2]AB[aa][bb];W[cc])${SET_UP})`, "(;SZ[5];B[ab];AB[cc]C[RIGHT])"]) {
    expect(problemsOf(other), other).toEqual([]);
  }
});

it("a file is read in its encoding, and sent in another one", () => {
  const bytes = Uint8Array.from([..."(;CA[GBK]AB[aa]C["].map((letter) => letter.charCodeAt(0)).concat([0xd5, 0xfd, 0xc8, 0xb7], [0x5d, 0x29]));
  expect(textOf(bytes.buffer)).toBe("(;CA[GBK]AB[aa]C[正确])");
  expect(problemsOf(textOf(bytes.buffer))).toEqual(["(;CA[UTF-8]AB[aa]C[正确])"]);
  expect(textOf(new TextEncoder().encode("(;CA[nonsense]C[é])").buffer)).toContain("é");
});

/** A1 is answered by B1 or C1, then D1 is right; E1 is wrong, and refuted by E2. */
function posed(comment: string): GameState {
  const nodes: [number | null, string, string?][] = [[null, ""], [0, "E1"], [1, "E2"], [0, "A1"], [3, "B1"], [3, "C1"], [5, "D1", comment]];
  const tree: TreeNode[] = nodes.map(([parent, move, comment = ""], i) => ({ parent, move: move || null, color: i === 0 ? null : "black", comment }));
  return game({ tree, main: [0, 1, 2], line: [0, 1, 2], at: 0 });
}

it("moves are judged by the marked answers, and answered by the file", () => {
  const marked = posed("RIGHT, and Black lives");
  expect(answer(marked)).toEqual(["A1", "C1", "D1"]);
  expect([verdict(marked, 1), verdict(marked, 3), verdict(marked, 6)]).toEqual(["wrong", { reply: 5 }, "right"]);
  expect(continuation(marked, 1)).toEqual(["E2"]);
});

it("without marks the main line is the answer", () => {
  const plain = posed("incorrect, or on the right");
  expect([answer(plain), verdict(plain, 3), verdict(plain, 1)]).toEqual([["E1", "E2"], "wrong", { reply: 2 }]);
});
