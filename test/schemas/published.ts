import { existsSync } from "node:fs";
import { sharedExists, sharedJson, sharedPath } from "../shared.ts";
import type { Schema, SchemaDocument } from "./schema.ts";

/** Whether the published schemas are there. */
export const publishedExist = sharedExists && existsSync(sharedPath("vectors", "schemas"));

let openAi: SchemaDocument | undefined;
let openResponses: SchemaDocument | undefined;

/** OpenAI's own schemas of Chat Completions and Responses; always the same object, so that they are compiled once. */
export function openAiDocument(): SchemaDocument {
  openAi ??= { title: "OpenAI", schemas: read("openai.schemas.json").components.schemas };
  return openAi;
}

/** Open Responses; the union of its stream events, which has no name there, is `StreamEvent`. */
export function openResponsesDocument(): SchemaDocument {
  if (openResponses !== undefined) return openResponses;
  const { components, paths } = read("openresponses.openapi.json");
  const answers = paths["/responses"]!.post.responses["200"].content;
  openResponses = {
    title: "Open Responses",
    schemas: { ...components.schemas, StreamEvent: answers["text/event-stream"]!.schema },
  };
  return openResponses;
}

interface Published {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<
    Record<string, { post: { responses: { 200: { content: Record<string, { schema: Schema }> } } } }>
  >;
}

function read(file: string): Published {
  return sharedJson<Published>("vectors", "schemas", file);
}
