import type { GameState } from "../protocol";

const FRACTIONS: Record<number, string> = { 0: "", 0.25: "¼", 0.5: "½", 0.75: "¾" };

/** A number of stones, with the fractions that komi and neutral points make: `3¾`. */
export function stoneCount(count: number): string {
  const [whole, fraction] = [Math.floor(Math.abs(count)), FRACTIONS[Math.abs(count) % 1]];
  if (fraction === undefined) return String(count);
  return `${count < 0 ? "-" : ""}${whole === 0 && fraction ? "" : whole}${fraction}`;
}

/** The rules by which stones and territory count, not territory and prisoners. */
const RULES_OF_AREA = ["chinese", "tromp-taylor", "cgos"];

/** The count of a finished game as Chinese players make it: Black's stones, with half of the neutral points, against half of the
 * board. Null where the game did not end by a score, or is not counted by area. */
export function countInStones(game: Pick<GameState, "size" | "komi" | "rules" | "owners" | "result">): string | null {
  if (!RULES_OF_AREA.includes(game.rules)) return null;
  const score = /^(?:([BW])\+([\d.]+)|0)$/.exec(game.result ?? "");
  if (!score || !game.owners) return null;
  const points = [...game.owners.join("")];
  const [black, white] = ["X", "O"].map((mark) => points.filter((owner) => owner === mark).length) as [number, number];
  const lead = (score[1] === "W" ? -1 : 1) * Number(score[2] ?? 0);
  const half = points.length / 2;
  const [own, theirs] = [black, white].map((count) => count + half - (black + white) / 2) as [number, number];
  const bonus = black - white - lead - game.komi;
  const result = lead === 0 ? "和棋" : `${lead > 0 ? "黑" : "白"}胜 ${stoneCount(Math.abs(lead) / 2)} 子`;
  return `数子：黑 ${stoneCount(own)} 子，白 ${stoneCount(theirs)} 子；归本数 ${stoneCount(half)}，`
    + `黑${own < half ? "少" : "多"} ${stoneCount(Math.abs(own - half))} 子，贴 ${stoneCount(game.komi / 2)} 子`
    + `${bonus > 0 ? `，还 ${stoneCount(bonus / 2)} 子` : ""}：${result}。`;
}
