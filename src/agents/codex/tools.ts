import type { JsonObject, JsonValue } from "../../lib/index.ts";
import type { ToolCall, ToolResult } from "../host/event-writer.ts";
import { listOf, numberOf, objectOf, objectsOf, textOf } from "./members.ts";
import { scriptOf } from "./shell-script.ts";

/** When the tools of an item become known: with an approval, at the item's beginning, or at its end. */
export type Announcement = "approval" | "start" | "end";

interface ItemKind {
  readonly announced: Announcement;
  readonly tools: (item: JsonObject) => readonly Omit<ToolCall, "nativeName">[];
  readonly output: (item: JsonObject) => JsonValue;
}

const status = (item: JsonObject): JsonValue => textOf(item, "status");

/** The items that stand for tools, by their type. What Codex runs inside of its tool for code comes as such items too. */
const kindsByType: Readonly<Record<string, ItemKind>> = {
  commandExecution: {
    announced: "approval",
    tools: (item) => one(item, "Bash", { command: commandOf(item), cwd: textOf(item, "cwd") }),
    output: (item) => textOf(item, "aggregatedOutput"),
  },
  fileChange: { announced: "approval", tools: fileTools, output: status },
  mcpToolCall: {
    announced: "approval",
    tools: (item) =>
      one(item, `mcp__${textOf(item, "server")}__${textOf(item, "tool")}`, item["arguments"] ?? null),
    output: (item) => {
      const result = objectOf(item, "result");
      return result["structuredContent"] ?? result["content"] ?? textOf(objectOf(item, "error"), "message");
    },
  },
  dynamicToolCall: {
    announced: "start",
    tools: (item) => one(item, textOf(item, "tool"), item["arguments"] ?? null),
    output: (item) => [...listOf(item, "contentItems")],
  },
  imageView: {
    announced: "start",
    tools: (item) => one(item, "Read", { file_path: textOf(item, "path") }),
    output: () => "the image was read",
  },
  collabAgentToolCall: {
    announced: "start",
    tools: (item) => one(item, textOf(item, "tool"), { prompt: item["prompt"] ?? null }),
    output: (item) => objectOf(item, "agentsStates"),
  },
  subAgentActivity: {
    announced: "start",
    tools: (item) =>
      textOf(item, "kind") === "started" ? one(item, "spawnAgent", { agent: textOf(item, "agentPath") }) : [],
    output: (item) => ({ agent_thread: textOf(item, "agentThreadId") }),
  },
  webSearch: {
    announced: "end",
    tools: (item) => {
      const action = objectOf(item, "action");
      const url = textOf(action, "url");
      if (url !== "") return one(item, "WebFetch", { url });
      return one(item, "WebSearch", { query: textOf(item, "query") || textOf(action, "query") });
    },
    output: (item) => [...listOf(item, "results")],
  },
};

const kinds: ReadonlyMap<string, ItemKind> = new Map(Object.entries(kindsByType));

/** Says when the tools of an item become known; undefined for an item that stands for no tool. */
export function announcementOf(item: JsonObject): Announcement | undefined {
  return kinds.get(textOf(item, "type"))?.announced;
}

/** The tools that an item stands for, in the words of the contract: one for each file of a change, else one or none. */
export function toolsOf(item: JsonObject): readonly ToolCall[] {
  const type = textOf(item, "type");
  return (kinds.get(type)?.tools(item) ?? []).map((tool) => ({
    ...tool,
    nativeName: type === "mcpToolCall" ? tool.name : type,
  }));
}

/** What the tools of an item gave back. A command that ended with a code other than zero has failed. */
export function resultOf(item: JsonObject): Omit<ToolResult, "id"> {
  const output = kinds.get(textOf(item, "type"))?.output(item) ?? null;
  const ended = textOf(item, "status");
  const isError = ended === "failed" || ended === "declined" || ended === "interrupted";
  return { output, isError: isError || item["success"] === false };
}

/** The command of an item or of a request about it, without the shell around it. */
export function commandOf(item: JsonObject): string {
  return scriptOf(textOf(item, "command"));
}

export interface FileChange {
  readonly path: string;
  readonly summary: string;
}

/** The files that an item says it changed, with the kind of each change. */
export function changedFiles(item: JsonObject): readonly FileChange[] {
  return objectsOf(item, "changes").flatMap((change) => {
    const path = textOf(change, "path");
    const kind = objectOf(change, "kind");
    const target = textOf(kind, "move_path");
    if (target !== "") {
      return [
        { path, summary: `moved to ${target}` },
        { path: target, summary: `moved from ${path}` },
      ];
    }
    return [{ path, summary: SUMMARIES.get(textOf(kind, "type")) ?? "changed" }];
  });
}

const SUMMARIES: ReadonlyMap<string, string> = new Map([
  ["add", "added"],
  ["delete", "deleted"],
  ["update", "updated"],
]);

/** The exit code of a command; null if it did not end by itself. */
export function exitCodeOf(item: JsonObject): number | null {
  return numberOf(item, "exitCode");
}

function one(item: JsonObject, name: string, input: JsonValue): Omit<ToolCall, "nativeName">[] {
  return [{ id: textOf(item, "id"), name, input }];
}

function fileTools(item: JsonObject): Omit<ToolCall, "nativeName">[] {
  const id = textOf(item, "id");
  const changes = objectsOf(item, "changes");
  return changes.map((change, index) => ({
    id: changes.length === 1 ? id : `${id}/${index + 1}`,
    ...fileTool(change),
  }));
}

function fileTool(change: JsonObject): Pick<ToolCall, "name" | "input"> {
  const kind = objectOf(change, "kind");
  const diff = textOf(change, "diff");
  const file = { file_path: textOf(change, "path") };
  if (textOf(kind, "type") === "add") return { name: "Write", input: { ...file, content: diff } };
  if (textOf(kind, "type") === "delete") return { name: "Edit", input: { ...file, deleted: true } };
  const target = textOf(kind, "move_path");
  return { name: "Edit", input: { ...file, diff, ...(target === "" ? {} : { moved_to: target }) } };
}
