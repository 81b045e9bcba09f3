import { type RedactionOptions, redact } from "../../lib/index.ts";

/**
 * Each item without secrets: by the name of a member, by its shape, and by the values that are given.
 *
 * @example
 * import { redactStream } from "agent-backplane";
 * for await (const event of redactStream(events, { secrets: ["a value to hide"] })) console.log(event);
 */
export async function* redactStream<Item>(
  source: AsyncIterable<Item>,
  options: RedactionOptions = {},
): AsyncGenerator<Item> {
  for await (const item of source) yield redact(item, options) as Item;
}
