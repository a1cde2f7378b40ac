import { useMemo } from "preact/hooks";

import { usePage } from "../context";
import { nodeOf } from "../tree";

/** What the record says of the position that is shown. In a record with comments it has its place on every position. */
export function Comment() {
  const { model, say } = usePage();
  const { game } = model;
  const hasAny = useMemo(() => game?.tree.some(({ comment }) => comment), [game?.tree]);
  if (!game || !hasAny) return null;
  const comment = game.tree[nodeOf(game)]?.comment;
  return <section class="card comment" id="comment" aria-label={say("comment")} tabIndex={0}>{comment || <span class="faint">{say("no_comment")}</span>}</section>;
}
