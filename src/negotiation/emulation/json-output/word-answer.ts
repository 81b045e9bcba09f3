import type { OutputFormat } from "../../../contract/index.ts";

export type WordFormat = Extract<OutputFormat, { kind: "enum" }>;

/** Marks that models put around a single word. */
const AROUND = /^[\s"'`*_]+|[\s"'`*_.]+$/g;

/** The one of the words that a text is, in the spelling of the request; undefined if it is none of them, or several. */
export function findWord(text: string, { values }: WordFormat): string | undefined {
  const said = text.trim();
  if (values.includes(said)) return said;
  const bare = said.replace(AROUND, "");
  if (values.includes(bare)) return bare;
  const alike = values.filter((value) => value.toLowerCase() === bare.toLowerCase());
  return alike.length === 1 ? alike[0] : undefined;
}

/** The words as the model reads them. */
export function listWords({ values }: WordFormat): string {
  return values.map((value) => `- ${value}`).join("\n");
}
