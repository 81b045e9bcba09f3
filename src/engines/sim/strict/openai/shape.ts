import { checkShape, type Reading, type ShapeFault } from "../shape/check-shape.ts";
import { readShapes } from "../shape/notation.ts";
import { sdkTypes } from "../shape/sdk/openai.ts";
import type { Rules, Violation } from "../violation.ts";

// The API takes an image's address alone, and the annotations of an earlier answer.
const corrections = `
ChatCompletionContentPartImage += { image_url: string | ChatCompletionContentPartImage.ImageURL }
ChatCompletionAssistantMessageParam += { annotations?: list<any> | null }
`;

const shapes = readShapes(sdkTypes, corrections);

export const shapeRules: Rules = {
  "openai.shape": ({ body }) => shapeFault(body, "ChatCompletionCreateParamsBase", { shapes }),
};

/** Words the first difference from a shape as OpenAI does. */
export function shapeFault(body: unknown, name: string, reading: Reading): Violation | undefined {
  const fault = checkShape(body, name, reading);
  return fault === undefined ? undefined : wordFault(fault);
}

function wordFault({ kind, path, expected, actual }: ShapeFault): Violation {
  const param = placeOf(path);
  switch (kind) {
    case "unknown":
      return { message: `Unknown parameter: '${param}'.`, param, code: "unknown_parameter" };
    case "missing":
      return {
        message: `Missing required parameter: '${param}'.`,
        param,
        code: "missing_required_parameter",
      };
    case "value":
      return {
        message: `Invalid value: '${String(actual)}'. Supported values are: ${join(expected)}.`,
        param,
        code: "invalid_value",
      };
    default:
      return {
        message: `Invalid type for '${param}': expected ${either(expected)}, but got ${article(typeName(actual))} instead.`,
        param,
        code: "invalid_type",
      };
  }
}

/** Writes a path as `messages[0].content`. */
export function placeOf(path: readonly (string | number)[]): string {
  return path
    .map((one, index) => (typeof one === "number" ? `[${one}]` : index === 0 ? one : `.${one}`))
    .join("");
}

function join(words: readonly string[]): string {
  const quoted = words.map((one) => `'${one}'`);
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")}, and ${quoted.at(-1)}`;
}

function either(types: readonly string[]): string {
  const named = types.map(article);
  return named.length === 1 ? named[0]! : `one of ${named.slice(0, -1).join(", ")} or ${named.at(-1)}`;
}

function article(type: string): string {
  if (type === "null") return type;
  return `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "decimal";
  return typeof value;
}
