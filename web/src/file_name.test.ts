import { expect, it } from "vitest";

import { fileName } from "./file_name";

const day = new Date(2026, 10, 9);

it("files of records are named by date and players", () => {
  expect(fileName("(;GM[1]SZ[9]\nPB[Human]PW[Tao Go];B[ee])", day)).toBe("2026-11-09 Human - Tao Go.sgf");
  expect(fileName("(;DT[1996-05-06,07]PB[Lee]PW[])", day)).toBe("1996-05-06 Lee.sgf");
  expect(fileName("(;C[PB[x\\]];PB[later]PW[later])", day)).toBe("2026-11-09.sgf");
});

it("what names of files cannot have is left out", () => {
  expect(fileName("(;PB[a/b\\\\c:\\]*?\"<>|]PW[李\n 昌\u202e鎬])", day)).toBe("2026-11-09 abc] - 李 昌鎬.sgf");
  expect(fileName(`(;PB[${"x".repeat(99)}])`, day)).toHaveLength(11 + 60 + 4);
});
