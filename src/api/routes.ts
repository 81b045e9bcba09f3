import { catalogueRoutes } from "./catalogue.ts";
import { keyRoutes } from "./keys.ts";
import { questionRoutes } from "./questions.ts";
import { receiptRoutes } from "./receipts.ts";
import type { Route } from "./route.ts";
import { stateRoutes } from "./state.ts";

/** All routes, in the order of the documents. */
export const routes = [
  ...stateRoutes,
  ...catalogueRoutes,
  ...questionRoutes,
  ...receiptRoutes,
  ...keyRoutes,
] as const satisfies readonly Route[];
export type RouteName = (typeof routes)[number]["name"];
