import { expect, it } from "vitest";

import { nameOf, placeOf, places } from "./points";

it("names and places are the same points", () => {
  expect(placeOf("A1", 9)).toEqual([0, 8]);
  expect(placeOf("J9", 9)).toEqual([8, 0]);
  expect(placeOf("pass", 9)).toBeNull();
  for (const place of places(19)) expect(placeOf(nameOf(place, 19), 19)).toEqual(place);
});
