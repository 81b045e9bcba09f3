import type { Tool } from "../../../contract/index.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { replacing } from "../../origins.ts";
import type { ModelRule, Note } from "../rule.ts";
import { mergeRoot } from "./merged-root.ts";

/** Gives the schema of a tool's arguments a root that the target takes: an object, without alternatives. */
export const rootSchema: ModelRule = {
  id: "schema.root",
  title:
    "Alternatives at the root of a tool's schema are merged into one object, and the description says which fields belong together.",
  feature: "tool.function",
  remedies: ["normalise"],
  limit: "schema",
  about: ["tool"],
  apply(conversation, { schema }, note) {
    const rejected = schema?.rootRejected;
    if (rejected === undefined) return conversation;
    let tools: Tool[] | undefined;
    for (const [index, tool] of conversation.tools.entries()) {
      if (tool.kind !== "function" || !isMembers(tool.parameters)) continue;
      const { parameters } = tool;
      if (isAccepted(parameters, rejected)) continue;
      tools ??= [...conversation.tools];
      tools[index] = replacing(tool, { ...tool, parameters: asObject(tool, parameters, rejected, note) });
    }
    return tools === undefined ? conversation : { ...conversation, tools };
  },
};

function isAccepted(schema: Members, rejected: readonly string[]): boolean {
  return (
    schema["type"] === "object" &&
    schema["$ref"] === undefined &&
    !rejected.some((keyword) => schema[keyword] !== undefined)
  );
}

function asObject(tool: Tool, parameters: Members, rejected: readonly string[], note: Note): Members {
  const { schema, loosened } = mergeRoot(parameters, rejected);
  const { type, ...rest } = schema;
  const say = (disposition: "mapped" | "disclosed", reason: string) =>
    note({ node: tool, at: "", disposition, reason, feature: "tool.function" });
  if (loosened.length > 0) {
    say(
      "disclosed",
      `the target takes no ${loosened.join(", ")} at the root of a schema; its alternatives are one object, and the description names them`,
    );
  } else if (allowsObject(type)) {
    say("mapped", "the schema is written as one object, which the target requires at the root");
  }
  if (!allowsObject(type))
    say(
      "disclosed",
      "the target requires the type object at the root of a schema; it is written in place of another",
    );
  return type === "object" ? schema : { type: "object", ...rest };
}

// Arguments are always an object, so a type that is absent or lists object among others means the same.
function allowsObject(type: unknown): boolean {
  return type === undefined || type === "object" || (Array.isArray(type) && type.includes("object"));
}
