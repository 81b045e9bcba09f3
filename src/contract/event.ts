import { z } from "zod";
import { wireErrorCodes } from "./errors/table.ts";
import { FreeJson, FreeObject, NullableText, Timestamp } from "./scalars.ts";

/** The error codes that may stand in an event: exactly those that abp/v0.1 readers know. */
export const WireErrorCode = z.enum(wireErrorCodes).meta({ id: "ErrorCode" });

const shared = {
  ts: Timestamp,
  /** Passthrough keeps the vendor's own message at `ext.raw_message`. */
  ext: FreeObject.nullish(),
};

function event<Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return z.looseObject({ ...shared, type: z.literal(type), ...shape });
}

const ExitStatus = z.int32().nullish().default(null);

/** Something that happened during a run. */
export const AgentEvent = z
  .discriminatedUnion("type", [
    event("run_started", { message: z.string() }),
    event("run_completed", { message: z.string() }),
    event("assistant_delta", { text: z.string() }),
    event("assistant_message", { text: z.string() }),
    event("tool_call", {
      tool_name: z.string(),
      tool_use_id: NullableText,
      parent_tool_use_id: NullableText,
      input: FreeJson,
    }),
    event("tool_result", {
      tool_name: z.string(),
      tool_use_id: NullableText,
      output: FreeJson,
      is_error: z.boolean(),
    }),
    event("file_changed", { path: z.string(), summary: z.string() }),
    event("command_executed", { command: z.string(), exit_code: ExitStatus, output_preview: NullableText }),
    event("warning", { message: z.string() }),
    event("error", { message: z.string(), error_code: WireErrorCode.nullish() }),
  ])
  .meta({ id: "AgentEvent", title: "AgentEvent", description: "Something that happened during a run." });
export type AgentEvent = z.infer<typeof AgentEvent>;

/** The kinds of event, as they stand in `type`. */
export type AgentEventType = AgentEvent["type"];
