import type { Conversation, Tool, ToolChoice } from "../../../contract/index.ts";
import type { Writing } from "../../codec/request-codec.ts";
import { Cursor } from "../../members/cursor.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { asVendor, leftover, ownMembers, restoreOwn } from "../../members/own-members.ts";
import type { Origins } from "../../origins.ts";
import { readCache, writeCache } from "../content/cache-hint.ts";
import { ID } from "../wire.ts";
import { readHosted } from "./hosted-tools.ts";
import { isDefinition } from "./mcp-servers.ts";
import { readTypedTool, writeTypedTool } from "./typed-tools.ts";

const modes = { auto: "auto", any: "required", tool: "tool", none: "none" } as const;
const types = { auto: "auto", required: "any", tool: "tool", none: "none" } as const;

/** Reads a tool; one that the vendor defines by its type is kept whole. */
export function readTool(value: unknown, path: string, origins: Origins): Tool {
  const cursor = new Cursor(value, path);
  const type = cursor.text("type");
  if (type !== undefined && type !== "custom") {
    const typed = readTypedTool(type, cursor);
    if (typed !== undefined) return origins.mark(typed, path);
    const name = cursor.text("name") ?? cursor.text("mcp_server_name") ?? type;
    const hosted = readHosted(type, cursor.value);
    const tool = { kind: "server", name, dialect: ID, value: cursor.value } as const;
    return origins.mark(hosted === undefined ? tool : { ...tool, hosted, ...readCache(cursor) }, path);
  }
  const description = cursor.text("description");
  const strict = cursor.flag("strict");
  return origins.mark(
    {
      kind: "function",
      name: cursor.need("name"),
      ...(description === undefined ? {} : { description }),
      parameters: cursor.take("input_schema"),
      ...(strict === undefined ? {} : { strict }),
      ...readCache(cursor),
      ...asVendor(ID, leftover(cursor)),
    },
    path,
  );
}

/** Reads the choice among the tools, and the flag for parallel calls that stands inside it. */
export function readToolChoice(
  cursor: Cursor,
  origins: Origins,
): { toolChoice: ToolChoice; parallelToolCalls?: boolean } | undefined {
  const choice = cursor.object("tool_choice");
  if (choice === undefined) return undefined;
  const type = choice.need("type");
  const mode = Object.hasOwn(modes, type) ? modes[type as keyof typeof modes] : undefined;
  if (mode === undefined) {
    // A choice that is not known yet decides nothing here, and goes back as it came.
    return { toolChoice: origins.mark({ mode: "auto", ...asVendor(ID, { ...choice.value }) }, choice.path) };
  }
  const disabled = choice.flag("disable_parallel_tool_use");
  const name = mode === "tool" ? choice.need("name") : undefined;
  const toolChoice: ToolChoice = {
    mode,
    ...(name === undefined ? {} : { name }),
    ...asVendor(ID, leftover(choice)),
  };
  origins.mark(toolChoice, choice.path);
  return { toolChoice, ...(disabled === undefined ? {} : { parallelToolCalls: !disabled }) };
}

/** Writes the tools that may be called: a list of allowed tools leaves the others out. */
export function writeTools({ tools, toolChoice }: Conversation, writing: Writing): Members[] {
  const allowed = toolChoice?.allowed;
  const strangers = (allowed ?? []).filter((name) => !tools.some((tool) => tool.name === name));
  if (strangers.length > 0) {
    const reason = `no tool is called ${strangers.join(", ")}`;
    writing.note({
      node: undefined,
      at: "$.tool_choice",
      disposition: "disclosed",
      reason,
      feature: "tool_choice.allowed",
    });
  }
  const written: Members[] = [];
  for (const tool of tools) {
    if (isDefinition(tool)) continue;
    if (allowed !== undefined && !allowed.includes(tool.name)) {
      writing.note({
        node: tool,
        at: "",
        disposition: "disclosed",
        reason:
          "left out, because the tool choice does not allow it and this wire has no list of allowed tools",
        feature: "tool_choice.allowed",
      });
      continue;
    }
    if (tool.kind === "function") written.push(writeTypedTool(tool) ?? writeFunction(tool, writing));
    else if (tool.kind === "server" && tool.dialect === ID) written.push(tool.value as Members);
  }
  return written;
}

/** Writes the choice among the tools; the flag for parallel calls alone is `auto` with that flag. */
export function writeToolChoice(
  { toolChoice, parallelToolCalls }: Conversation,
  tools: readonly Members[],
  writing: Writing,
): Members | undefined {
  if (toolChoice === undefined && parallelToolCalls === undefined) return undefined;
  if (tools.length === 0) return omitChoice(toolChoice, writing);
  const own = ownMembers(toolChoice ?? {}, ID);
  if (typeof own["type"] === "string") return { ...own };
  const type = types[toolChoice?.mode ?? "auto"];
  const written: Members = { type };
  if (type === "tool") written["name"] = toolChoice?.name;
  if (parallelToolCalls !== undefined && type !== "none") {
    written["disable_parallel_tool_use"] = !parallelToolCalls;
  }
  return restoreOwn(written, own);
}

// The API refuses a choice if there is nothing to choose from.
function omitChoice(toolChoice: ToolChoice | undefined, writing: Writing): undefined {
  const mode = toolChoice?.mode ?? "auto";
  const binds = mode === "required" || mode === "tool";
  writing.note({
    node: undefined,
    at: "$.tool_choice",
    disposition: binds ? "refused" : "mapped",
    reason: binds
      ? "a tool must be called and none is given"
      : "nothing to choose from, so nothing is written",
    feature: `tool_choice.${mode}`,
  });
  return undefined;
}

function writeFunction(tool: Extract<Tool, { kind: "function" }>, writing: Writing): Members {
  const written: Members = { name: tool.name };
  if (tool.description !== undefined) written["description"] = tool.description;
  written["input_schema"] = inputSchema(tool, writing);
  if (tool.strict !== undefined) written["strict"] = tool.strict;
  if (tool.cache !== undefined) written["cache_control"] = writeCache(tool.cache);
  return restoreOwn(written, ownMembers(tool, ID));
}

// The schema goes out as it came; only the type, which the API requires, is added if it is not there.
function inputSchema(tool: Extract<Tool, { kind: "function" }>, writing: Writing): unknown {
  const { parameters } = tool;
  if (parameters === undefined || parameters === null) return { type: "object", properties: {} };
  if (!isMembers(parameters) || parameters["type"] !== undefined) return parameters;
  writing.note({
    node: tool,
    at: "",
    disposition: "mapped",
    reason: "the wire requires the type, which can only be object",
    feature: "tool.function",
  });
  return { type: "object", ...parameters };
}
