import type { Usage } from "../../contract/index.ts";
import type { JsonObject, JsonValue } from "../../lib/index.ts";
import type { EventWriter } from "../host/event-writer.ts";
import type { Mapping, Meaning, Rule, UsagePlaces } from "./mapping.ts";
import { textAt, valueAt } from "./member-place.ts";

/** Turns the lines of an agent into events, and keeps what they say about the run as a whole. */
export class LineEvents {
  readonly #mapping: Mapping;
  readonly #writer: EventWriter;
  session: string | undefined;
  usage: Partial<Usage> | undefined;
  /** The last line that ends the run, as far as it was understood. */
  result: { readonly isError: boolean; readonly message: string | undefined } | undefined;

  constructor(mapping: Mapping, writer: EventWriter) {
    this.#mapping = mapping;
    this.#writer = writer;
  }

  async handle(line: JsonObject): Promise<void> {
    for (const rule of this.#mapping.lines) {
      if (!isMeant(rule, line)) continue;
      if ("each" in rule) await this.#each(rule, line);
      else await this.#emit(rule, line);
    }
  }

  async #each(rule: Rule, line: JsonObject): Promise<void> {
    const items = valueAt(line, rule.each);
    if (!Array.isArray(items)) return;
    for (const item of items) {
      for (const meaning of rule.items) if (isMeant(meaning, item)) await this.#emit(meaning, item);
    }
  }

  async #emit(meaning: Meaning, value: JsonValue): Promise<void> {
    const writer = this.#writer;
    switch (meaning.event) {
      case "session":
        this.session = textAt(value, meaning.id) ?? this.session;
        return;
      case "text":
        return writer.text(textAt(value, meaning.text) ?? "", textAt(value, meaning.parent));
      case "message":
        return writer.message(textAt(value, meaning.text), textAt(value, meaning.parent));
      case "thinking":
        return writer.thinking(textAt(value, meaning.text) ?? "");
      case "tool_call":
        return this.#toolCall(meaning, value);
      case "tool_result":
        return this.#toolResult(meaning, value);
      case "usage":
        this.usage = readUsage(meaning.usage, value);
        return writer.usage(this.usage);
      case "error":
        return writer.error(textAt(value, meaning.message) ?? "the agent reports an error without a message");
      case "result":
        this.result = {
          isError: isTrue(value, meaning.is_error),
          message: textAt(value, meaning.message),
        };
        if (meaning.usage !== undefined) this.usage = readUsage(meaning.usage, value);
    }
  }

  async #toolCall(meaning: Extract<Meaning, { event: "tool_call" }>, value: JsonValue): Promise<void> {
    const id = textAt(value, meaning.id);
    if (id === undefined) return;
    const nativeName = textAt(value, meaning.name) ?? "unknown";
    await this.#writer.toolCall({
      id,
      nativeName,
      name: this.#mapping.tools[nativeName] ?? nativeName,
      input: valueAt(value, meaning.input) ?? null,
      parentId: textAt(value, meaning.parent),
    });
  }

  async #toolResult(meaning: Extract<Meaning, { event: "tool_result" }>, value: JsonValue): Promise<void> {
    const id = textAt(value, meaning.id);
    if (id === undefined) return;
    const nativeName = textAt(value, meaning.name);
    await this.#writer.toolResult({
      id,
      output: valueAt(value, meaning.output) ?? null,
      isError: isTrue(value, meaning.is_error),
      name: nativeName === undefined ? undefined : (this.#mapping.tools[nativeName] ?? nativeName),
    });
  }
}

function isMeant({ when }: Meaning | Rule, value: JsonValue): boolean {
  return Object.entries(when).every(([place, wanted]) => valueAt(value, place) === wanted);
}

function isTrue(value: JsonValue, place: string | undefined): boolean {
  return place !== undefined && valueAt(value, place) === true;
}

function readUsage(places: UsagePlaces, value: JsonValue): Partial<Usage> {
  const figures = Object.entries(places).flatMap(([name, place]) => {
    const figure = place === undefined ? undefined : valueAt(value, place);
    return typeof figure === "number" && figure >= 0 ? [[name, figure]] : [];
  });
  return Object.fromEntries(figures);
}
