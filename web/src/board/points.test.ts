import { expect, it } from "vitest";

import { isStar, nameOf, placeOf, places } from "./points";

it("names and places are the same points", () => {
  expect(placeOf("A1", 9)).toEqual([0, 8]);
  expect(placeOf("J9", 9)).toEqual([8, 0]);
  expect(placeOf("pass", 9)).toBeNull();
  for (const place of places(19)) expect(placeOf(nameOf(place, 19), 19)).toEqual(place);
});

it("star points are those of the terminal", () => {
  const stars = (size: number) => places(size).filter((place) => isStar(place, size)).map((place) => nameOf(place, size)).join(" ");
  expect([5, 7, 8, 9].map(stars)).toEqual(["", "C5 E5 D4 C3 E3", "C6 F6 C3 F3", "C7 G7 E5 C3 G3"]);
  expect([13, 14].map(stars)).toEqual(["D10 K10 G7 D4 K4", "D11 L11 D4 L4"]);
  expect(stars(19)).toBe("D16 K16 Q16 D10 K10 Q10 D4 K4 Q4");
});
