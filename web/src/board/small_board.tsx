import { linesOf } from "./grid";
import { places } from "./points";

/** A picture of a position. The stones are dots: lines without length. */
export function SmallBoard({ stones }: { stones: string[] }) {
  const size = stones.length;
  const dots = (letters: string) => places(size).map(([x, y]) => (letters.includes(stones[y]?.[x] ?? ".") ? `M${x + 0.5} ${y + 0.5}h0` : "")).join("");
  return (
    <svg class="small-board" viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      <path d={linesOf(size)} stroke-width={size / 90} />
      <path d={dots("XO")} />
      <path d={dots("O")} />
    </svg>
  );
}
