import { AbpError, type Block, type OutputFormat, type Reply, type Stop } from "../../../contract/index.ts";
import { compileSchema, type SchemaError, type SchemaValidator } from "../json-schema/validator.ts";
import { extractJson } from "./json-extraction.ts";
import { findWord } from "./word-answer.ts";

/** In UTF-16 code units. Longer replies are not searched for JSON. */
const MAX_JSON_TEXT = 1024 * 1024;

/** The JSON or the word in a text, with its exact spelling, or the reasons why there is none. */
export type JsonAnswer =
  | { readonly ok: true; readonly source: string }
  | { readonly ok: false; readonly errors: readonly SchemaError[] };

/** A reply reduced to what was asked for, or the errors in it. */
export type StructuredOutcome =
  | { readonly ok: true; readonly reply: Reply }
  | { readonly ok: false; readonly errors: readonly SchemaError[] };

// Compiling takes milliseconds, and each step of a call needs the same validator.
const validators = new WeakMap<object, SchemaValidator>();

/**
 * The validator of an output format with a schema. Throws `capability_emulation_failed` for a schema that cannot be
 * checked safely.
 */
export function validatorOf(output: OutputFormat): SchemaValidator | undefined {
  if (output.kind !== "json_schema") return undefined;
  const { schema } = output;
  if (typeof schema !== "object" || schema === null) return compileSchema(schema);
  const validator = validators.get(schema) ?? compileSchema(schema);
  validators.set(schema, validator);
  return validator;
}

/** Finds the JSON, or the word, that a text is to be. */
export function readJsonAnswer(text: string, output: OutputFormat | undefined): JsonAnswer {
  const fail = (message: string): JsonAnswer => ({ ok: false, errors: [{ path: "", message }] });
  if (text.length > MAX_JSON_TEXT) return fail(`is longer than ${MAX_JSON_TEXT} characters`);
  if (output?.kind === "enum") {
    const word = findWord(text, output);
    return word === undefined ? fail("is none of the words") : { ok: true, source: word };
  }
  const found = extractJson(text);
  if (found === undefined) return fail("has no complete JSON value");
  try {
    const errors = output === undefined ? [] : (validatorOf(output)?.check(found.value) ?? []);
    return errors.length === 0 ? { ok: true, source: found.source } : { ok: false, errors };
  } catch (error) {
    if (AbpError.is(error)) return fail(error.message);
    throw error;
  }
}

/** Whether a candidate must follow the schema. A tool call, a refusal or a pause need not. */
export function isAnswer(content: readonly Block[], stop: Stop | undefined): boolean {
  const other = ["tool_use", "refusal", "opaque"];
  const stops = ["tool_use", "pause_turn", "refusal", "content_filter", "error"];
  return !content.some(({ type }) => other.includes(type)) && !stops.includes(stop?.reason ?? "");
}

/**
 * Reduces every answering candidate to its JSON or its word, or returns the errors of all of them.
 *
 * @example
 * import { checkStructuredOutput } from "agent-backplane/negotiation";
 * const outcome = checkStructuredOutput(reply, { kind: "json_schema", schema: { type: "object" } });
 * if (!outcome.ok) console.log(outcome.errors);
 */
export function checkStructuredOutput(reply: Reply, output: OutputFormat): StructuredOutcome {
  const errors: SchemaError[] = [];
  const candidates = reply.candidates.map((candidate) => {
    if (!isAnswer(candidate.content, candidate.stop)) return candidate;
    const texts = candidate.content.filter((block) => block.type === "text");
    const answer = readJsonAnswer(texts.map((block) => block.text).join(""), output);
    if (!answer.ok) {
      errors.push(...answer.errors);
      return candidate;
    }
    const content = candidate.content.flatMap((block): Block[] => {
      if (block.type !== "text") return [block];
      return block === texts[0] ? [{ ...block, text: answer.source }] : [];
    });
    return { ...candidate, content };
  });
  return errors.length === 0 ? { ok: true, reply: { ...reply, candidates } } : { ok: false, errors };
}

/** What an output format asks for, in the words of an error. */
export function wantedBy(output: OutputFormat | undefined): string {
  return output?.kind === "enum" ? "one of the words that were asked for" : "the JSON that was asked for";
}

export function structuredFailure(
  errors: readonly SchemaError[],
  output: OutputFormat | undefined,
): AbpError {
  const first = errors[0];
  const where = first?.path ? ` at ${first.path}` : "";
  return new AbpError(
    "capability_emulation_failed",
    `The reply is not ${wantedBy(output)}${where}: ${first?.message ?? "it is not valid"}`,
    { details: { errors } },
  );
}
