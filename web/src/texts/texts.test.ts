import { expect, it } from "vitest";

import { errorText, nameText, resultText, shortCount, signedText, speaker, translated } from ".";
import { countInStones } from "./stones";
import { LANGUAGES, type Language, preferredLanguage } from "./language";
import { TABLE } from "./table";

const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

it("every text has the same values in every language", () => {
  for (const [key, texts] of Object.entries(TABLE)) {
    for (const text of texts) {
      expect(text.trim(), key).not.toBe("");
      expect(names(text), `${key}: ${text}`).toEqual(names(texts[0]));
    }
  }
});

it("every text is used", () => {
  const sources = import.meta.glob<string>(["../**/*.{ts,tsx}", "!./table.ts"], { query: "?raw", import: "default", eager: true });
  const all = Object.values(sources).join("\n");
  expect(Object.keys(TABLE).filter((key) => !all.includes(`"${key}"`))).toEqual([]);
});

it("values are written into texts", () => {
  expect(speaker("en")("move_made", { n: 3, color: "Black", move: "E5" })).toBe("Move 3: Black E5.");
  expect(Object.keys(LANGUAGES).map((code) => speaker(code as Language)("pass"))).toEqual(["Pass", "停一手", "パス", "패스"]);
});

it("the browser's first known language is spoken", () => {
  expect(preferredLanguage(["fr-FR", "zh-CN", "en"])).toBe("zh");
  expect(preferredLanguage(["fr"])).toBe("en");
});

it("messages of the engine are translated where they are known", () => {
  const say = speaker("zh");
  expect(translated("C3 is occupied", say)).toBe("C3 已有棋子。");
  expect(translated("There is no network for 13x13: Tao Go only simulates games there.", say)).toContain("13x13");
  expect(translated("a game has at most 2000 moves, with variations 4000", say)).toBe("一局最多 2000 手，连同变化最多 4000 手。");
  expect(translated("the record has more than 2000 moves", say)).toBe("此棋谱超过 2000 手。");
  expect(translated("the file has 2.3 MB", speaker("en"))).toBe("The file has 2.3 MB; 1 MB is the limit. Choose the record of one game.");
  expect(translated("line 1, column 3: expected `GM[1]`, which is Go, found `GM[3]`", say)).toBe(say("other_game"));
  expect(translated("line 1, column 3: expected a square of 2 to 19, found `SZ[40]`", say)).toBe(say("record_size"));
  expect(translated("line 7, column 30: expected a point, found `B[zz]`", say)).toContain("第 7 行第 30 列");
  expect(translated("too many new games from your address: try again in a minute", say)).toBe(say("many_games"));
  expect(translated("too many searches are running: try again", say)).toBe(say("many_searches"));
  expect(translated("by these rules, or in a game that was resumed, all stones count", say)).toBe(say("all_count"));
  expect(translated("something else", say)).toBe("Something else.");
});

it("errors tell the file where there are several, and players have names", () => {
  const say = speaker("zh");
  expect(errorText({ message: "no game found", file: "a.sgf" }, say)).toBe(`a.sgf：${say("no_record")}`);
  expect(errorText({ message: "taken" }, say)).toBe(say("taken"));
  const names: [string, null] = ["Lee", null];
  const of = (player: "black" | "both") => (["black", "white"] as const).map((color) => nameText({ player, names }, color, speaker("en")));
  expect([of("black"), of("both")]).toEqual([["You", "Tao Go"], ["Lee", "White"]]);
});

it("results are words", () => {
  const say = speaker("en");
  expect(["B+3.5", "W+R", "B+T", "0", "?", "W+Resign"].map((result) => resultText(result, say))).toEqual([
    "Black wins by 3.5", "White wins by resignation", "Black wins on time", "a draw", "?", "White wins by resignation",
  ]);
});

it("numbers are short", () => {
  expect([7, 999, 1234, 56789, 2345678].map(shortCount)).toEqual(["7", "999", "1.2k", "57k", "2.3M"]);
  expect([1.25, -0.04, 0, -3].map((points) => signedText(points))).toEqual(["+1.3", "0.0", "0.0", "−3.0"]);
});

it("in Chinese a finished game is counted in stones against half of the board", () => {
  const owners = ["XXXOO", "XXXOO", "XX.OO", "XXXOO", "XXXOO"];
  expect(countInStones({ size: 5, rules: "chinese", komi: 7, owners, result: "W+3" })).toBe("数子：黑 14½ 子，白 10½ 子；归本数 12½，黑多 2 子，贴 3½ 子：白胜 1½ 子。");
  expect(countInStones({ size: 5, rules: "chinese", komi: 0.5, owners, result: "B+1.5" })).toBe("数子：黑 14½ 子，白 10½ 子；归本数 12½，黑多 2 子，贴 ¼ 子，还 1 子：黑胜 ¾ 子。");
  expect(countInStones({ size: 5, rules: "chinese", komi: 4, owners, result: "0" })).toBe("数子：黑 14½ 子，白 10½ 子；归本数 12½，黑多 2 子，贴 2 子：和棋。");
  expect(countInStones({ size: 5, rules: "japanese", komi: 7, owners, result: "W+3" })).toBeNull();
  expect(countInStones({ size: 5, rules: "chinese", komi: 7, owners, result: "W+R" })).toBeNull();
  expect(countInStones({ size: 5, rules: "chinese", komi: 7, owners: null, result: "W+3" })).toBeNull();
});
