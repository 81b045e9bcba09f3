import { approvalRoutes } from "./approvals.ts";
import { callRoutes } from "./calls.ts";
import { catalogueRoutes } from "./catalogue.ts";
import { eventRoutes } from "./events.ts";
import { keyRoutes } from "./keys.ts";
import { questionRoutes } from "./questions.ts";
import { receiptRoutes } from "./receipts.ts";
import type { Route } from "./route.ts";
import { runRoutes } from "./runs.ts";
import { stateRoutes } from "./state.ts";
import { usageRoutes } from "./usage.ts";

/** All routes, in the order of the documents. */
export const routes = [
  ...stateRoutes,
  ...catalogueRoutes,
  ...questionRoutes,
  ...runRoutes,
  ...eventRoutes,
  ...approvalRoutes,
  ...receiptRoutes,
  ...keyRoutes,
  ...callRoutes,
  ...usageRoutes,
] as const satisfies readonly Route[];
export type RouteName = (typeof routes)[number]["name"];
