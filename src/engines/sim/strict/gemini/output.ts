import { has, text } from "../raw-json.ts";
import type { Rules } from "../violation.ts";
import { isSecondGeneration } from "./families.ts";
import { declarationsOf, generationConfig } from "./request.ts";
import { jsonSchemaFault, openApiFault } from "./schema.ts";

const WITH_SCHEMA = ["application/json", "text/x.enum"];

export const outputRules: Rules = {
  "gemini.output.one-schema": (request) => {
    const config = generationConfig(request);
    return has(config, "responseSchema") && has(config, "responseJsonSchema")
      ? {
          message:
            "* GenerateContentRequest.generation_config: only one of response_schema and response_json_schema may be set",
        }
      : undefined;
  },

  "gemini.output.type": (request) => {
    const config = generationConfig(request);
    const hasSchema = has(config, "responseSchema") || has(config, "responseJsonSchema");
    return hasSchema && !WITH_SCHEMA.includes(text(config["responseMimeType"]))
      ? {
          message:
            "* GenerateContentRequest.generation_config.response_schema: only allowed when response_mime_type is application/json",
        }
      : undefined;
  },

  "gemini.output.schema": (request) => {
    const { responseSchema, responseJsonSchema } = generationConfig(request);
    if (responseSchema !== undefined)
      return openApiFault(responseSchema, "generation_config.response_schema");
    return responseJsonSchema === undefined
      ? undefined
      : jsonSchemaFault(responseJsonSchema, "generation_config.response_json_schema");
  },

  "gemini.output.with-tools": (request) =>
    isSecondGeneration(request.model) &&
    declarationsOf(request).length > 0 &&
    text(generationConfig(request)["responseMimeType"]) === "application/json"
      ? { message: "Function calling with a response mime type: 'application/json' is unsupported" }
      : undefined,
};
