import { z } from "zod";
import { readNames } from "../access/chosen-names.ts";
import { scopeOf } from "../access/record-scope.ts";
import type { ControlRequest, RouteOf } from "../control-request.ts";
import { pageFrom, readCursor, writeCursor } from "../page/cursor.ts";
import type { RunContext } from "./run-context.ts";
import { runView } from "./run-view.ts";

const LIST = "runs";
const states = ["pending", "running", "completed", "failed", "cancelled"] as const;

/** A page of the submitted runs that the caller may see. */
export async function listRuns(
  { store }: Pick<RunContext, "store">,
  { caller, query }: Pick<ControlRequest<RouteOf<"list_runs">>, "caller" | "query">,
) {
  const filter = {
    ...scopeOf(caller, query.tenant),
    states: readNames(query.state, states, "state"),
    backend: query.backend,
    keyName: query.key,
  };
  const [before] = readCursor(LIST, query.cursor, z.tuple([z.string()])) ?? [];
  const isEmpty = scopeOf(caller, query.tenant) === undefined;
  const rows = isEmpty ? [] : await store.runs.list(filter, { before, limit: query.limit + 1 });
  return pageFrom(rows, query.limit, { item: runView, cursor: ({ runId }) => writeCursor(LIST, [runId]) });
}
