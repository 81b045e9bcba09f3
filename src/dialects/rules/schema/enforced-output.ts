import { strictFault, withOrderedProperties } from "../../json-schema/strict-subset.ts";
import type { ModelRule } from "../rule.ts";
import { isObjectRoot } from "./output-root.ts";

/** An answer that the caller's API holds to its schema is asked for as strict if the target enforces nothing else. */
export const enforcedOutput: ModelRule = {
  id: "schema.enforced_output",
  title:
    "An answer that the caller's API always holds to its schema is asked for as strict; if a strict schema cannot say the same, the loss is named.",
  feature: "output.strict",
  remedies: ["normalise", "drop"],
  limit: "format",
  apply(conversation, { format, schema: limits }, note) {
    const { output } = conversation;
    if (format?.enforced !== "if strict" || format.schema === false) return conversation;
    if (output?.kind !== "json_schema" || output.enforced !== true || output.strict !== undefined)
      return conversation;
    // What is no object is emulated, and the answer is checked.
    if (!isObjectRoot(output.schema, limits?.rootRejected ?? [])) return conversation;
    const feature = "output.strict";
    const schema = withOrderedProperties(output.schema);
    const fault = strictFault(schema);
    if (fault !== undefined) {
      const reason = `the target enforces only strict schemas, and ${fault}; the answer may differ from the schema`;
      note({ node: undefined, at: "$", disposition: "disclosed", reason, feature });
      return conversation;
    }
    const reason = "the target enforces a schema only if it is strict, so it is";
    note({ node: undefined, at: "$", disposition: "mapped", reason, feature });
    return { ...conversation, output: { ...output, schema, strict: true } };
  },
};
