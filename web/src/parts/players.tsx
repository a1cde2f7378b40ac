import { useEffect, useState } from "preact/hooks";

import { usePage } from "../context";
import { isEngine } from "../facts";
import type { Color } from "../protocol";
import { nameText } from "../texts";

export function Players() {
  return (
    <div class="players">
      <PlayerCard color="black" />
      <PlayerCard color="white" />
    </div>
  );
}

function PlayerCard({ color }: { color: Color }) {
  const { model, say } = usePage();
  const { game } = model;
  if (!game) return <div class="player" />;
  const engine = isEngine(game, color);
  const isMoving = game.phase !== "over" && game.to_move === color;
  const hasWon = game.phase === "over" && game.result?.startsWith(color === "black" ? "B+" : "W+");
  const name = nameText(game, color, say);
  const note = engine ? say("level_n", { level: game.level }) : say(color);
  const turn = hasWon ? say("won") : !isMoving ? null : say(game.phase === "thinking" ? "thinking" : "to_move");
  return (
    <div class={`player ${isMoving ? "moving" : ""}`} aria-current={isMoving ? "true" : undefined}>
      <span class={`stone-icon ${color}`} aria-hidden="true" />
      <div class="who">
        <strong title={name}>{name !== say(color) && <span class="hidden">{say(color)}: </span>}{name}</strong>
        <small>{turn ? <span class="turn">{turn}</span> : name !== note && note}</small>
      </div>
      <div class="figures">
        <Clock color={color} />
        <small title={say("captures")}><span class="hidden">{say("captures")} </span><span class={`stone-icon small ${color === "black" ? "white" : "black"}`} aria-hidden="true" />{game.captures[color === "black" ? 0 : 1]}</small>
      </div>
    </div>
  );
}

/** What is left on a clock; asks for the end of the game when it is down. */
function Clock({ color }: { color: Color }) {
  const { model, controller, say } = usePage();
  const [now, setNow] = useState(performance.now());
  const clock = model.game?.clock;
  const runs = clock?.runs === color;
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [runs]);
  const passed = runs ? Math.max(0, now - model.received) / 1000 : 0;
  const left = clock ? Math.max(0, clock.left[color === "black" ? 0 : 1] - passed) : 0;
  const isDown = runs && left === 0;
  useEffect(() => {
    if (isDown && model.waiting === 0) void controller.refresh();
  }, [isDown, now]);
  if (!clock) return null;
  const whole = Math.ceil(left);
  return (
    <time class={`clock ${runs && left < 20 ? "low" : ""}`} role="timer" aria-label={say("time_left")}>
      {Math.floor(whole / 60)}:{String(whole % 60).padStart(2, "0")}
    </time>
  );
}
