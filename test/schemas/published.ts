import { existsSync } from "node:fs";
import { sharedExists, sharedJson, sharedPath } from "../shared.ts";
import type { Schema, SchemaDocument } from "./schema.ts";

/** Whether the published schemas are there. */
export const publishedExist = sharedExists && existsSync(sharedPath("vectors", "schemas"));

/** OpenAI's own schemas of Chat Completions and Responses. */
export function openAiDocument(): SchemaDocument {
  const { components } = read("openai.schemas.json");
  return { title: "OpenAI", schemas: components.schemas };
}

/** Open Responses; the union of its stream events, which has no name there, is `StreamEvent`. */
export function openResponsesDocument(): SchemaDocument {
  const { components, paths } = read("openresponses.openapi.json");
  const answers = paths["/responses"]!.post.responses["200"].content;
  return {
    title: "Open Responses",
    schemas: { ...components.schemas, StreamEvent: answers["text/event-stream"]!.schema },
  };
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
