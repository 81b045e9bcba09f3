import { shapeFault } from "../openai/shape.ts";
import { readShapes } from "../shape/notation.ts";
import { sdkTypes } from "../shape/sdk/codex.ts";
import type { Rules } from "../violation.ts";

// Where the API takes less or more than the SDK's types say:
// an earlier answer may come back without id and status; reasoning may come without id; details have defaults.
const corrections = `
EasyInputMessage = { content: string | ResponseInputMessageContentList, role: "user" | "system" | "developer", phase?: "commentary" | "final_answer" | null, type?: "message", id?: string, status?: string | null }
ResponseInputItem.Message = EasyInputMessage
ResponseOutputMessage = { content: string | list<ResponseOutputText | ResponseOutputRefusal>, role: "assistant", id?: string | null, status?: "in_progress" | "completed" | "incomplete" | null, type?: "message", phase?: "commentary" | "final_answer" | null }
ResponseOutputText = { text: string, type: "output_text", annotations?: list<any>, logprobs?: list<any> | null, parsed?: any }
ResponseReasoningItem += { id?: string | null, content?: list<any> | null, status?: string | null, encrypted_content?: string | null }
ResponseInputImage += { detail?: ImageDetail | null }
FunctionTool += { parameters?: { *: any } | null, strict?: boolean | null }
WebSearchTool.Filters += { blocked_domains?: list<string> | null }
WebSearchTool.UserLocation += { approximate?: any }
ResponseFunctionWebSearch += { id?: string, action?: ResponseFunctionWebSearch.Search | ResponseFunctionWebSearch.OpenPage | ResponseFunctionWebSearch.Find, status?: string }
ResponseFunctionWebSearch.Search += { query?: string | null, queries?: list<string> | null, sources?: list<any> | null }
ResponseInputItem.ImageGenerationCall += { result?: string | null, status?: string | null }
ResponseCustomToolCall += { status?: string | null }
ResponseCustomToolCallOutput += { status?: string | null }
ResponseCreateParamsBase += { client_metadata?: { *: string } | null }
FunctionTool += { function?: any }
ResponseFunctionToolCall += { id?: string | null, status?: string | null }
ToolChoiceTypes += { type: "file_search" | "web_search" | "web_search_2025_08_26" | "web_search_preview" | "computer" | "computer_use_preview" | "computer_use" | "web_search_preview_2025_03_11" | "image_generation" | "code_interpreter" | "mcp" }
`;

const shapes = readShapes(sdkTypes, corrections);

export const shapeRules: Rules = {
  "codex.shape": ({ body }) => shapeFault(body, "ResponseCreateParamsBase", { shapes }),
};
