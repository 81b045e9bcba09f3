import { type Members, members, objects } from "../raw-json.ts";
import type { Rules, Violation } from "../violation.ts";
import { schemaFault } from "./schema.ts";
import { nameFault } from "./tools.ts";

/** Checks a JSON Schema format. */
export function formatFault(format: Members, param: string): Violation | undefined {
  const named = nameFault(`${param}.name`, format["name"]);
  if (named !== undefined || format["schema"] === undefined) return named;
  return schemaFault(members(format["schema"]), {
    subject: `response_format '${String(format["name"])}'`,
    param,
    code: null,
    isStrict: format["strict"] === true,
  });
}

/** Returns whether the word json stands anywhere in some messages. */
export function saysJson(value: unknown): boolean {
  return JSON.stringify(value ?? "")
    .toLowerCase()
    .includes("json");
}

export const outputRules: Rules = {
  "openai.response_format.schema": ({ body }) => {
    const format = members(body["response_format"]);
    return format["type"] === "json_schema"
      ? formatFault(members(format["json_schema"]), "response_format")
      : undefined;
  },

  "openai.response_format.json": ({ body }) =>
    members(body["response_format"])["type"] === "json_object" &&
    !saysJson(objects(body["messages"]).map(({ content }) => content))
      ? {
          message:
            "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
          param: "messages",
        }
      : undefined,
};
