import type { BoardView } from "./view";

/** Who is expected to own each point: soft shades below lines and stones. `point` is its width in pixels. */
export function Territory({ view, size, margin, point }: { view: BoardView; size: number; margin: number; point: number }) {
  const extent = size + 2 * margin;
  return (
    <svg class="layer territory" viewBox={`${-margin} ${-margin} ${extent} ${extent}`} style={{ filter: `blur(${0.26 * point}px)` }} aria-hidden="true">
      {view.shades?.map((share, i) => share ? (
        <rect
          key={i} class={share > 0 ? "of-black" : "of-white"} x={i % size} y={Math.floor(i / size)} width="1.02" height="1.02"
          fill-opacity={(0.55 * Math.abs(share)).toFixed(2)}
        />
      ) : null)}
    </svg>
  );
}
