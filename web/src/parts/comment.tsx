import { usePage } from "../context";
import { nodeOf } from "../tree";

/** What the record says of the position that is shown. */
export function Comment() {
  const { model, say } = usePage();
  const { game } = model;
  const comment = game?.tree[nodeOf(game)]?.comment;
  return comment ? <section class="card comment" id="comment" aria-label={say("comment")} tabIndex={0}>{comment}</section> : null;
}
