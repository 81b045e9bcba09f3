import { checkShape, type ShapeFault } from "../shape/check-shape.ts";
import { readShapes } from "../shape/notation.ts";
import { sdkTypes } from "../shape/sdk/gemini.ts";
import type { Rules, Violation } from "../violation.ts";

// The body of the Gemini API, which the SDK writes from its own options. `labels` exist on Vertex only.
const corrections = `
GenerateContentRequest = { contents: list<Content> | Content, systemInstruction?: Content, tools?: list<Tool> | Tool, toolConfig?: ToolConfig, safetySettings?: list<SafetySetting>, generationConfig?: GenerationConfig, cachedContent?: string, serviceTier?: string, store?: boolean, model?: string, modelArmorConfig?: any, continuationToken?: string }
Content = { parts?: list<Part> | Part, role?: string }
GenerationConfig += { imageConfig?: any, speechConfig?: any, enableAffectiveDialog?: boolean }
Schema += { minItems?: number | string, maxItems?: number | string, minLength?: number | string, maxLength?: number | string, minProperties?: number | string, maxProperties?: number | string }
`;

const shapes = readShapes(sdkTypes, corrections);

export const shapeRules: Rules = {
  "gemini.shape": ({ body }) => {
    const fault = checkShape(body, "GenerateContentRequest", { shapes, isProto: true });
    return fault === undefined ? undefined : wordFault(fault);
  },
};

function wordFault({ kind, path, actual }: ShapeFault): Violation {
  const last = String(path.at(-1));
  const above = placeOf(path.slice(0, -1));
  const where = above === "" ? "" : ` at '${above}'`;
  if (kind === "unknown")
    return { message: `Invalid JSON payload received. Unknown name "${last}"${where}: Cannot find field.` };
  if (kind === "missing")
    return { message: `* GenerateContentRequest.${placeOf(path)}: ${placeOf(path)} is not specified` };
  const at = placeOf(path);
  return { message: `Invalid value at '${at}', ${JSON.stringify(actual)}` };
}

/** Writes a path as the API names it: `contents[0].parts[1].function_call`. */
export function placeOf(path: readonly (string | number)[]): string {
  let place = "";
  for (const one of path) {
    if (typeof one === "number") place += `[${one}]`;
    else place += (place === "" ? "" : ".") + one.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
  return place;
}
