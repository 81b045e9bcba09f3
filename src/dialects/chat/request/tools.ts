import type { Conversation, Tool } from "../../../contract/index.ts";
import type { Writing } from "../../codec/request-codec.ts";
import { Cursor } from "../../members/cursor.ts";
import { isMembers, type Members, put } from "../../members/members.ts";
import { keepOwn, ownMembers, restoreOwn } from "../../members/own-members.ts";
import { isSpelled, spell } from "../../members/spelling.ts";
import type { Origins } from "../../origins.ts";
import {
  CACHE_CONTROL,
  cacheControl,
  hasCacheControl,
  markCached,
  putCacheControl,
} from "../content/cache-control.ts";
import { readCustomFormat, writeCustomFormat } from "../content/custom-format.ts";
import type { ChatProfile } from "../profile.ts";
import { readHosted, WEB_SEARCH } from "./hosted-tools.ts";

/** The form of function tools that came before `tools`. */
export const FUNCTIONS = "functions";

/** Reads one entry of `tools`. Hosted and unknown tools are kept whole. */
export function readTool(item: unknown, path: string, profile: ChatProfile, origins: Origins): Tool {
  const cursor = new Cursor(item, path);
  const type = cursor.text("type");
  const kind = type ?? (isMembers(cursor.peek("function")) ? "function" : cursor.need("type"));
  if (kind === "function") {
    const inner = cursor.object("function") ?? new Cursor(undefined, cursor.at("function"));
    const tool = readFunction(inner, profile, origins);
    if (tool.cache === undefined) markCached(tool, cursor, profile, origins);
    if (type === undefined) spell(tool, profile.id, "untyped");
    return origins.mark(withRest(tool, cursor, profile), path);
  }
  if (
    kind === "custom" &&
    profile.features["tool.custom"].is === "native" &&
    isMembers(cursor.peek("custom"))
  ) {
    const inner = cursor.object("custom")!;
    const tool: Tool = {
      kind: "custom",
      name: inner.need("name"),
      format: readCustomFormat(inner.take("format")),
    };
    put(tool, "description", inner.text("description"));
    markCached(tool, cursor, profile, origins);
    const rest = inner.unread();
    if (rest !== undefined) keepOwn(tool, profile.id, { custom: rest });
    return origins.mark(withRest(tool, cursor, profile), path);
  }
  const hosted = isMembers(item) ? readHosted(item) : undefined;
  return origins.mark<Tool>(
    {
      kind: "server",
      name: serverName(item, kind),
      dialect: profile.id,
      value: item,
      ...(hosted === undefined ? {} : { hosted }),
    },
    path,
  );
}

/** Reads one entry of the older `functions`. */
export function readLegacyFunction(
  item: unknown,
  path: string,
  profile: ChatProfile,
  origins: Origins,
): Tool {
  const tool = readFunction(new Cursor(item, path), profile, origins);
  return origins.mark(spell(tool, profile.id, FUNCTIONS), path);
}

function readFunction(cursor: Cursor, profile: ChatProfile, origins: Origins): Tool {
  const tool: Tool = { kind: "function", name: cursor.need("name"), parameters: cursor.take("parameters") };
  put(tool, "description", cursor.text("description"));
  if (profile.features["tool.strict"].is !== "none") put(tool, "strict", cursor.flag("strict"));
  markCached(tool, cursor, profile, origins, "function");
  const rest = cursor.unread();
  return rest === undefined ? tool : keepOwn(tool, profile.id, { function: rest });
}

function withRest(tool: Tool, cursor: Cursor, profile: ChatProfile): Tool {
  const rest = cursor.unread();
  return rest === undefined ? tool : keepOwn(tool, profile.id, rest);
}

// Moonshot's built-in tools are all of one type and named like functions.
function serverName(item: unknown, kind: string): string {
  const inner = isMembers(item) ? item["function"] : undefined;
  return isMembers(inner) && typeof inner["name"] === "string" ? inner["name"] : kind;
}

/** Writes one entry of `tools`; undefined for a tool with another place or of another dialect. */
export function writeTool(tool: Tool, profile: ChatProfile): Members | undefined {
  if (tool.kind === "server") {
    const isOwn = tool.dialect === profile.id && isMembers(tool.value) && !(WEB_SEARCH in tool.value);
    return isOwn ? (tool.value as Members) : undefined;
  }
  const inner: Members = { name: tool.name };
  put(inner, "description", tool.description);
  if (tool.kind === "custom") {
    put(inner, "format", writeCustomFormat(tool.format));
    const custom: Members = { type: "custom", custom: inner };
    putCacheControl(custom, tool, profile);
    return restoreOwn(custom, ownMembers(tool, profile.id));
  }
  put(inner, "parameters", tool.parameters);
  if (profile.features["tool.strict"].is !== "none") put(inner, "strict", tool.strict);
  const written: Members = isSpelled(tool, profile.id, "untyped")
    ? { function: inner }
    : { type: "function", function: inner };
  putCacheControl(written, tool, profile);
  return restoreOwn(written, ownMembers(tool, profile.id));
}

/** Writes one entry of the older `functions`. */
export function writeLegacyFunction(
  tool: Extract<Tool, { kind: "function" }>,
  profile: ChatProfile,
): Members {
  const written: Members = { name: tool.name };
  put(written, "description", tool.description);
  put(written, "parameters", tool.parameters);
  if (tool.cache !== undefined && hasCacheControl(tool, profile))
    written[CACHE_CONTROL] = cacheControl(tool.cache);
  const own = ownMembers(tool, profile.id)["function"];
  return restoreOwn(written, isMembers(own) ? own : {});
}

/** The tools that the request offers: if the wire has no list of allowed tools, those that the choice allows alone. */
export function offeredTools(
  { tools, toolChoice }: Pick<Conversation, "tools" | "toolChoice">,
  profile: ChatProfile,
  { note }: Pick<Writing, "note">,
): readonly Tool[] {
  const allowed = toolChoice?.allowed;
  if (allowed === undefined || profile.features["tool_choice.allowed"].is === "native") return tools;
  const feature = "tool_choice.allowed";
  for (const node of tools) {
    if (allowed.includes(node.name)) continue;
    const reason =
      "left out, because the tool choice does not allow it and this wire has no list of allowed tools";
    note({ node, at: "", disposition: "disclosed", reason, feature });
  }
  const strangers = allowed.filter((name) => !tools.some((tool) => tool.name === name));
  if (strangers.length > 0) {
    const reason = `no tool is called ${strangers.join(", ")}`;
    note({ node: undefined, at: "$.tool_choice", disposition: "disclosed", reason, feature });
  }
  return tools.filter(({ name }) => allowed.includes(name));
}

/** Puts the tools where the wire has them. */
export function putTools(body: Members, tools: readonly Tool[], profile: ChatProfile): void {
  const current: Members[] = [];
  const legacy: Members[] = [];
  for (const tool of tools) {
    if (tool.kind === "function" && isSpelled(tool, profile.id, FUNCTIONS)) {
      legacy.push(writeLegacyFunction(tool, profile));
      continue;
    }
    const written = writeTool(tool, profile);
    if (written !== undefined) current.push(written);
  }
  if (current.length > 0) body["tools"] = current;
  if (legacy.length > 0) body[FUNCTIONS] = legacy;
}

/** The options of OpenAI's web search, if the caller switched it on. */
export function webSearchOptions(tools: readonly Tool[], profile: ChatProfile): unknown {
  for (const tool of tools) {
    if (tool.kind !== "server" || tool.dialect !== profile.id || !isMembers(tool.value)) continue;
    if (WEB_SEARCH in tool.value) return tool.value[WEB_SEARCH];
  }
  return undefined;
}
