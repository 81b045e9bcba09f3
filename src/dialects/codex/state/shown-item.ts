import { textOfJson } from "../../../lib/index.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { inputItems } from "./items.ts";

/** The first part of the id of an item, by its type; OpenAI's own items have the same. */
const PREFIXES: Readonly<Record<string, string>> = {
  message: "msg",
  reasoning: "rs",
  function_call: "fc",
  function_call_output: "fco",
  custom_tool_call: "ctc",
  custom_tool_call_output: "ctco",
  compaction: "cmp",
};

/** The items with a status. Other types have none, or require the caller to give it. */
const WITH_STATUS: ReadonlySet<string> = new Set([
  "message",
  "function_call",
  "function_call_output",
  "computer_call_output",
]);

/** The members that callers may leave out of a part, and OpenAI does not, by the type of the part. */
const PART_DEFAULTS: Readonly<Record<string, Members>> = {
  output_text: { annotations: [], logprobs: [] },
  input_image: { detail: "auto" },
};

/** The id for an item that has none; `unique` is part of no other id. */
export function mintItemId(item: unknown, unique: string): string {
  return `${PREFIXES[typeOf(item)] ?? "item"}_${unique}`;
}

/** An item as endpoints that list items show it: with its id, its type, its status, and its content as a list. */
export function showItem(id: string, item: unknown): Members {
  if (!isMembers(item)) return { id, type: "message", role: "user", status: "completed", content: [] };
  const type = typeOf(item);
  const shown: Members = { ...item, type, id };
  if (WITH_STATUS.has(type)) shown["status"] ??= "completed";
  if (type === "message") shown["content"] = showContent(item);
  return shown;
}

function typeOf(item: unknown): string {
  const type = isMembers(item) ? item["type"] : undefined;
  return typeof type === "string" ? type : "message";
}

function showContent({ role, content }: Members): unknown {
  if (typeof content !== "string") return Array.isArray(content) ? content.map(showPart) : [];
  if (role === "assistant") return [{ type: "output_text", text: content, annotations: [], logprobs: [] }];
  return (inputItems(content)[0] as Members)["content"];
}

function showPart(part: unknown): unknown {
  if (!isMembers(part)) return part;
  const shown = { ...part };
  for (const [name, value] of Object.entries(PART_DEFAULTS[textOfJson(part["type"])] ?? {}))
    shown[name] ??= value;
  return shown;
}
