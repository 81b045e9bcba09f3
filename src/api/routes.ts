import type { Route } from "./route.ts";
import { stateRoutes } from "./state.ts";

/** All routes, in the order of the documents. */
export const routes = [...stateRoutes] as const satisfies readonly Route[];
export type RouteName = (typeof routes)[number]["name"];
