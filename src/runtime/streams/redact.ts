import { type RedactionOptions, redact } from "../../lib/index.ts";

/** Each item without secrets: by the name of a member, by its shape, and by the values that are given. */
export async function* redactStream<Item>(
  source: AsyncIterable<Item>,
  options: RedactionOptions = {},
): AsyncGenerator<Item> {
  for await (const item of source) yield redact(item, options) as Item;
}
