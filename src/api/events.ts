import { z } from "zod";
import { ApprovalView } from "./approvals.ts";
import { MAX_PAGE_SIZE } from "./page.ts";
import { route } from "./route.ts";
import { RunEvent, RunStateName } from "./runs.ts";

const limit = z.coerce
  .number()
  .int()
  .min(1)
  .max(MAX_PAGE_SIZE)
  .default(100)
  .describe("The most items of the page.");

/** An entry of the stream of everything. */
export const FeedItem = z
  .discriminatedUnion("kind", [
    z.object({
      cursor: z.string(),
      kind: z.literal("run"),
      tenant: z.string(),
      run_id: z.uuid(),
      state: RunStateName,
      at: z.iso.datetime(),
    }),
    z.object({
      cursor: z.string(),
      kind: z.literal("receipt"),
      tenant: z.string(),
      seq: z.int().describe("The place in the log of the tenant."),
      run_id: z.uuid(),
      sha256: z.string(),
      outcome: z.string(),
      reason: z.string().nullable(),
      call: z
        .object({
          key: z.string(),
          dialect: z.string(),
          engine: z.string(),
          model: z.string().nullable(),
          status: z.int().nullable(),
          parent_run: z.string().nullable(),
        })
        .nullable()
        .describe("Null for the receipt of a run."),
      at: z.iso.datetime(),
    }),
    z.object({ cursor: z.string(), kind: z.literal("approval"), tenant: z.string(), approval: ApprovalView }),
  ])
  .meta({ id: "FeedItem" });
export type FeedItem = z.infer<typeof FeedItem>;

const runPath = z.object({ run_id: z.uuid() });
const runAfter = z
  .string()
  .regex(/^(?:-1|0|[1-9]\d{0,15})$/)
  .optional()
  .describe("The sequence number of the last event that is known; from the first one without it.");
const feedAfter = z
  .string()
  .max(16_384)
  .optional()
  .describe(
    "The cursor of the last item that is known; `now` for what comes next; from the first one without it.",
  );

/** What happens, as it happens. */
export const eventRoutes = [
  route({
    name: "list_run_events",
    method: "GET",
    path: "/runs/{run_id}/events",
    group: "events",
    summary: "Lists the events of a run, the oldest first.",
    needs: "records.read",
    params: runPath,
    query: z.object({ after: runAfter, limit }),
    status: 200,
    answer: z.object({
      items: z.array(RunEvent),
      next_after: z.string().describe("For the next page."),
      has_ended: z.boolean().describe("Whether no further event can come."),
    }),
  }),
  route({
    name: "follow_run_events",
    method: "GET",
    path: "/runs/{run_id}/events/stream",
    group: "events",
    summary:
      "Follows the events of a run as server-sent events or over a WebSocket; a reader goes on with `Last-Event-ID` or `after`.",
    needs: "records.read",
    params: runPath,
    query: z.object({ after: runAfter }),
    status: 200,
    answerType: "text/event-stream",
    takesSocket: true,
  }),
  route({
    name: "list_events",
    method: "GET",
    path: "/events",
    group: "events",
    summary: "Lists everything that happened, in the order of the log: receipts, states of runs, approvals.",
    needs: "records.read",
    query: z.object({ after: feedAfter, limit }),
    status: 200,
    answer: z.object({ items: z.array(FeedItem), next_after: z.string().describe("For the next page.") }),
  }),
  route({
    name: "follow_events",
    method: "GET",
    path: "/events/stream",
    group: "events",
    summary: "Follows everything that happens as server-sent events or over a WebSocket.",
    needs: "records.read",
    query: z.object({ after: feedAfter }),
    status: 200,
    answerType: "text/event-stream",
    takesSocket: true,
  }),
] as const;
