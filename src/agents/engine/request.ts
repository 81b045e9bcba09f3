import { z } from "zod";
import type { Block, Conversation, Message, Reasoning, Sampling, WorkOrder } from "../../contract/index.ts";
import { stagedPrompt } from "../host/staged-prompt.ts";
import type { EngineTool } from "./tools/tool.ts";
import { offeredTool } from "./tools.ts";

/** The instructions for the model unless the configuration has others. */
export const DEFAULT_SYSTEM = `You carry out a task in a workspace of files, with the tools that you are given. Paths begin at the root of the workspace. Look before you change, and change only what the task asks for. A tool that is denied stays denied: go on without it. When the task is done, answer with a short summary and call no tool.`;

/** Options of a call that an order may give as \`vendor.engine\`, in no vendor's words. */
const CallOptions = z
  .looseObject({
    max_output_tokens: z.int().min(1).optional(),
    temperature: z.number().optional(),
    top_p: z.number().optional(),
    reasoning_effort: z.string().optional(),
  })
  .catch({});

/** The part of each call that stays the same during a run. */
export interface CallFrame {
  readonly system: string | undefined;
  readonly tools: readonly EngineTool[];
  /** The dialect of the calls, whose own options an order may give. */
  readonly dialect: string;
}

/** Maps an order to calls of a model: returns the call for the messages so far. */
export function callOf(
  { config, output_schema }: WorkOrder,
  { system, tools, dialect }: CallFrame,
): (messages: readonly Message[]) => Conversation {
  const { max_output_tokens, reasoning_effort, ...options } = CallOptions.parse(
    config.vendor["engine"] ?? {},
  );
  const sampling: Sampling = {
    ...(options.temperature === undefined ? {} : { temperature: options.temperature }),
    ...(options.top_p === undefined ? {} : { topP: options.top_p }),
  };
  const reasoning: Reasoning | undefined =
    reasoning_effort === undefined ? undefined : { effort: reasoning_effort };
  const own = config.vendor[dialect];
  const frame = {
    model: config.model ?? "",
    system: [{ type: "text" as const, text: system ?? DEFAULT_SYSTEM }],
    tools: tools.map(offeredTool),
    sampling,
    stop: [],
    stream: { enabled: true, usage: true },
    ...(max_output_tokens === undefined ? {} : { maxOutputTokens: max_output_tokens }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(output_schema === undefined
      ? {}
      : { output: { kind: "json_schema" as const, name: "answer", schema: output_schema } }),
    ...(isObject(own) ? { vendor: { [dialect]: own } } : {}),
  };
  return (messages) => ({ ...frame, messages: [...messages] });
}

/** The first message of a run: the task with its context, and the images. */
export function orderMessage(order: WorkOrder): Message {
  const images = (order.context.images ?? []).map(
    ({ media_type, data }): Block => ({
      type: "image",
      source: { kind: "base64", mediaType: media_type, data },
    }),
  );
  return { role: "user", content: [{ type: "text", text: stagedPrompt(order) }, ...images] };
}

export function userMessage(text: string): Message {
  return { role: "user", content: [{ type: "text", text }] };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
