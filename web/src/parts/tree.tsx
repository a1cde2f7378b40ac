import { useLayoutEffect, useMemo, useRef } from "preact/hooks";

import { usePage } from "../context";
import { numberOf } from "../facts";
import { layout, nodeOf } from "../tree";
import { Notes } from "./notes";

/** Distance of two moves and of two rows, and the radius of a move. */
const [STEP_X, STEP_Y, RADIUS, MARGIN] = [27, 29, 11, 15];

/** Pixels that are in sight around the move that is shown. */
const SIGHT = 70;

const x = (depth: number) => MARGIN + STEP_X * depth;
const y = (row: number) => MARGIN + STEP_Y * row;

/** The game with its variations, to walk in. */
export function TreePanel() {
  const { model, controller, say } = usePage();
  const { game } = model;
  const tree = game?.tree;
  const spots = useMemo(() => (game ? layout(game.tree, game.main) : []), [tree, game?.main]);
  const place = useRef<HTMLDivElement>(null);
  const here = game ? nodeOf(game) : 0;
  useLayoutEffect(() => {
    const [box, spot] = [place.current, spots.find(({ node }) => node === here)];
    if (!box || !spot) return;
    const near = (middle: number, length: number, now: number) => (middle < now + SIGHT || middle > now + length - SIGHT ? middle - length / 2 : now);
    box.scrollTo(near(x(spot.depth), box.clientWidth, box.scrollLeft), near(y(spot.row), box.clientHeight, box.scrollTop));
  }, [here, spots]);
  if (!game || !tree) return null;
  const at = new Map(spots.map((spot) => [spot.node, spot]));
  const inLine = new Set(game.line.slice(0, game.at + 1));
  const width = x(Math.max(0, ...spots.map(({ depth }) => depth))) + MARGIN;
  const height = y(Math.max(0, ...spots.map(({ row }) => row))) + MARGIN;
  const key = (event: KeyboardEvent) => {
    const act = {
      ArrowLeft: () => controller.step(-1), ArrowRight: () => controller.step(1), ArrowUp: () => controller.turn(-1), ArrowDown: () => controller.turn(1),
    }[event.key];
    if (!act) return;
    act();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div class="tree" ref={place} tabIndex={0} role="group" aria-label={say("variations")} onKeyDown={key}>
        <svg id="tree" width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
          {spots.map(({ node, depth, row }) => {
            const before = at.get(tree[node]?.parent ?? -1);
            if (!before) return null;
            const bend = row === before.row ? "" : `V${y(row) - 12}L${x(before.depth) + 12} ${y(row)}`;
            return <path key={node} class={inLine.has(node) ? "edge on" : "edge"} d={`M${x(before.depth)} ${y(before.row)}${bend}H${x(depth)}`} />;
          })}
          {spots.map(({ node, depth, row }) => {
            const { color, move, comment } = tree[node] ?? { color: null, move: null, comment: "" };
            const number = numberOf(game, depth);
            const name = color && move ? say("move_made", { n: number, color: say(color), move: move === "pass" ? say("pass_move") : move }) : say("to_start");
            return (
              <g
                key={node} class={`node ${color ?? "root"} ${node === here ? "here" : ""}`} role="button" tabIndex={-1} aria-label={name}
                aria-current={node === here ? "true" : undefined} onClick={() => void controller.visit(node)}
              >
                <title>{comment ? `${name}\n${comment}` : name}</title>
                {node === here && <circle class="ring" cx={x(depth)} cy={y(row)} r={RADIUS + 2.5} />}
                {color ? <circle class="stone" cx={x(depth)} cy={y(row)} r={RADIUS} /> : <rect class="stone" x={x(depth) - 7} y={y(row) - 7} width="14" height="14" rx="3" />}
                {color && <text x={x(depth)} y={y(row) + 3.6}>{move === "pass" ? "–" : number}</text>}
                {comment && <circle class="note" cx={x(depth) + 8} cy={y(row) - 8} r="4" />}
              </g>
            );
          })}
        </svg>
      </div>
      <Notes />
    </>
  );
}
