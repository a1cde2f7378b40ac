/** Points of the board: columns from the left without I, rows from the bottom. */

export const COLUMNS = "ABCDEFGHJKLMNOPQRST";

/** Column from the left and row from the top, from 0. */
export type Place = readonly [x: number, y: number];

export const nameOf = ([x, y]: Place, size: number): string => `${COLUMNS[x]}${size - y}`;

/** The place of a move; null for a pass. */
export function placeOf(move: string, size: number): Place | null {
  if (move === "pass") return null;
  return [COLUMNS.indexOf(move[0] ?? ""), size - Number(move.slice(1))];
}

export const isOnBoard = ([x, y]: Place, size: number): boolean => x >= 0 && y >= 0 && x < size && y < size;

/** All places, row by row from the top. */
export function places(size: number): Place[] {
  return Array.from({ length: size * size }, (_, i): Place => [i % size, Math.floor(i / size)]);
}

/** Whether a point is a star point, as on the boards of the terminal. */
export function isStar([x, y]: Place, size: number): boolean {
  const edge = size < 13 ? 2 : 3;
  const isOuter = (line: number) => line === edge || line + edge + 1 === size;
  const isMiddle = (line: number) => 2 * line + 1 === size;
  if (size < 7) return false;
  if (isMiddle(x) && isMiddle(y)) return true;
  return (isOuter(x) && isOuter(y)) || (size > 13 && ((isOuter(x) && isMiddle(y)) || (isMiddle(x) && isOuter(y))));
}

/** Width of the wood beside the outermost points, in points. Coordinates have their place there: two digits, and larger ones where points are small. */
export const marginOf = (size: number, hasCoordinates: boolean): number => (hasCoordinates ? 0.3 + 0.025 * size : 0.12);
