import type { ModelRule } from "../rule.ts";

/** JSON that the model does not take as a format is asked for by a prompt, and checked in the answer. */
export const outputFormat: ModelRule = {
  id: "output.format",
  title:
    "JSON that the model does not take as a format, or not beside tools, is asked for by a prompt and checked in the answer.",
  feature: "output.json_schema",
  remedies: ["emulate", "refuse"],
  limit: "format",
  apply(conversation, { format }, note) {
    const { output, tools, model } = conversation;
    if (format === undefined || output === undefined || output.kind === "text") return conversation;
    const isSchema = output.kind === "json_schema";
    const isLacking = isSchema && format.schema === false;
    const isBesideTools = format.withTools === false && tools.some(({ kind }) => kind !== "server");
    if (!isLacking && !isBesideTools) return conversation;
    note({
      node: undefined,
      at: "$",
      disposition: "emulated",
      emulator: isSchema ? "structured_output_json_schema.instruct" : "json_mode.instruct",
      reason: isLacking
        ? `${model} takes no JSON Schema for its answer`
        : `${model} takes no format beside tools`,
      feature: isSchema ? "output.json_schema" : "output.json",
    });
    return conversation;
  },
};
