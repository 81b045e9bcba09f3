import { z } from "zod";
import { ExecutionMode } from "../contract/index.ts";
import { pageOf, pageQuery } from "./page.ts";
import { route } from "./route.ts";

/** One model call, as its receipt records it. */
export const CallView = z
  .object({
    run_id: z.uuid().describe("The id of the call; its receipt has it."),
    tenant: z.string(),
    seq: z.int().describe("The place of its receipt in the log."),
    key: z.string(),
    parent_run: z.string().nullable(),
    operation: z.string(),
    dialect: z.string(),
    engine: z.string(),
    engine_dialect: z.string(),
    model: z.string().nullable(),
    upstream_model: z.string().nullable(),
    mode: ExecutionMode,
    stream: z.boolean(),
    status: z.int().nullable(),
    outcome: z.string(),
    reason: z.string().nullable(),
    code: z.string().nullable(),
    losses: z.int().describe("Members of the request or of the answer that were not passed on as they were."),
    input_tokens: z.int().nullable(),
    output_tokens: z.int().nullable(),
    cost_nano_usd: z.int().nullable(),
    started_at: z.iso.datetime(),
    duration_ms: z.int(),
  })
  .meta({ id: "Call" });
export type CallView = z.infer<typeof CallView>;

const name = z.string().min(1).max(256).optional();

/** Model calls. */
export const callRoutes = [
  route({
    name: "list_calls",
    method: "GET",
    path: "/calls",
    group: "calls",
    summary:
      "Lists model calls, the newest first. A page may have fewer calls than its limit, or none, and still have a next one.",
    needs: "records.read",
    query: z.object({
      ...pageQuery,
      dialect: name,
      engine: name,
      model: name.describe("As the caller named it."),
      mode: ExecutionMode.optional(),
      status: z.coerce.number().int().min(100).max(599).optional(),
      key: name,
      loss: z.enum(["true", "false"]).optional().describe("Whether something was not passed on as it was."),
      run: z.uuid().optional().describe("The run whose agent made the calls."),
      since: z.iso.datetime({ offset: true }).optional(),
      until: z.iso.datetime({ offset: true }).optional(),
      tenant: z.string().max(128).optional().describe("Only a key of all tenants may name another one."),
    }),
    status: 200,
    answer: pageOf(CallView),
  }),
] as const;
