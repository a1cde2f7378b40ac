import type { BoardView } from "./view";

/** How far a stone may lie from its point, in points: so little that no two stones overlap. */
const SHIFT = 0.03;

/** The stones. Each lies a little beside its point, always on the same side of it. */
export function Stones({ view, size, margin, point }: { view: BoardView; size: number; margin: number; point: number }) {
  const dead = new Set(view.dead.map(String));
  return (
    <div class="stones" aria-hidden="true" style={{ font: `${point}px/0 serif`, left: `${margin}em`, top: `${margin}em`, width: `${size}em`, height: `${size}em` }}>
      {view.stones.map(([[x, y], letter]) => {
        const angle = 12.9 * x + 78.2 * y;
        const name = `stone ${letter === "X" ? "black" : "white"} ${dead.has(`${x},${y}`) ? "dimmed" : ""}`;
        return <div key={`${x},${y}${letter}`} class={name} style={{ left: `${x + SHIFT * Math.cos(angle)}em`, top: `${y + SHIFT * Math.sin(angle)}em` }} />;
      })}
    </div>
  );
}
