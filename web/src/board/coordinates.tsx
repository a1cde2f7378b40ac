import { COLUMNS } from "./points";

/** Letters and numbers on the wood beside the outermost points. */
export function Coordinates({ size, margin }: { size: number; margin: number }) {
  const extent = size + 2 * margin;
  const [near, far, font] = [-margin / 2, size + margin / 2, 0.58 * margin];
  return (
    <svg class="layer coordinates" viewBox={`${-margin} ${-margin} ${extent} ${extent}`} font-size={font} aria-hidden="true">
      {Array.from({ length: size }, (_, i) => (
        <>
          {[near, far].map((y) => <text key={`x${i},${y}`} x={i + 0.5} y={y} dy={0.36 * font}>{COLUMNS[i]}</text>)}
          {[near, far].map((x) => <text key={`y${i},${x}`} x={x} y={i + 0.5} dy={0.36 * font}>{size - i}</text>)}
        </>
      ))}
    </svg>
  );
}
