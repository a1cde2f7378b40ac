import { useEffect, useRef, useState } from "preact/hooks";

import { usePage } from "../context";
import { type Loss, byWeight, isEngine, losses, numberOf, phaseOf, shownMistakes, stepOf, summaries } from "../facts";
import type { Color } from "../protocol";
import type { Say } from "../texts";

/** The mistakes of the game, what each player lost, and the review that finds them. */
export function MistakeTable() {
  const { model, controller, say } = usePage();
  const [isByWeight, setByWeight] = useState(false);
  const { game, reviews } = model;
  if (!game) return null;
  const all = losses(model);
  const bad = shownMistakes(model);
  if (!game.judges && !all.some((loss) => loss?.class)) return <p class="faint">{say("mistakes_unknown")}</p>;
  const last = game.moves.length;
  const done = game.reviewed.filter(Boolean).length;
  const isDone = done === game.reviewed.length;
  const phase = (loss: Loss) => phaseOf(numberOf(game, loss.number), game.size);
  return (
    <>
      {reviews ? (
        <div class="progress">
          <label>
            <span role="status">{say("review_at", { at: Math.min(done, last), n: last })}</span>
            <progress max={Math.max(1, last)} value={done} />
          </label>
          <button onClick={() => controller.stopReview()}>{say("stop")}</button>
        </div>
      ) : model.plays && !isDone && (
        <button id="review" class="wide" disabled={last === 0 || game.phase === "thinking"} onClick={() => void controller.startReview()}>{say("review")}</button>
      )}
      {all.some(Boolean) && (
        <div class="filters">
          <Whose />
          <label class="check"><span>{say("by_size")}</span><input type="checkbox" checked={isByWeight} onChange={() => setByWeight(!isByWeight)} /></label>
        </div>
      )}
      {bad.length === 0 ? done > 0 && <p class="faint">{say("mistakes_none")}</p> : (
        <table class="figures-table">
          <thead>
            <tr><th scope="col">{say("move")}</th><th scope="col">{say("lost")}</th><th scope="col">{say("better")}</th></tr>
          </thead>
          <tbody id="mistakes">
            {(isByWeight ? [...bad].sort(byWeight) : bad).map((loss, i) => [
              !isByWeight && (i === 0 || phase(loss) !== phase(bad[i - 1])) && <tr key={phase(loss)}><th colSpan={3} class="faint">{say(phase(loss))}</th></tr>,
              <MistakeRow
                key={loss.number} loss={loss} number={numberOf(game, loss.number)} isHere={game.at === loss.number - 1} isBetterHidden={model.attempt !== null}
                onGo={() => void controller.go(loss.number - 1)} say={say}
              />,
            ])}
          </tbody>
        </table>
      )}
      {model.plays && bad.some(({ class: of }) => of !== "inaccuracy") && !game.problem && (
        <button id="practise" class="wide" onClick={() => void controller.practise()}>{say("practise")}</button>
      )}
      {all.some(Boolean) && <Players all={all} />}
    </>
  );
}

/** The choice of the player whose mistakes are shown. */
function Whose() {
  const { model, controller, say } = usePage();
  const { game, whose } = model;
  if (!game) return null;
  const name = (color: Color) => (game.player === "both" ? say(color) : say(isEngine(game, color) ? "engine" : "you"));
  const choices: [Color | null, string][] = [[null, say("both")], ["black", name("black")], ["white", name("white")]];
  return (
    <fieldset class="choice">
      <legend class="hidden">{say("mistakes")}</legend>
      <div class="options" id="whose">
        {choices.map(([color, text]) => (
          <label key={text}>
            <input type="radio" name="whose" checked={whose === color} onChange={() => controller.dispatch({ type: "whose", whose: color })} /><span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function MistakeRow({ loss, number, isHere, isBetterHidden, onGo, say }: { loss: Loss; number: number; isHere: boolean; isBetterHidden: boolean; onGo: () => void; say: Say }) {
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isHere) row.current?.scrollIntoView({ block: "nearest" });
  }, [isHere]);
  const { color, move, points, better } = loss;
  const name = (move: string) => (move === "pass" ? say("pass_move") : move);
  return (
    <tr ref={row} class={isHere ? "here" : ""}>
      <th scope="row">
        <button class="link" onClick={onGo}>
          <span class={`dot step-${stepOf(loss.class)}`} aria-hidden="true" />{number}. {say(color)} {name(move)}
        </button>
      </th>
      <td>{points.toFixed(1)}</td>
      <td>{isHere && isBetterHidden ? "?" : name(better[0] ?? "")}</td>
    </tr>
  );
}

/** What each player lost in all. */
function Players({ all }: { all: (Loss | null)[] }) {
  const { say } = usePage();
  return (
    <table class="figures-table">
      <thead>
        <tr><th scope="col">{say("player")}</th><th scope="col">{say("points_per_move")}</th><th scope="col">{say("inaccuracies")}</th><th scope="col">{say("mistakes")}</th><th scope="col">{say("blunders")}</th></tr>
      </thead>
      <tbody id="players">
        {summaries(all).map(({ color, points, counts }) => (
          <tr key={color}><th scope="row">{say(color)}</th><td>{points === null ? "" : points.toFixed(2)}</td>{counts.map((count, i) => <td key={i}>{count}</td>)}</tr>
        ))}
      </tbody>
    </table>
  );
}
