import { has, members } from "../raw-json.ts";
import { invalidSchema } from "../schema/validity.ts";
import type { Rules } from "../violation.ts";
import { takesOutputFormat } from "./families.ts";
import { strictFault } from "./schema.ts";

export const outputRules: Rules = {
  "claude.output.supported": ({ body, model }) =>
    (has(members(body["output_config"]), "format") || has(body, "output_format")) && !takesOutputFormat(model)
      ? { message: `'${model}' does not support output format.` }
      : undefined,

  "claude.output.schema": ({ body }) => {
    const config = members(body["output_config"]);
    const format = members(config["format"] ?? body["output_format"]);
    if (format["schema"] === undefined) return undefined;
    const where = has(config, "format") ? "output_config.format.schema" : "output_format.schema";
    if (invalidSchema(format["schema"]) !== undefined) return { message: `${where}: JSON schema is invalid` };
    return strictFault(format["schema"], where);
  },
};
