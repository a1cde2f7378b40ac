import { createContext } from "preact";
import { useContext } from "preact/hooks";

import type { Controller } from "./controller";
import type { Model } from "./state";
import type { Say } from "./texts";

/** What every part of the page is given. */
export interface Page {
  model: Model;
  controller: Controller;
  say: Say;
}

export const PageContext = createContext<Page | null>(null);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error("a part is outside of the page");
  return page;
}
