import { usePage } from "../context";
import { type Loss, losses, mistakes, numberOf, stepOfLoss, summaries } from "../facts";
import { percentText, type Say } from "../texts";

/** What was lost, by move and by player; the analysis of the whole game. */
export function MistakeTable() {
  const { model, controller, say } = usePage();
  const { game, review } = model;
  if (!game) return null;
  const all = losses(model);
  const bad = mistakes(all);
  if (game.least_mistake === null && bad.length === 0) return <p class="faint">{say("mistakes_unknown")}</p>;
  const last = game.moves.length;
  return (
    <>
      {review ? (
        <div class="progress">
          <label>
            <span role="status">{say("review_at", { at: Math.min(review.at, last), n: last })}</span>
            <progress max={Math.max(1, last)} value={review.at} />
          </label>
          <button type="button" onClick={() => controller.stopReview()}>{say("stop")}</button>
        </div>
      ) : model.plays && (
        <button type="button" id="review" class="wide" disabled={last === 0 || game.phase === "thinking"} onClick={() => void controller.startReview()}>{say("review")}</button>
      )}
      {bad.length === 0 ? <p class="faint">{say("mistakes_none")}</p> : (
        <table class="figures-table">
          <thead>
            <tr><th scope="col">{say("move")}</th><th scope="col">{say("lost")}</th><th scope="col">{say("win_rate")}</th><th scope="col">{say("better")}</th></tr>
          </thead>
          <tbody id="mistakes">
            {bad.map((loss) => <MistakeRow key={loss.number} loss={loss} number={numberOf(game, loss.number)} isHere={game.at === loss.number - 1} onGo={() => void controller.go(loss.number - 1)} say={say} />)}
          </tbody>
        </table>
      )}
      {all.some(Boolean) && (
        <table class="figures-table">
          <thead>
            <tr><th scope="col">{say("player")}</th><th scope="col">{say("moves_count")}</th><th scope="col">{say("points_per_move")}</th><th scope="col">{say("mistakes")}</th></tr>
          </thead>
          <tbody id="players">
            {summaries(all).map(({ color, moves, points, mistakes: count }) => (
              <tr key={color}><th scope="row">{say(color)}</th><td>{moves}</td><td>{points === null ? "" : points.toFixed(2)}</td><td>{count}</td></tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function MistakeRow({ loss, number, isHere, onGo, say }: { loss: Loss; number: number; isHere: boolean; onGo: () => void; say: Say }) {
  const { color, move, points, winRate, better } = loss;
  return (
    <tr class={isHere ? "here" : ""}>
      <th scope="row">
        <button type="button" class="link" onClick={onGo}>
          <span class={`dot step-${stepOfLoss(loss)}`} aria-hidden="true" />{number}. {say(color)} {move === "pass" ? say("pass_move") : move}
        </button>
      </th>
      <td>{points === null ? "" : points.toFixed(1)}</td>
      <td>−{percentText(winRate, 0)}</td>
      <td>{better?.move ?? ""}</td>
    </tr>
  );
}
