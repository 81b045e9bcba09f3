import type { RouteName } from "../api/index.ts";
import { openCatalogueHandlers } from "./catalogue/catalogue-handlers.ts";
import type { ControlContext } from "./context.ts";
import type { HandlersOf } from "./control-request.ts";
import { openKeyHandlers } from "./keys/key-handlers.ts";
import { openQuestionHandlers } from "./questions/question-handlers.ts";
import { openReceiptHandlers } from "./receipts/receipt-handlers.ts";
import { openStateHandlers } from "./state/state-handlers.ts";

/** A handler for each route of the table. A route without one does not compile. */
export type Handlers = HandlersOf<RouteName>;

export function openHandlers(context: ControlContext): Handlers {
  return {
    ...openStateHandlers(context),
    ...openCatalogueHandlers(context),
    ...openQuestionHandlers(context),
    ...openReceiptHandlers(context),
    ...openKeyHandlers(context),
  };
}
