import { expect, it } from "vitest";

import { dayText } from "./earlier_games";

it("an earlier game has the day of its record, or the one on which another took its place", () => {
  const time = new Date(2026, 10, 9, 0, 5).getTime() / 1000;
  const days = [null, "1978-03-20", "1978-03-20,21", "1846", "1978-13-40"].map((date) => dayText({ date, time }, "en"));
  expect(days).toEqual(["Nov 9, 2026", "Mar 20, 1978", "1978-03-20,21", "1846", "1978-13-40"]);
  expect(dayText({ date: null, time }, "zh")).toBe("2026年11月9日");
});
