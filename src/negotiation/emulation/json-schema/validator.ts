import { createRequire } from "node:module";
import type { Ajv, ErrorObject, Options } from "ajv";
import { AbpError } from "../../../contract/index.ts";
import { settleNumbers } from "../../../lib/index.ts";
import { compileLinearPattern } from "./linear-pattern.ts";
import { guardSchema, type SchemaDraft, STEP_KEYWORD } from "./schema-guard.ts";

/** One violation of a schema. */
export interface SchemaError {
  /** JSON Pointer (RFC 6901) to the faulty value; empty for the whole value. */
  readonly path: string;
  readonly message: string;
}

export interface SchemaValidator {
  /** The first twenty errors; empty when the value is valid. */
  check(value: unknown): readonly SchemaError[];
}

/** Steps of one check. A reply of ordinary size takes a few hundred. */
const MAX_CHECK_STEPS = 1_000_000;
const MAX_ERRORS = 20;
/** In characters. Longer text never has a format, because the format expressions backtrack. */
const MAX_FORMAT_TEXT = 8_192;

/**
 * Compiles a schema of draft 2020-12 or draft-07, with formats. Schemas are hostile input: nothing is fetched,
 * patterns match in linear time, and each check has a step limit. Throws `capability_emulation_failed` for a schema
 * that breaks a limit.
 */
export function compileSchema(schema: unknown): SchemaValidator {
  const guarded = guardSchema(settleNumbers(schema, true));
  let remaining = MAX_CHECK_STEPS;
  const spend = (steps: number): void => {
    remaining -= steps;
    if (remaining < 0) throw tooLong();
  };
  const options: Options = {
    // Without this, the generated code nests as deeply as the schema has properties.
    allErrors: true,
    strict: false,
    logger: false,
    // Without this, every object has a required `constructor`.
    ownProperties: true,
    // Inlined references and optimised code grow faster than the schema.
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
        return validate(settleNumbers(value, true)) === true
          ? []
          : (validate.errors ?? []).slice(0, MAX_ERRORS).map(readError);
      } catch (error) {
        // A reference that leads back to itself without descending into the value.
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

// Loaded with the first schema. Loading takes 25 ms, and few calls need it.
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
    const { message } = error as Error;
    throw new AbpError("capability_emulation_failed", `The schema cannot be checked: ${message}`, {
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
    // ajv caches patterns by their string form.
    return { test: (text) => pattern.test(text, spend), toString: () => source };
  };
  // The type requires it. ajv uses it only for stand-alone code.
  return Object.assign(engine, { code: "new RegExp" });
}

function limitFormats(ajv: Ajv): void {
  for (const [name, format] of Object.entries(ajv.formats)) {
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
      // `uniqueItems` compares pairs. It is the only keyword with more than linear cost.
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
