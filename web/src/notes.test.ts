import { expect, it } from "vitest";

import { toggled, written } from "./notes";
import type { PointMark } from "./protocol";

it("a click puts a mark on a point, changes it, and takes it away", () => {
  let marks: PointMark[] = [];
  for (const [point, shape] of [["C3", "label"], ["D3", "label"], ["E5", "triangle"], ["A5", "triangle"], ["E5", "square"], ["C3", "label"], ["B2", "label"], ["A5", "triangle"]] as const) {
    marks = toggled(marks, point, shape);
  }
  expect(marks.map(({ point, shape, text }) => `${point} ${shape} ${text}`)).toEqual(["D3 label B", "E5 square ", "B2 label A"]);
  expect(written(marks, 5)).toBe("SQ[ea]LB[dc:B][bd:A]");
  expect([written([], 9), written([{ point: "A9", shape: "label", text: "a]\\" }], 9)]).toEqual(["", "LB[aa:a\\]\\\\]"]);
});
