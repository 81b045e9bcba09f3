import type { RouteName } from "../api/index.ts";
import type { ControlContext } from "./context.ts";
import type { HandlersOf } from "./control-request.ts";
import { openStateHandlers } from "./state/state-handlers.ts";

/** A handler for each route of the table. A route without one does not compile. */
export type Handlers = HandlersOf<RouteName>;

export function openHandlers(context: ControlContext): Handlers {
  return { ...openStateHandlers(context) };
}
