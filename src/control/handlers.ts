import { homedir } from "node:os";
import type { RouteName } from "../api/index.ts";
import { userHome } from "../contract/index.ts";
import { openApprovalHandlers } from "./approvals/approval-handlers.ts";
import { openCallHandlers } from "./calls/call-handlers.ts";
import { openCatalogueHandlers } from "./catalogue/catalogue-handlers.ts";
import type { ControlContext } from "./context.ts";
import type { HandlersOf } from "./control-request.ts";
import { openFeedHandlers } from "./events/feed-handlers.ts";
import { openRunEventHandlers } from "./events/run-event-handlers.ts";
import { openKeyHandlers } from "./keys/key-handlers.ts";
import { openQuestionHandlers } from "./questions/question-handlers.ts";
import { openReceiptHandlers } from "./receipts/receipt-handlers.ts";
import { openWorkGate } from "./runs/open-work-gate.ts";
import { openRunHandlers } from "./runs/run-handlers.ts";
import { openStateHandlers } from "./state/state-handlers.ts";
import { FollowerGroups } from "./streams/follower-groups.ts";
import { openUsageHandlers } from "./usage/usage-handlers.ts";

/** A handler for each route of the table. A route without one does not compile. */
export type Handlers = HandlersOf<RouteName>;

export function openHandlers(context: ControlContext, groups: FollowerGroups): Handlers {
  const events = { ...context, groups };
  const { config, env, desk } = context;
  const gate =
    context.gate ?? (desk === undefined ? undefined : openWorkGate(config, { env, home: userHome(homedir) }));
  const work = { ...context, gate };
  return {
    ...openStateHandlers(context),
    ...openCatalogueHandlers(context),
    ...openQuestionHandlers(context),
    ...openReceiptHandlers(context),
    ...openRunHandlers(work),
    ...openRunEventHandlers(events),
    ...openFeedHandlers(events),
    ...openApprovalHandlers(work),
    ...openKeyHandlers(context),
    ...openCallHandlers(context),
    ...openUsageHandlers(context),
  };
}

/** The streams that are followed in this thread. */
export function openGroups({ report }: Pick<ControlContext, "report">): FollowerGroups {
  return new FollowerGroups({ report: (error) => report("A stream of the control API failed.", error) });
}
