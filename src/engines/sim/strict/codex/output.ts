import { formatFault, saysJson } from "../openai/output.ts";
import { members } from "../raw-json.ts";
import type { Rules } from "../violation.ts";

export const outputRules: Rules = {
  "codex.text.format.schema": ({ body }) => {
    const format = members(members(body["text"])["format"]);
    return format["type"] === "json_schema" ? formatFault(format, "text.format") : undefined;
  },

  "codex.text.format.json": ({ body }) =>
    members(members(body["text"])["format"])["type"] === "json_object" && !saysJson(body["input"])
      ? {
          message:
            "Response input messages must contain the word 'json' in some form to use 'text.format' of type 'json_object'.",
          param: "input",
        }
      : undefined,
};
