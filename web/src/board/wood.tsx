import { useEffect, useRef } from "preact/hooks";

const SIDE = 900;

/** The grain of the board, the same each time: long lines that bend a little, dark ones and light ones. */
export function Wood() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (context) drawGrain(context);
  }, []);
  return <canvas ref={canvas} class="layer wood" width={SIDE} height={SIDE} aria-hidden="true" />;
}

function drawGrain(context: CanvasRenderingContext2D): void {
  let seed = 20;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  for (let i = 0; i < 420; i++) {
    const y = random() * SIDE;
    const bend = () => y + (random() - 0.5) * 26;
    const isDark = random() < 0.62;
    context.strokeStyle = isDark ? `rgb(112 66 18 / ${(2 + 9 * random()).toFixed(1)}%)` : `rgb(255 232 186 / ${(3 + 10 * random()).toFixed(1)}%)`;
    context.lineWidth = 0.6 + 5 * random() ** 3;
    context.beginPath();
    context.moveTo(-10, bend());
    context.bezierCurveTo(SIDE * 0.3, bend(), SIDE * 0.7, bend(), SIDE + 10, bend());
    context.stroke();
  }
}
