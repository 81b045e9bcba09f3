import { AbpError, type LossEntry } from "../../contract/index.ts";
import type { EmbeddingCodec } from "../embeddings/embedding.ts";
import { ownLosses, readDimensions, readVector } from "../embeddings/own-members.ts";
import { type Cursor, missing } from "../members/cursor.ts";
import { isMembers } from "../members/members.ts";
import { open } from "./wire.ts";

/** The embeddings of the Gemini API: one content, or a list of requests. */
export const embeddings: EmbeddingCodec = {
  statesUsage: false,

  readRequest: (body, model) => {
    const cursor = open(body, "$");
    const requests = cursor.list("requests", (item, path) => readOne(open(item, path), model));
    const all = requests ?? [readOne(cursor, model)];
    const [first] = all;
    if (first === undefined) throw missing("$.requests[0]");
    const { dimensions } = first;
    const other = all.findIndex((one) => one.dimensions !== dimensions);
    if (other !== -1) throw unequalDimensions(`$.requests[${other}].outputDimensionality`);
    return {
      model,
      inputs: all.map(({ text }) => text),
      isList: requests !== undefined,
      ...(dimensions === undefined ? {} : { dimensions }),
      encoding: "float",
      losses: [...all.flatMap(({ losses }) => losses), ...(requests === undefined ? [] : ownLosses(cursor))],
    };
  },

  writeRequest: ({ inputs, isList, dimensions }, model) => {
    const name = encodeURIComponent(model);
    const requests = inputs.map((text) => ({
      model: `models/${model}`,
      content: { parts: [{ text }] },
      ...(dimensions === undefined ? {} : { outputDimensionality: dimensions }),
    }));
    return isList
      ? { path: `/v1beta/models/${name}:batchEmbedContents`, body: { requests } }
      : { path: `/v1beta/models/${name}:embedContent`, body: requests[0]! };
  },

  readReply: (body) => {
    const cursor = open(body, "$");
    const list = cursor.list("embeddings", (item, path) => readValues(open(item, path)));
    const single = list === undefined ? cursor.object("embedding") : undefined;
    if (list === undefined && single === undefined) throw missing("$.embedding");
    const inputTokens = cursor.object("usageMetadata")?.number("promptTokenCount");
    return { vectors: list ?? [readValues(single!)], inputTokens };
  },

  writeReply: ({ vectors }, { request: { isList } }) =>
    isList ? { embeddings: vectors.map((values) => ({ values })) } : { embedding: { values: vectors[0] } },

  withModel: (body, model) => {
    const name = `models/${model}`;
    const { requests } = body;
    if (Array.isArray(requests))
      return {
        ...body,
        requests: requests.map((one: unknown) => (isMembers(one) ? { ...one, model: name } : one)),
      };
    return "model" in body ? { ...body, model: name } : undefined;
  },
};

interface OneRequest {
  readonly text: string;
  readonly dimensions: number | undefined;
  readonly losses: readonly LossEntry[];
}

// Its model is that of the path, or Google rejects it.
function readOne(cursor: Cursor, model: string | undefined): OneRequest {
  const named = cursor.text("model");
  if (named !== undefined && model !== undefined && named.replace(/^.*models\//, "") !== model) {
    const where = cursor.at("model");
    throw new AbpError("contract_schema_violation", `${where} is not the model of the path`, { where });
  }
  const content = cursor.take("content");
  if (content === undefined) throw missing(cursor.at("content"));
  const opened = open(content, cursor.at("content"));
  opened.take("role");
  const texts = opened.list("parts", (part, path) => readText(open(part, path))) ?? [];
  const text = texts.join("\n");
  if (text === "") throw missing(opened.at("parts"));
  const joined: LossEntry = {
    path: opened.at("parts"),
    disposition: "mapped",
    reason: "the parts are joined by line breaks",
  };
  return {
    text,
    dimensions: readDimensions(cursor, "outputDimensionality"),
    losses: [...(texts.length > 1 ? [joined] : []), ...ownLosses(opened), ...ownLosses(cursor)],
  };
}

function readText(part: Cursor): string {
  const text = part.text("text");
  const [other] = Object.keys(part.unread() ?? {});
  if (text !== undefined && other === undefined) return text;
  const where = other === undefined ? part.path : part.at(other);
  throw new AbpError(
    "mapping_unsupported_capability",
    `${where} is no text, and other vendors embed only text`,
    {
      where,
    },
  );
}

function readValues(cursor: Cursor): number[] {
  return readVector(cursor.take("values"), cursor.at("values"));
}

function unequalDimensions(where: string): AbpError {
  const message = `${where} differs from that of the first request, and other vendors take one length for all`;
  return new AbpError("mapping_unsupported_capability", message, { where });
}
