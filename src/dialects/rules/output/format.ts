import type { OutputFormat } from "../../../contract/index.ts";
import type { ModelLimits } from "../../../models/index.ts";
import { isRecursive } from "../../json-schema/enforced-schema.ts";
import type { ModelRule } from "../rule.ts";

type JsonSchemaFormat = Extract<OutputFormat, { kind: "json_schema" }>;

function isUnkept(
  { schema, strict, enforced }: JsonSchemaFormat,
  recursion: NonNullable<ModelLimits["format"]>["recursion"],
): boolean {
  if (recursion === undefined || (recursion === "unfolded" && strict !== true && enforced !== true))
    return false;
  return isRecursive(schema);
}

/** JSON that the model does not take as a format is asked for by a prompt, and checked in the answer. */
export const outputFormat: ModelRule = {
  id: "output.format",
  title:
    "JSON that the model does not take as a format, not beside tools, or not with a schema that refers to itself is asked for by a prompt and checked in the answer.",
  feature: "output.json_schema",
  remedies: ["emulate", "refuse"],
  limit: "format",
  apply(conversation, { format }, note) {
    const { output, tools, model } = conversation;
    if (format === undefined || output === undefined || output.kind === "text" || output.kind === "enum")
      return conversation;
    const isSchema = output.kind === "json_schema";
    const isLacking = isSchema && format.schema === false;
    const isRecursion = isSchema && isUnkept(output, format.recursion);
    const isBesideTools = format.withTools === false && tools.some(({ kind }) => kind !== "server");
    if (!isLacking && !isRecursion && !isBesideTools) return conversation;
    note({
      node: undefined,
      at: "$",
      disposition: "emulated",
      emulator: isSchema ? "structured_output_json_schema.instruct" : "json_mode.instruct",
      reason: isLacking
        ? `${model} takes no JSON Schema for its answer`
        : isRecursion
          ? "the target cannot keep an answer to a schema that refers to itself"
          : `${model} takes no format beside tools`,
      feature: isSchema ? "output.json_schema" : "output.json",
    });
    return conversation;
  },
};
