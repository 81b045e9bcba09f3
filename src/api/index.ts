/** The control API as one table: routes, parameters, answers, and what a key needs for each. */

export type { ApprovalView } from "./approvals.ts";
export type { CallView } from "./calls.ts";
export type { FeedItem } from "./events.ts";
export { openApiDocument } from "./openapi/openapi-document.ts";
export { type Permission, permissions, type Role, roles } from "./role.ts";
export { API_PREFIX, type Fields, type Route } from "./route.ts";
export { type RouteName, routes } from "./routes.ts";
export type { OrderDraft, Run } from "./runs.ts";
