import { followReferences } from "../../json-schema/reference.ts";
import { isMembers, type Members } from "../../members/members.ts";
import type { ModelRule } from "../rule.ts";

/** An answer that is no object is asked for by a prompt, if the target takes the schemas of objects alone. */
export const outputRoot: ModelRule = {
  id: "schema.output_root",
  title:
    "If an answer by schema must be an object, another one is asked for by a prompt and checked in the answer.",
  feature: "output.json_schema",
  remedies: ["normalise", "emulate", "refuse"],
  limit: "format",
  apply(conversation, { format, schema: limits }, note) {
    const { output, model } = conversation;
    if (format?.root !== "object" || output?.kind !== "json_schema") return conversation;
    if (format.schema === false) return conversation;
    const schema = objectRoot(output.schema, limits?.rootRejected ?? []);
    if (schema === output.schema) return conversation;
    const feature = "output.json_schema";
    if (schema !== undefined) {
      const reason = "the root of the schema is written as an object, which it means";
      note({ node: undefined, at: "$", disposition: "mapped", reason, feature });
      return { ...conversation, output: { ...output, schema } };
    }
    note({
      node: undefined,
      at: "$",
      disposition: "emulated",
      emulator: "structured_output_json_schema.instruct",
      reason: `${model} takes the schema of an object for its answer, and of nothing else`,
      feature,
    });
    return conversation;
  },
};

/** Whether a schema is that of an object, without what is rejected at a root. */
export function isObjectRoot(schema: unknown, rejected: readonly string[]): schema is Members {
  if (!isMembers(schema) || schema["type"] !== "object" || schema["$ref"] !== undefined) return false;
  return !rejected.some((keyword) => schema[keyword] !== undefined);
}

/** The schema as that of an object, with the same meaning; undefined if it is none. */
function objectRoot(schema: unknown, rejected: readonly string[]): Members | undefined {
  if (isObjectRoot(schema, rejected)) return schema;
  const followed = followReferences(schema, schema);
  if (!isMembers(followed)) return undefined;
  const { type } = followed;
  // A schema with properties and no type allows everything that is no object, too; no caller means that.
  const isMeant = type === "object" || (type === undefined && isMembers(followed["properties"]));
  const root = type === "object" ? followed : { type: "object", ...followed };
  return isMeant && isObjectRoot(root, rejected) ? root : undefined;
}
