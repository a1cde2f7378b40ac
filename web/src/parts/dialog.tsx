import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { usePage } from "../context";
import { errorText } from "../texts";
import { Icon } from "./icon";

/** A window above the page, which Escape and a click beside it close. Errors are said at its end. */
export function Dialog({ title, children }: { title: string; children: ComponentChildren }) {
  const { model, controller, say } = usePage();
  const element = useRef<HTMLDialogElement>(null);
  const close = () => controller.dispatch({ type: "dialog", dialog: null });
  useEffect(() => element.current?.showModal(), []);
  return (
    <dialog ref={element} aria-labelledby="dialog-title" onClose={close} onClick={(event) => event.target === element.current && close()}>
      <div class="dialog-body">
        <div class="dialog-head">
          <h2 id="dialog-title">{title}</h2>
          <button class="quiet round" aria-label={say("close")} onClick={close}><Icon name="close" /></button>
        </div>
        {children}
        <p class="error" role="alert">{model.error && errorText(model.error, say)}</p>
      </div>
    </dialog>
  );
}
