import { checkShape } from "../shape/check-shape.ts";
import { readShapes } from "../shape/notation.ts";
import { sdkTypes } from "../shape/sdk/openai.ts";
import type { Rules } from "../violation.ts";

// Kimi's own members and words. It ignores members that it does not know.
const corrections = `
ChatCompletionCreateParamsBase += { reasoning_effort?: string | null, thinking?: { type?: "enabled" | "disabled", keep?: "all" | null }, service_tier?: any, verbosity?: any, web_search_options?: any, modalities?: any, audio?: any, prediction?: any, prompt_cache_retention?: any, prompt_cache_options?: any, moderation?: any, functions?: any, function_call?: any }
ChatCompletionMessageParam = ChatCompletionSystemMessageParam | ChatCompletionUserMessageParam | ChatCompletionAssistantMessageParam | ChatCompletionToolMessageParam
ChatCompletionAssistantMessageParam += { reasoning_content?: string | null, partial?: boolean }
ChatCompletionContentPart = ChatCompletionContentPartText | ChatCompletionContentPartImage | VideoPart
VideoPart = { type: "video_url", video_url: { url: string } }
ChatCompletionTool = ChatCompletionFunctionTool | BuiltinTool
BuiltinTool = { type: "builtin_function", function: { name: string } }
ChatCompletionMessageToolCall = { id: string, type?: "function" | "builtin_function", function: ChatCompletionMessageFunctionToolCall.Function, index?: number }
`;

const shapes = readShapes(sdkTypes, corrections);

export const shapeRules: Rules = {
  "kimi.shape": ({ body }) => {
    const fault = checkShape(body, "ChatCompletionCreateParamsBase", { shapes, ignoresUnknown: true });
    if (fault === undefined) return undefined;
    const where = fault.path.join(".");
    if (fault.kind === "missing") return { message: `Invalid request: ${where} is required` };
    return fault.kind === "value"
      ? {
          message: `Invalid request: ${where} must be one of ${fault.expected.join(", ")}, got ${String(fault.actual)}`,
        }
      : { message: `Invalid request: ${where} must be of type ${fault.expected.join(" or ")}` };
  },
};
