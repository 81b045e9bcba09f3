import { AbpError } from "../../contract/index.ts";
import { Cursor, missing, wrongType } from "../members/cursor.ts";
import type { EmbeddingCodec, EmbeddingRequest } from "./embedding.ts";
import { ownLosses, readDimensions, readVector } from "./own-members.ts";
import { decodeVector, encodeVector } from "./vector-text.ts";

/** The embeddings of OpenAI and of the vendors that took over its form, at a path. */
export function openaiEmbeddings(path: string): EmbeddingCodec {
  return { statesUsage: true, readRequest, writeRequest, readReply, writeReply };

  function writeRequest({ inputs, isList, dimensions }: EmbeddingRequest, model: string) {
    const input = isList ? inputs : inputs[0];
    return { path, body: { model, input, ...(dimensions === undefined ? {} : { dimensions }) } };
  }
}

const readRequest: EmbeddingCodec["readRequest"] = (body) => {
  const cursor = new Cursor(body, "$");
  const model = cursor.text("model");
  const input = cursor.take("input");
  const inputs = readInputs(input);
  const dimensions = readDimensions(cursor, "dimensions");
  const encoding = cursor.text("encoding_format") ?? "float";
  if (encoding !== "float" && encoding !== "base64")
    throw wrongType("$.encoding_format", encoding, '"float" or "base64"');
  return {
    model,
    inputs,
    isList: Array.isArray(input),
    ...(dimensions === undefined ? {} : { dimensions }),
    encoding,
    losses: ownLosses(cursor),
  };
};

function readInputs(input: unknown): string[] {
  if (input === undefined) throw missing("$.input");
  const texts = Array.isArray(input) ? (input as unknown[]) : [input];
  if (texts.length === 0) throw missing("$.input[0]");
  return texts.map((text, index) => {
    const path = Array.isArray(input) ? `$.input[${index}]` : "$.input";
    if (typeof text === "number" || Array.isArray(text)) throw tokenArray();
    if (typeof text !== "string") throw wrongType(path, text, "text");
    if (text === "") throw new AbpError("contract_schema_violation", `${path} is empty`, { where: path });
    return text;
  });
}

// Each vendor counts by tokens of its own, so that the numbers mean nothing to another.
function tokenArray(): AbpError {
  const message =
    "$.input is a list of tokens, which only the model that they were made for can read. Send text.";
  return new AbpError("mapping_unsupported_capability", message, { where: "$.input" });
}

const readReply: EmbeddingCodec["readReply"] = (body) => {
  const cursor = new Cursor(body, "$");
  const data = cursor.list("data", (item, path, position) => {
    const one = new Cursor(item, path);
    const value = one.take("embedding");
    const at = one.at("embedding");
    const vector = typeof value === "string" ? decodeVector(value, at) : readVector(value, at);
    return { index: one.number("index") ?? position, vector };
  });
  if (data === undefined) throw missing("$.data");
  const inputTokens = cursor.object("usage")?.number("prompt_tokens");
  return {
    vectors: data.toSorted((left, right) => left.index - right.index).map(({ vector }) => vector),
    inputTokens,
  };
};

const writeReply: EmbeddingCodec["writeReply"] = ({ vectors }, { request, model, inputTokens }) => ({
  object: "list",
  data: vectors.map((vector, index) => ({
    object: "embedding",
    index,
    embedding: request.encoding === "base64" ? encodeVector(vector) : vector,
  })),
  model,
  usage: { prompt_tokens: inputTokens, total_tokens: inputTokens },
});
