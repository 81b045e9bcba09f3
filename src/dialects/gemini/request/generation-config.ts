import type { Conversation, OutputFormat, Sampling } from "../../../contract/index.ts";
import { textOfJson } from "../../../lib/index.ts";
import type { Writing } from "../../codec/request-codec.ts";
import { type Cursor, wrongType } from "../../members/cursor.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { leftover, nest } from "../../members/own-members.ts";
import { rememberSpelling, spellingOf } from "../spelling.ts";
import { open } from "../wire.ts";
import { fromOpenApi, withSmallTypes } from "./openapi-schema.ts";
import { readThinkingConfig, writeThinkingConfig } from "./reasoning.ts";
import { RECURSION, rewriteSchema } from "./schema.ts";

const JSON_TYPE = "application/json";
const ENUM_TYPE = "text/x.enum";
const JSON_SCHEMAS = ["responseJsonSchema", "_responseJsonSchema"] as const;
const INT32 = 2 ** 31 - 1;

/** `generationConfig` as members of a conversation, and its leftover. */
export interface ReadGenerationConfig {
  readonly members: Partial<Conversation> & { sampling: Sampling; stop: string[] };
  readonly left: Members | undefined;
}

const numbers = [
  ["temperature", "temperature"],
  ["topP", "topP"],
  ["topK", "topK"],
  ["seed", "seed"],
  ["presencePenalty", "presencePenalty"],
  ["frequencyPenalty", "frequencyPenalty"],
  ["candidateCount", "candidates"],
] as const;

/** Reads `generationConfig`. */
export function readGenerationConfig(config: Cursor): ReadGenerationConfig {
  const sampling: Sampling = {};
  for (const [wire, member] of numbers) {
    const value = config.number(wire);
    if (value !== undefined) sampling[member] = value;
  }
  const stop = config.texts("stopSequences") ?? [];
  const maxOutputTokens = config.number("maxOutputTokens");
  readLogprobs(config, sampling);
  const output = readOutput(config);
  const modalities = readModalities(config);
  const thinking = config.take("thinkingConfig");
  const { reasoning, left } =
    thinking === undefined
      ? { reasoning: undefined, left: undefined }
      : readThinkingConfig(open(thinking, config.at("thinkingConfig")));
  return {
    members: {
      sampling,
      stop,
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
      ...(output === undefined ? {} : { output }),
      ...(modalities === undefined ? {} : { modalities }),
      ...(reasoning === undefined ? {} : { reasoning }),
    },
    left: nest(leftover(config), "thinkingConfig", left),
  };
}

function readLogprobs(config: Cursor, sampling: Sampling): void {
  if (config.peek("responseLogprobs") !== true) return;
  config.take("responseLogprobs");
  const top = config.number("logprobs");
  sampling.logprobs = top === undefined ? {} : { top };
}

function readOutput(config: Cursor): OutputFormat | undefined {
  const type = config.peek("responseMimeType");
  if (type !== undefined && typeof type !== "string")
    throw wrongType(config.at("responseMimeType"), type, "text");
  const member = JSON_SCHEMAS.find((name) => config.peek(name) !== undefined);
  const isJson = type === JSON_TYPE;
  if (type === "text/plain" && member === undefined) {
    config.take("responseMimeType");
    return { kind: "text" };
  }
  if (type === ENUM_TYPE) return readEnum(config, member ?? "responseSchema");
  // Other types have no counterpart and stay with this dialect.
  if (!isJson) return undefined;
  config.take("responseMimeType");
  if (member !== undefined) {
    const schema = config.take(member);
    const spelling = { schema: { member, value: schema } };
    return {
      kind: "json_schema",
      schema: rememberSpelling(withSmallTypes(schema), spelling),
      enforced: true,
    };
  }
  const value = config.take("responseSchema");
  if (value === undefined) return { kind: "json" };
  const schema = rememberSpelling(fromOpenApi(value), { schema: { member: "responseSchema", value } });
  return { kind: "json_schema", schema, enforced: true };
}

function readEnum(config: Cursor, member: string): OutputFormat {
  config.take("responseMimeType");
  const schema = config.take(member);
  const listed = isMembers(schema) && Array.isArray(schema["enum"]) ? schema["enum"] : [];
  return rememberSpelling<OutputFormat>(
    { kind: "enum", values: listed.map(textOfJson) },
    { schema: { member, value: schema } },
  );
}

function readModalities(config: Cursor): string[] | undefined {
  const value = config.peek("responseModalities");
  if (!Array.isArray(value) || value.some((one) => typeof one !== "string" || one !== one.toUpperCase()))
    return undefined;
  config.take("responseModalities");
  return (value as string[]).map((one) => one.toLowerCase());
}

/** Writes `generationConfig`; nothing if nothing was asked. */
export function writeGenerationConfig(conversation: Conversation, writing: Writing): Members | undefined {
  const { sampling, stop, maxOutputTokens, modalities } = conversation;
  const config: Members = {};
  for (const [wire, member] of numbers) {
    if (sampling[member] !== undefined) config[wire] = sampling[member];
  }
  if (sampling.seed !== undefined && (sampling.seed > INT32 || sampling.seed < -INT32 - 1)) {
    const reason = "the seed does not fit in 32 bits, so it is left out";
    writing.note({ node: undefined, at: "$", disposition: "disclosed", reason, feature: "seed" });
    delete config["seed"];
  }
  if (maxOutputTokens !== undefined) config["maxOutputTokens"] = maxOutputTokens;
  if (stop.length > 0) config["stopSequences"] = stop;
  if (sampling.logprobs !== undefined) {
    config["responseLogprobs"] = true;
    if (sampling.logprobs.top !== undefined) config["logprobs"] = sampling.logprobs.top;
  }
  if (modalities !== undefined) config["responseModalities"] = modalities.map((one) => one.toUpperCase());
  Object.assign(config, writeOutput(conversation.output, writing));
  const thinkingConfig = writeThinkingConfig(conversation, writing);
  if (thinkingConfig !== undefined) config["thinkingConfig"] = thinkingConfig;
  return Object.keys(config).length === 0 ? undefined : config;
}

function writeOutput(output: OutputFormat | undefined, writing: Writing): Members {
  if (output === undefined) return {};
  if (output.kind === "text") return { responseMimeType: "text/plain" };
  if (output.kind === "json") return { responseMimeType: JSON_TYPE };
  if (output.kind === "enum") return writeEnum(output);
  const spelled = spellingOf(output.schema).schema;
  if (spelled !== undefined) return { responseMimeType: JSON_TYPE, [spelled.member]: spelled.value };
  const { schema, changes } = rewriteSchema(output.schema);
  for (const { keyword, at, disposition: own, reason } of changes) {
    const place = at === "" ? "" : ` (at ${at.slice(1)})`;
    const text = `${reason}${place}`;
    // A strict answer is promised to match the whole schema.
    const disposition = keyword === RECURSION && output.strict === true ? "refused" : own;
    writing.note({ node: undefined, at: "$", disposition, reason: text, feature: "output.json_schema" });
  }
  return { responseMimeType: JSON_TYPE, responseJsonSchema: withName(schema, output) };
}

function writeEnum(output: Extract<OutputFormat, { kind: "enum" }>): Members {
  const { member, value } = spellingOf(output).schema ?? {
    member: "responseSchema",
    value: { type: "STRING", enum: output.values },
  };
  return { responseMimeType: ENUM_TYPE, ...(value === undefined ? {} : { [member]: value }) };
}

// A schema's name and description stand beside it elsewhere; here the schema itself has a place for them.
function withName(schema: unknown, output: Extract<OutputFormat, { kind: "json_schema" }>): unknown {
  if (!isMembers(schema)) return schema;
  const { name, description } = output;
  return {
    ...(name === undefined || "title" in schema ? {} : { title: name }),
    ...(description === undefined || "description" in schema ? {} : { description }),
    ...schema,
  };
}
