import { checkShape, type ShapeFault } from "../shape/check-shape.ts";
import { readShapes } from "../shape/notation.ts";
import { sdkTypes } from "../shape/sdk/claude.ts";
import type { Rules, Violation } from "../violation.ts";

// The API still knows the sampling fields that the SDK's types have left out. Three members of the types are headers.
const corrections = `
MessageCreateParamsBase += { temperature?: number, top_p?: number, top_k?: number, betas?: Header, user_profile_id?: Header, workspace_id?: Header }
Header = "header"
`;

const shapes = readShapes(sdkTypes, corrections);

export const shapeRules: Rules = {
  "claude.shape": ({ body }) => {
    const fault = checkShape(body, "MessageCreateParamsBase", { shapes });
    return fault === undefined ? undefined : wordFault(fault);
  },
};

function wordFault({ kind, path, expected, actual }: ShapeFault): Violation {
  const where = path.join(".");
  if (kind === "unknown") return { message: `${where}: Extra inputs are not permitted` };
  if (kind === "missing") return { message: `${where}: Field required` };
  if (kind === "type")
    return { message: `${where}: Input should be a valid ${named(expected[0] ?? "value")}` };
  if (path.at(-1) === "type")
    return {
      message: `${path.slice(0, -1).join(".")}: Input tag '${String(actual)}' found using 'type' does not match any of the expected tags: ${expected.map((one) => `'${one}'`).join(", ")}`,
    };
  if (path.at(-1) === "role" && expected.includes("user"))
    return {
      message: `messages: Unexpected role "${String(actual)}". Allowed roles are "user" or "assistant"`,
    };
  return { message: `${where}: Input should be ${join(expected)}` };
}

function named(type: string): string {
  if (type === "array") return "list";
  return type === "object" ? "dictionary" : type === "number" ? "integer" : type;
}

function join(words: readonly string[]): string {
  const quoted = words.map((one) => `'${one}'`);
  return quoted.length === 1 ? quoted[0]! : `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
}
