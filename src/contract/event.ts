import { z } from "zod";
import { type WireErrorCode, wireErrorCodes } from "./errors/table.ts";
import { FreeJson, FreeObject, NullableText, Timestamp } from "./scalars.ts";

/**
 * The error codes that may stand in an event: exactly those that abp/v0.1 readers know.
 * Its documents spell them in capitals and its programs do not; both are read, small letters are written.
 */
export const ReportedErrorCode = z
  .enum([...wireErrorCodes, ...wireErrorCodes.map((code) => code.toUpperCase() as Uppercase<WireErrorCode>)])
  .transform((code) => code.toLowerCase() as WireErrorCode)
  .meta({ id: "ErrorCode" });

/** Passthrough keeps the vendor's own message at `ext.raw_message`. */
const ext = FreeObject.nullish();

const ExitStatus = z.int32().nullish().default(null);

function eventUnion<Time extends z.ZodType>(ts: Time) {
  const event = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
    z.looseObject({ ts, type: z.literal(type), ...shape, ext });
  return z.discriminatedUnion("type", [
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
    event("error", { message: z.string(), error_code: ReportedErrorCode.nullish() }),
  ]);
}

/** Something that happened during a run. */
export const AgentEvent = eventUnion(Timestamp).meta({
  id: "AgentEvent",
  title: "AgentEvent",
  description: "Something that happened during a run.",
});
export type AgentEvent = z.infer<typeof AgentEvent>;

/** An event as a sidecar sends it: some leave the time to the reader. */
export const SidecarEvent = eventUnion(Timestamp.optional()).meta({ id: "SidecarEvent" });
export type SidecarEvent = z.infer<typeof SidecarEvent>;
