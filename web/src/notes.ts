/** The marks of a node, as they are changed and written. */

import { placeOf } from "./board/points";
import type { MarkShape, PointMark } from "./protocol";

/** The properties of the shapes. */
const CODES: Record<MarkShape, string> = { triangle: "TR", square: "SQ", circle: "CR", cross: "MA", label: "LB" };

/** The marks after a click, which puts a mark on a point or takes it away. A label gets the first letter that is free. */
export function toggled(marks: PointMark[], point: string, shape: MarkShape): PointMark[] {
  const others = marks.filter((mark) => mark.point !== point);
  if (marks.some((mark) => mark.point === point && mark.shape === shape)) return others;
  const taken = others.map(({ text }) => text);
  const text = shape === "label" ? ([..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((letter) => !taken.includes(letter)) ?? "*") : "";
  return [...others, { point, shape, text }];
}

/** The marks as properties of SGF. */
export function written(marks: PointMark[], size: number): string {
  return Object.entries(CODES).map(([shape, code]) => {
    const values = marks.filter((mark) => mark.shape === shape).map(({ point, text }) => {
      const [x, y] = placeOf(point, size) ?? [0, 0];
      return `[${String.fromCharCode(97 + x, 97 + y)}${text && `:${text.replace(/[\\\]]/g, "\\$&")}`}]`;
    });
    return values.length > 0 ? code + values.join("") : "";
  }).join("");
}
