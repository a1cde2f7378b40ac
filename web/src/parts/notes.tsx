import { usePage } from "../context";
import type { MarkShape } from "../protocol";
import { nodeOf } from "../tree";
import { Choice, Field } from "./fields";

/** The comment and the marks of the position that is shown, to be written. */
export function Notes() {
  const { model, controller, say } = usePage();
  const { game } = model;
  if (!game || !model.plays || game.problem) return null;
  const node = nodeOf(game);
  const comment = game.tree[node]?.comment ?? "";
  const shapes: [MarkShape | "", string][] = [["", say("none")], ["triangle", "△"], ["square", "□"], ["circle", "○"], ["cross", "×"], ["label", "A"]];
  return (
    <>
      <Choice label={say("click_marks")} value={model.mark ?? ""} options={shapes} onChange={(mark) => controller.dispatch({ type: "mark", mark: mark || null })} />
      <Field label={say("comment")}>
        <textarea key={`${node}${comment}`} rows={3} defaultValue={comment} onChange={({ currentTarget }) => controller.annotate({ comment: currentTarget.value })} />
      </Field>
    </>
  );
}
