import type { Tool, ToolChoice } from "../../../contract/index.ts";
import { parseAsWritten, textOfJson } from "../../../lib/index.ts";
import { Cursor, wrongType } from "../../members/cursor.ts";
import { isMembers, type Members, omitMembers } from "../../members/members.ts";
import { asVendor, leftover, nest, ownMembers, restoreOwn } from "../../members/own-members.ts";
import { isSpelled, spellingValue } from "../../members/spelling.ts";
import type { Origins } from "../../origins.ts";
import { markSafetyChecked } from "../../typed-tools/safety-checks.ts";
import { discloseCache, type Note } from "../content/block-writer.ts";
import { isToolSearch, readSearchTool, writeSearchTool } from "../content/tool-search.ts";
import { isTypedTool, readTypedTool, writeTypedTool } from "../content/typed-tool.ts";
import { ID } from "../wire.ts";
import { readHosted } from "./hosted-tools.ts";

/**
 * Reads one tool; a namespace becomes its tools.
 * `additional` is the place in the input of the item that brought the tool, if it was not the request itself.
 */
export function readTool(value: unknown, path: string, origins: Origins, additional?: number): Tool[] {
  return readMarkedTool(value, path, origins, additional === undefined ? [] : [`additional=${additional}`]);
}

/** Reads a tool that a search of the caller found; the item of the search holds it, so it is not written again. */
export function readFoundTool(value: unknown, path: string, origins: Origins): Tool[] {
  return readMarkedTool(value, path, origins, [FOUND]);
}

const FOUND = "found";

function readMarkedTool(value: unknown, path: string, origins: Origins, marks: string[]): Tool[] {
  const cursor = new Cursor(value, path);
  if (cursor.peek("type") === "namespace") return readNamespace(cursor, origins, marks);
  return [origins.mark(readOne(cursor, marks), path)];
}

function readOne(cursor: Cursor, marks: string[]): Tool {
  const type = cursor.peek("type");
  if (type === "function" && typeof cursor.peek("name") === "string") return readFunction(cursor, marks);
  if (type === "custom" && typeof cursor.peek("name") === "string") return readCustom(cursor, marks);
  const search = readSearchTool(cursor, marks);
  if (search !== undefined) return search;
  const typed = readTypedTool(cursor, marks);
  if (typed !== undefined) return typed;
  const name = typeof type === "string" ? type : "tool";
  const hosted = readHosted(name, cursor.value);
  const tool: Tool = {
    kind: "server",
    name,
    dialect: ID,
    value: cursor.value,
    ...(hosted === undefined ? {} : { hosted }),
    ...asVendor(ID, undefined, marks),
  };
  return COMPUTER.test(name) ? markSafetyChecked(tool) : tool;
}

/** Tools whose calls come with safety checks that are pending. */
const COMPUTER = /^computer(?:_use(?:_preview)?)?$/;

function readFunction(cursor: Cursor, marks: string[]): Tool {
  cursor.take("type");
  const name = cursor.need("name");
  const description = cursor.text("description");
  const strict = cursor.flag("strict");
  const parameters = cursor.take("parameters");
  const spelling = [...marks];
  // Here, and in no other dialect, a function is strict unless it says otherwise.
  if (strict === undefined) spelling.push("unstated");
  return {
    kind: "function",
    name,
    ...(description === undefined ? {} : { description }),
    parameters,
    ...(strict === undefined ? {} : { strict }),
    ...asVendor(ID, leftover(cursor), spelling),
  };
}

function readCustom(cursor: Cursor, marks: string[]): Tool {
  cursor.take("type");
  const name = cursor.need("name");
  const description = cursor.text("description");
  const format = cursor.take("format");
  return {
    kind: "custom",
    name,
    ...(description === undefined ? {} : { description }),
    format,
    ...asVendor(ID, leftover(cursor), marks),
  };
}

/** The mark of a namespace's first tool that holds the namespace's own members. */
const MEMBERS = "namespace_members";

/**
 * Puts the members that a list's namespaces have of their own under their places in the request. No tool holds them
 * anywhere else, and the account names them there.
 */
export function keepNamespaces(list: unknown, place: string, kept: Members): void {
  if (!Array.isArray(list)) return;
  for (const [index, item] of (list as unknown[]).entries()) {
    if (!isMembers(item) || item["type"] !== "namespace" || !Array.isArray(item["tools"])) continue;
    if (item["tools"].length === 0) continue;
    for (const [name, value] of Object.entries(item)) {
      if (name === "type" || name === "name" || name === "tools" || (value ?? "") === "") continue;
      kept[`${place}[${index}].${name}`] = value;
    }
  }
}

/** Whether a member of the request's own stands for a place in one of its lists. */
export function isPlace(name: string): boolean {
  return /^(?:input|tools)\[/.test(name);
}

// The namespace's own members stand on its first tool. A tool that the vendor runs has no namespace in the
// conversation, so it keeps it among the members that only this dialect knows.
function readNamespace(cursor: Cursor, origins: Origins, marks: string[]): Tool[] {
  const namespace = cursor.need("name");
  const list = cursor.peek("tools");
  if (!Array.isArray(list) || list.length === 0) return [origins.mark(readOne(cursor, marks), cursor.path)];
  cursor.take("type");
  const tools = cursor.list("tools", (item, path) => {
    const inner = new Cursor(item, path);
    return origins.mark(readOne(inner, marks), path);
  })!;
  const members = leftover(cursor);
  const described = members === undefined ? [] : [`${MEMBERS}=${JSON.stringify(members)}`];
  return tools.map((tool, index) => {
    const starts = index === 0 ? asVendor(ID, undefined, ["namespace", ...described])?.vendor : {};
    const own = { ...ownMembers(tool, ID) };
    if (tool.kind === "server") own["namespace"] = namespace;
    const { [ID]: _, ...spelling } = tool.vendor ?? {};
    const vendor = { ...(Object.keys(own).length > 0 ? { [ID]: own } : {}), ...spelling, ...starts };
    const named: Tool = tool.kind === "server" ? { ...tool } : { ...tool, namespace };
    if (Object.keys(vendor).length > 0) named.vendor = vendor;
    return origins.mark(named, `${cursor.path}.tools[${index}]`);
  });
}

/** The name under which an item of the input that brought tools is kept: its place in the request. */
export function placeOf(index: number): string {
  return `input[${index}]`;
}

/** The tools that the request itself names. */
export function ownTools(tools: readonly Tool[]): Tool[] {
  return tools.filter(
    (tool) =>
      spellingValue(tool, ID, "additional") === undefined &&
      !isSpelled(tool, ID, FOUND) &&
      (tool.kind !== "server" || tool.dialect === ID),
  );
}

/** The tools that items of the input brought, by the place of the item. */
export function additionalTools(tools: readonly Tool[]): Map<number, Tool[]> {
  const found = new Map<number, Tool[]>();
  for (const tool of tools) {
    const place = spellingValue(tool, ID, "additional");
    if (place === undefined) continue;
    const group = found.get(Number(place)) ?? [];
    group.push(tool);
    found.set(Number(place), group);
  }
  return found;
}

/** Writes tools, with those of one namespace together as they were. */
export function writeTools(tools: readonly Tool[], note: Note): Members[] {
  const written: Members[] = [];
  let open: { namespace: string; tools: Members[] } | undefined;
  for (const tool of tools) {
    discloseCache(tool, note);
    const own = ownMembers(tool, ID);
    const namespace = tool.kind === "server" ? own["namespace"] : tool.namespace;
    const inner = writeOne(tool, note);
    if (typeof namespace !== "string") {
      open = undefined;
      written.push(inner);
      continue;
    }
    if (open === undefined || open.namespace !== namespace || isSpelled(tool, ID, "namespace")) {
      open = { namespace, tools: [] };
      const members = spellingValue(tool, ID, MEMBERS);
      const group: Members = { type: "namespace", name: namespace };
      restoreOwn(group, members === undefined ? {} : (parseAsWritten(members) as Members));
      restoreOwn(group, { description: "", tools: open.tools });
      written.push(group);
    }
    open.tools.push(inner);
  }
  return written;
}

function writeOne(tool: Tool, note: Note): Members {
  if (tool.kind === "server") return isMembers(tool.value) ? { ...tool.value } : {};
  if (tool.kind === "function" && isToolSearch(tool)) return writeSearchTool(tool);
  const typed = tool.kind === "function" ? writeTypedTool(tool) : undefined;
  if (typed !== undefined) return typed;
  const own = omitMembers(ownMembers(tool, ID), "namespace");
  const written: Members = { type: tool.kind, name: tool.name };
  if (tool.description !== undefined) written["description"] = tool.description;
  if (tool.kind === "custom") {
    if (tool.format !== undefined) written["format"] = tool.format;
    return restoreOwn(written, own);
  }
  written["parameters"] = tool.parameters ?? null;
  if (tool.strict !== undefined) written["strict"] = tool.strict;
  else if (!isSpelled(tool, ID, "unstated")) {
    written["strict"] = false;
    const reason = "this API makes a function strict unless told otherwise";
    note({ node: tool, at: "", disposition: "mapped", reason, feature: "tool.strict" });
  }
  return restoreOwn(written, own);
}

// The spelling of a choice that names a tool by its type.
const FORCED = "forced";

/** Reads whether and which tool the model must call. */
export function readToolChoice(value: unknown, path: string, origins: Origins): ToolChoice {
  return origins.mark(readChoice(value, path), path);
}

function readChoice(value: unknown, path: string): ToolChoice {
  if (typeof value === "string") {
    if (value === "auto" || value === "none" || value === "required") return { mode: value };
    throw wrongType(path, value, "auto, none, required or an object");
  }
  const cursor = new Cursor(value, path);
  const type = cursor.need("type");
  if ((type === "function" || type === "custom") && typeof cursor.peek("name") === "string") {
    const marks = type === "custom" ? ["custom"] : [];
    const name = cursor.need("name");
    return { mode: "tool", name, ...asVendor(ID, leftover(cursor), marks) };
  }
  if (type === "allowed_tools") return readAllowed(cursor);
  if (isTypedTool(type))
    return { mode: "tool", name: type, ...asVendor(ID, leftover(cursor), [`${FORCED}=${type}`]) };
  // A tool that the vendor runs: the whole choice stays this dialect's own.
  return { mode: "tool", name: type, vendor: { [ID]: { ...cursor.value } } };
}

function readAllowed(cursor: Cursor): ToolChoice {
  const mode = cursor.text("mode") === "required" ? "required" : "auto";
  const tools = cursor.list("tools", (item, path) => new Cursor(item, path)) ?? [];
  const allowed = tools.map((tool) => {
    const { name, server_label: label, type } = tool.value;
    return textOfJson(name ?? label ?? type ?? "");
  });
  const isPlain = tools.every(({ value }) => value["type"] === "function" && Object.keys(value).length === 2);
  const own = nest(leftover(cursor), "tools", isPlain ? undefined : tools.map(({ value }) => value));
  return { mode, allowed, ...asVendor(ID, own) };
}

/** Writes whether and which tool the model must call. */
export function writeToolChoice(choice: ToolChoice, tools: readonly Tool[]): unknown {
  const own = ownMembers(choice, ID);
  const isCustom = (name: string) => tools.some((tool) => tool.kind === "custom" && tool.name === name);
  if (choice.allowed !== undefined) {
    const written: Members = {
      type: "allowed_tools",
      mode: choice.mode === "required" ? "required" : "auto",
    };
    restoreOwn(written, own);
    return restoreOwn(written, {
      tools: choice.allowed.map((name) => ({ type: isCustom(name) ? "custom" : "function", name })),
    });
  }
  if (choice.mode !== "tool") return choice.mode;
  if (typeof own["type"] === "string") return { ...own };
  const forced = spellingValue(choice, ID, FORCED);
  if (forced !== undefined) return restoreOwn({ type: forced }, own);
  const name = choice.name ?? "";
  const type = isSpelled(choice, ID, "custom") || isCustom(name) ? "custom" : "function";
  return restoreOwn({ type, name }, own);
}
