import { z } from "zod";
import { BackendIdentity } from "./backend-identity.ts";
import { CapabilityManifest } from "./capability.ts";
import { ReportedErrorCode, SidecarEvent } from "./event.ts";
import { ExecutionMode } from "./execution.ts";
import { Receipt } from "./receipt/receipt.ts";
import { Count, FreeJson, NullableText } from "./scalars.ts";
import { WorkOrder } from "./work-order/work-order.ts";

/** One line between the backplane and a sidecar; `t` says which. */
export const Envelope = z
  .discriminatedUnion("t", [
    z.looseObject({
      t: z.literal("hello"),
      contract_version: z.string(),
      backend: BackendIdentity,
      capabilities: CapabilityManifest,
      mode: ExecutionMode.nullish().transform((mode) => mode ?? "mapped"),
      /** Whether the sidecar sends `tool_request` before each tool and obeys the decision. */
      asks_before_tools: z.boolean().optional(),
      /** Whether the sidecar takes `steer` during a run. */
      accepts_steering: z.boolean().optional(),
    }),
    z.looseObject({ t: z.literal("run"), id: z.string(), work_order: WorkOrder }),
    z.looseObject({ t: z.literal("event"), ref_id: z.string(), event: SidecarEvent }),
    z.looseObject({ t: z.literal("final"), ref_id: z.string(), receipt: Receipt }),
    z.looseObject({
      t: z.literal("fatal"),
      ref_id: NullableText,
      error: z.string(),
      error_code: ReportedErrorCode.nullish(),
    }),
    z.looseObject({ t: z.literal("cancel"), ref_id: z.string(), reason: z.string().nullish() }),
    // Ours: a sidecar asks whether it may use a tool, and the backplane decides. abp/v0.1 hosts do not send it.
    z.looseObject({
      t: z.literal("tool_request"),
      ref_id: z.string(),
      request_id: z.string(),
      tool_name: z.string(),
      input: FreeJson,
    }),
    z.looseObject({
      t: z.literal("tool_decision"),
      ref_id: z.string(),
      request_id: z.string(),
      verdict: z.enum(["allow", "deny"]),
      reason: z.string(),
    }),
    // Ours: a message of the user to an agent that is at work.
    z.looseObject({ t: z.literal("steer"), ref_id: z.string(), text: z.string() }),
    // Some hosts answer a ping that has no sequence number with a pong that has none.
    z.looseObject({ t: z.literal("ping"), seq: Count.optional() }),
    z.looseObject({ t: z.literal("pong"), seq: Count.optional() }),
  ])
  .meta({ id: "Envelope", title: "Envelope", description: "One line between the backplane and a sidecar." });
export type Envelope = z.infer<typeof Envelope>;
