import { usePage } from "../context";
import { answer } from "../drill";
import { isHidden, type Loss, losses, numberOf, problemMistake, shownMistakes, stepOf } from "../facts";
import type { Say } from "../texts";
import type { Language } from "../texts/language";
import { nodeOf } from "../tree";
import { Icon, type IconName } from "./icon";

/** What is said about the mistake that is shown, and the way to the others. It stands in place of the buttons for play. */
export function Coach() {
  const { model, controller, say } = usePage();
  const { game, attempt, drill } = model;
  if (!game) return null;
  const others = shownMistakes(model).map(({ number }) => number - 1);
  const { problem } = game;
  const ofFile = problem?.number === 0;
  const shown = problemMistake(game) ?? shownLoss(losses(model), game.at);
  const [at, n] = ofFile ? [(drill?.at ?? 0) + 1, drill?.games.length ?? 1] : [problem?.number ?? 0, problem?.of ?? 0];
  const button = (id: string, icon: IconName, text: string, isOff: boolean, onClick: () => void) => (
    <button id={id} disabled={isOff} onClick={onClick}><Icon name={icon} /><span>{text}</span></button>
  );
  return (
    <section class="card coach" aria-label={say("review_short")}>
      {problem && <p id="problem" class="faint" role="status">{say("problem_of", { at, n })} {problem.days !== null && !ofFile && <b>{comesBack(problem.days, say)}</b>}</p>}
      {attempt ? <Attempt /> : ofFile ? <p class="lead" id="lead">{say("better")}{say("colon")}{answer(game, 0).join(" ")}</p> : <Sentence loss={shown} />}
      <div class="actions" role="group" aria-label={say(problem ? "problems" : "mistakes")}>
        {problem
          ? button("end-problems", "rejoin", say("to_game"), false, () => void controller.act({ action: "restore" }))
          : button("mistake-before", "back", say("mistake_before"), !others.some((at) => at < game.at), () => controller.goToMistake(-1))}
        {model.plays && button("try-again", "undo", say("try_again"), shown?.class == null && !attempt && !ofFile, () => {
          if (ofFile) void controller.poseAgain();
          else if (attempt) void controller.retry(attempt);
          else if (shown) void controller.tryAgain(shown);
        })}
        {problem
          ? button("next-problem", "next", say("next_problem"), ofFile ? at >= n : problem.days === null || game.problems === 0,
            () => void (ofFile && drill ? controller.pose(drill.games, at) : controller.ask()))
          : button("mistake-after", "next", say("mistake_after"), !others.some((at) => at > game.at), () => controller.goToMistake(1))}
      </div>
    </section>
  );
}

/** When a problem that was answered is asked again. */
function comesBack(days: number, say: Say): string {
  return days === 0 ? say("problem_learned") : days === 1 ? say("problem_tomorrow") : say("problem_back", { n: days });
}

/** The mistake to speak of: the move that follows, or else the last one. */
function shownLoss(all: (Loss | null)[], at: number): Loss | null {
  const [next, last] = [all[at], all[at - 1]];
  return [next, last].find((loss) => loss?.class) ?? null;
}

function Sentence({ loss }: { loss: Loss | null }) {
  const { model, controller, say } = usePage();
  const { game } = model;
  if (!game) return null;
  if (!loss && !game.reviewed.some(Boolean) && !model.reviews) {
    return <div class="lead"><button class="main" disabled={!game.judges} onClick={() => void controller.startReview()}>{say("review")}</button></div>;
  }
  if (!loss) return <p class="lead faint">{say(model.reviews ? "analyzing" : "no_mistake_here")}</p>;
  const isBefore = game.at === loss.number - 1;
  const line = (text: "better" | "then", moves: string[], id: string) => moves.length > 0 && (
    <button class="link" id={id} aria-pressed={model.preview?.moves.join() === moves.join()} onClick={() => controller.dispatch({ type: "preview", moves })}>
      {say(text)}{say("colon")}{moves.map((move) => nameOf(move, say)).join(" ")}
    </button>
  );
  return (
    <div class="lead" id="lead" role="status">
      <p><span class={`dot step-${stepOf(loss.class)}`} aria-hidden="true" /> <strong>{lossSentence(loss, numberOf(game, loss.number), say, model.settings.language)}</strong></p>
      {isBefore && line("better", loss.better, "better-line")}
      {line("then", isBefore ? [loss.move, ...loss.refutation] : loss.refutation, "refutation-line")}
    </div>
  );
}

/** What a move lost, and why, in words. */
function lossSentence(loss: Loss, number: number, say: Say, language: Language): string {
  const reason = loss.reason?.[language];
  return say("loses", { n: number, color: say(loss.color), move: nameOf(loss.move, say), points: pointsText(loss.points) }) + (reason ? say("colon") + reason : say("full_stop"));
}

const nameOf = (move: string, say: Say): string => (move === "pass" ? say("pass_move") : move);

/** Points in whole numbers, where they are more than a few. */
const pointsText = (points: number): string => points.toFixed(points < 9.95 ? 1 : 0);

/** The search of the visitor for a better move: what is asked, and what became of it. */
function Attempt() {
  const { model, controller, say } = usePage();
  const { game, attempt } = model;
  if (!game || !attempt) return null;
  const { mistake } = attempt;
  const ofFile = game.problem?.number === 0;
  const showBetter = mistake.better.length > 0 && <button id="show-better" onClick={() => void controller.showBetter()}>{say("show_better")}</button>;
  if (isHidden(model)) {
    return (
      <div class="lead" id="lead" role="status">
        <p><strong>{ofFile ? say("side_to_move", { color: say(game.to_move) }) : say("find_better", { color: say(mistake.color), move: nameOf(mistake.move, say) })}</strong></p>
        <div class="buttons">
          <button id="coach-hint" disabled={attempt.hints === 2 || mistake.better.length === 0} onClick={() => controller.giveHint()}>{say("hint")}</button>
          {showBetter}
        </div>
      </div>
    );
  }
  const answered = game.tree[attempt.after ?? 0]?.move ?? "";
  if (attempt.isRight !== undefined) {
    return (
      <div class="lead" id="lead" role="status">
        <p><strong>{say(attempt.isRight ? "file_right" : "file_wrong", { move: nameOf(answered, say) })}</strong></p>
        {!attempt.isRight && <div class="buttons">{showBetter}</div>}
      </div>
    );
  }
  if (ofFile && !game.judges) return <p class="lead" id="lead" role="status">{say("file_unknown")}</p>;
  const place = attempt.after === null ? -1 : game.line.indexOf(attempt.after);
  const tried = losses(model)[place - 1];
  if (nodeOf(game) !== attempt.after || !tried) return <p class="lead faint" id="lead" role="status">{say("analyzing")}</p>;
  return (
    <div class="lead" id="lead" role="status">
      <p><span class={`dot step-${stepOf(tried.class)}`} aria-hidden="true" /> <strong>{triedText(tried, ofFile ? null : mistake, say)}</strong> {ofFile && say("by_search")}</p>
      {tried.class && <div class="buttons">{showBetter}</div>}
    </div>
  );
}

/** What is said of a move that was tried, beside the mistake of a game if there was one. */
function triedText(tried: Loss, mistake: Loss | null, say: Say): string {
  const move = nameOf(tried.move, say);
  if (tried.class === null) return say("tried_best", { move });
  const points = pointsText(tried.points);
  return say(mistake && tried.points < mistake.points ? "tried_better" : "tried_wrong", { move, points });
}
