import type { Conversation, Tool } from "../../../contract/index.ts";
import { adaptSchema, isRecursive } from "../../json-schema/enforced-schema.ts";
import { mapSubschemas } from "../../json-schema/subschemas.ts";
import { isMembers } from "../../members/members.ts";
import { replacing } from "../../origins.ts";
import type { ModelRule, Note } from "../rule.ts";

/** Keeps what was promised to be strict to schemas that the target enforces. */
export const strictSchema: ModelRule = {
  id: "schema.strict",
  title:
    "A strict schema has its objects closed; one with optional fields is refused if every field must be required, and a tool is not strict if its schema refers to itself and the target rejects that.",
  feature: "tool.strict",
  remedies: ["normalise", "drop", "refuse"],
  limit: "schema",
  apply(conversation, { schema }, note) {
    if (schema?.strict === undefined) return conversation;
    const strictly = schema.strict === "all required" ? withAllRequired : withToldBounds;
    let tools: Tool[] | undefined;
    for (const [index, tool] of conversation.tools.entries()) {
      if (tool.kind !== "function" || tool.strict !== true) continue;
      const changed = strictly(tool, note);
      if (changed === tool) continue;
      tools ??= [...conversation.tools];
      tools[index] = replacing(tool, changed);
    }
    const closed = tools === undefined ? conversation : { ...conversation, tools };
    // The writer of the other kind gives every answer such a schema, strict or not.
    return schema.strict === "all required" ? strictOutput(closed, note) : closed;
  },
};

type FunctionTool = Extract<Tool, { kind: "function" }>;

function withParameters(tool: FunctionTool, parameters: FunctionTool["parameters"]): FunctionTool {
  return parameters === tool.parameters ? tool : { ...tool, parameters };
}

function withAllRequired(tool: FunctionTool, note: Note): FunctionTool {
  return withParameters(tool, requireAll(tool.parameters, tool, "tool.strict", note));
}

function strictOutput(conversation: Conversation, note: Note): Conversation {
  const { output } = conversation;
  if (output?.kind !== "json_schema" || output.strict !== true) return conversation;
  const schema = requireAll(output.schema, undefined, "output.strict", note);
  return schema === output.schema ? conversation : { ...conversation, output: { ...output, schema } };
}

function requireAll(schema: unknown, node: Tool | undefined, feature: string, note: Note): unknown {
  const optional = findOptional(schema);
  if (optional !== undefined || hasUntyped(schema)) {
    const rule =
      optional === undefined
        ? "name the type of every part here, and one has none"
        : `require every field here, and ${optional} is optional`;
    const reason = `a strict schema must ${rule}; send it without strict`;
    note({ node, at: node === undefined ? "$" : "", disposition: "refused", reason, feature });
    return schema;
  }
  const closed = close(schema);
  if (closed !== schema) {
    const reason = "the objects of a strict schema are closed, as the target requires";
    note({ node, at: node === undefined ? "$" : "", disposition: "mapped", reason, feature });
  }
  return closed;
}

// Bounds that are not enforced become part of the description.
function withToldBounds(tool: FunctionTool, note: Note): FunctionTool {
  const about = { node: tool, at: "", feature: "tool.strict" } as const;
  if (isRecursive(tool.parameters)) {
    const reason =
      "a schema that refers to itself cannot be strict here; the tool is not strict, and its arguments may differ from the schema";
    note({ ...about, disposition: "disclosed", reason });
    const { strict: _, ...free } = tool;
    return free;
  }
  const parameters = adaptSchema(tool.parameters, ({ path, keyword, loses }) => {
    const place = path === "" ? "" : ` (at ${path.slice(1)})`;
    const reason = loses
      ? `${keyword} is not enforced by the target`
      : "objects are closed, as the target requires";
    note({ ...about, disposition: loses ? "disclosed" : "mapped", reason: `${reason}${place}` });
  });
  return withParameters(tool, parameters);
}

/** The name of a field that is not required; undefined if there is none. */
function findOptional(schema: unknown): string | undefined {
  if (!isMembers(schema)) return undefined;
  const { properties, required } = schema;
  const names = isMembers(properties) ? Object.keys(properties) : [];
  const missing = names.find((name) => !Array.isArray(required) || !required.includes(name));
  if (missing !== undefined) return JSON.stringify(missing);
  let found: string | undefined;
  mapSubschemas(schema, (one) => {
    found ??= findOptional(one);
    return one;
  });
  return found;
}

const TYPED = ["type", "items", "properties", "$ref", "enum", "const", "anyOf", "oneOf", "allOf", "not"];

/** Whether some part of a schema allows anything. */
function hasUntyped(schema: unknown): boolean {
  if (!isMembers(schema)) return false;
  let isFound = !TYPED.some((keyword) => schema[keyword] !== undefined);
  mapSubschemas(schema, (one) => {
    isFound ||= hasUntyped(one);
    return one;
  });
  return isFound;
}

function close(schema: unknown): unknown {
  if (!isMembers(schema)) return schema;
  const mapped = mapSubschemas(schema, close);
  const isObject = mapped["type"] === "object" || isMembers(mapped["properties"]);
  if (!isObject || mapped["additionalProperties"] !== undefined) return mapped;
  return { ...mapped, additionalProperties: false };
}
