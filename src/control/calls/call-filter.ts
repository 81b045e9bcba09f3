import type { CallView } from "../../api/index.ts";
import type { ControlRequest, RouteOf } from "../control-request.ts";

export type CallQuery = ControlRequest<RouteOf<"list_calls">>["query"];

/** Whether a call is one of those that a query asks for. */
export function matchesCall(call: CallView, query: CallQuery): boolean {
  return (
    (query.dialect === undefined || call.dialect === query.dialect) &&
    (query.engine === undefined || call.engine === query.engine) &&
    (query.model === undefined || call.model === query.model) &&
    (query.mode === undefined || call.mode === query.mode) &&
    (query.status === undefined || call.status === query.status) &&
    (query.key === undefined || call.key === query.key) &&
    (query.loss === undefined || call.losses > 0 === (query.loss === "true")) &&
    (query.run === undefined || call.parent_run === query.run) &&
    (query.since === undefined || Date.parse(call.started_at) >= Date.parse(query.since)) &&
    (query.until === undefined || Date.parse(call.started_at) < Date.parse(query.until))
  );
}
