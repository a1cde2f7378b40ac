import { isStar, places } from "./points";

/** The lines as a path. */
export const linesOf = (size: number): string => Array.from({ length: size }, (_, i) => `M${i + 0.5} 0.5v${size - 1}M0.5 ${i + 0.5}h${size - 1}`).join("");

/** Lines and star points. `point` is the width of a point in pixels: where it is large, lines are wider. */
export function Grid({ size, margin, point }: { size: number; margin: number; point: number }) {
  const extent = size + 2 * margin;
  const width = point < 60 ? 1 : 2;
  // In the middle of a point of 40 pixels a line of one pixel would be half on each side.
  const shift = (point - width) % 2 === 0 ? 0 : 0.5 / point;
  return (
    <svg class="layer grid" viewBox={`${-margin} ${-margin} ${extent} ${extent}`} aria-hidden="true">
      <path d={linesOf(size)} stroke-width={width / point} transform={`translate(${shift} ${shift})`} />
      {places(size).filter((place) => isStar(place, size)).map(([x, y]) => <circle key={`${x},${y}`} cx={x + 0.5} cy={y + 0.5} r="0.1" />)}
    </svg>
  );
}
