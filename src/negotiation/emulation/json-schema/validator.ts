import { createRequire } from "node:module";
import type { Ajv, ErrorObject, Options } from "ajv";
import { AbpError } from "../../../contract/index.ts";
import { compileLinearPattern } from "./linear-pattern.ts";
import { guardSchema, type SchemaDraft, STEP_KEYWORD } from "./schema-guard.ts";

/** One way in which a value does not follow its schema. */
export interface SchemaError {
  /** JSON Pointer (RFC 6901) to the place in the value; empty for the whole of it. */
  readonly path: string;
  readonly message: string;
}

/** Checks values against one schema. */
export interface SchemaValidator {
  /** What is wrong with the value, the first twenty; empty if it is valid. */
  check(value: unknown): readonly SchemaError[];
}

/** How many steps one check may take; a reply of ordinary size takes a few hundred. */
const MAX_CHECK_STEPS = 1_000_000;
const MAX_ERRORS = 20;
/** No text that is longer has a format: their expressions backtrack. */
const MAX_FORMAT_TEXT = 8_192;

/**
 * Compiles a schema of draft 2020-12 or draft-07, formats included.
 * Schemas are hostile input: nothing is fetched, patterns run in linear time, and every check has a limited
 * number of steps; what does not fit is a `capability_emulation_failed`.
 */
export function compileSchema(schema: unknown): SchemaValidator {
  const guarded = guardSchema(schema);
  let remaining = MAX_CHECK_STEPS;
  const spend = (steps: number): void => {
    remaining -= steps;
    if (remaining < 0) throw tooLong();
  };
  const options: Options = {
    // Stopping at the first error would nest the code as deep as a schema has properties.
    allErrors: true,
    strict: false,
    logger: false,
    // Else a required `constructor` is found in every object.
    ownProperties: true,
    // References are called and not copied in, and the code is not optimized: both grow faster than the schema.
    inlineRefs: false,
    code: { regExp: countedPatterns(spend), optimize: false },
  };
  const ajv = openAjv(guarded.draft, options);
  limitFormats(ajv);
  addStepKeyword(ajv, spend);
  const validate = compile(ajv, guarded.schema);
  return {
    check(value) {
      remaining = MAX_CHECK_STEPS;
      try {
        return validate(value) === true ? [] : (validate.errors ?? []).slice(0, MAX_ERRORS).map(readError);
      } catch (error) {
        // A reference that leads back to itself without going deeper into the value.
        if (error instanceof RangeError) throw tooLong(error);
        throw error;
      }
    },
  };
}

function tooLong(cause?: unknown): AbpError {
  return new AbpError("capability_emulation_failed", "Checking the reply against its schema takes too long", {
    cause,
  });
}

const load = createRequire(import.meta.url);

// Loaded with the first schema: no start has to wait 25 ms for what few calls need.
function openAjv(draft: SchemaDraft, options: Options): Ajv {
  const addFormats = load("ajv-formats") as typeof import("ajv-formats");
  const isOld = draft === "draft-07";
  const ajv = isOld
    ? new (load("ajv") as typeof import("ajv")).Ajv(options)
    : new (load("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js")).Ajv2020(options);
  addFormats.default(ajv);
  return ajv;
}

function compile(ajv: Ajv, schema: ReturnType<typeof guardSchema>["schema"]): ReturnType<Ajv["compile"]> {
  try {
    return ajv.compile(schema);
  } catch (error) {
    if (AbpError.is(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new AbpError("capability_emulation_failed", `The schema cannot be checked: ${reason}`, {
      where: "output.schema",
      cause: error,
    });
  }
}

function countedPatterns(
  spend: (steps: number) => void,
): NonNullable<NonNullable<Options["code"]>["regExp"]> {
  const engine = (source: string): { test: (text: string) => boolean; toString: () => string } => {
    const pattern = compileLinearPattern(source);
    // ajv keeps patterns by their string form.
    return { test: (text) => pattern.test(text, spend), toString: () => source };
  };
  // Only used where ajv writes stand-alone code, which it does not do here; its type asks for it.
  return Object.assign(engine, { code: "new RegExp" });
}

function limitFormats(ajv: Ajv): void {
  for (const [name, format] of Object.entries(ajv.formats)) {
    if (format === undefined || typeof format === "boolean") continue;
    const validate = typeof format === "object" && "validate" in format ? format.validate : format;
    if (typeof format === "object" && "type" in format && format.type === "number") continue;
    if (typeof validate !== "function" && !(validate instanceof RegExp)) continue;
    const test = validate instanceof RegExp ? (text: string) => validate.test(text) : validate;
    ajv.addFormat(name, (text: string) => text.length <= MAX_FORMAT_TEXT && (test as Test)(text));
  }
}

type Test = (text: string) => boolean;

function addStepKeyword(ajv: Ajv, spend: (steps: number) => void): void {
  ajv.addKeyword({
    keyword: STEP_KEYWORD,
    schemaType: "number",
    errors: false,
    validate: (cost: number, data: unknown, parent?: Readonly<Record<string, unknown>>) => {
      // Comparing items pairwise is the only keyword whose cost is more than linear; one pair costs little.
      const pairs = parent?.["uniqueItems"] === true && Array.isArray(data) ? data.length ** 2 / 10 : 0;
      spend(cost + pairs);
      return true;
    },
  });
}

function readError(error: ErrorObject): SchemaError {
  const params = error.params as Readonly<Record<string, unknown>>;
  const detail = params["additionalProperty"] ?? params["unevaluatedProperty"] ?? params["allowedValues"];
  const shown = detail === undefined ? "" : `: ${JSON.stringify(detail).slice(0, 200)}`;
  return { path: error.instancePath, message: `${error.message ?? error.keyword}${shown}` };
}
