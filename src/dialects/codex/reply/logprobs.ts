import { textOfJson } from "../../../lib/index.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { writeTokenLogprobs } from "../../token-logprobs.ts";

/** The log probabilities of an output item: one entry for each token, as every OpenAI dialect has them. */
export function readLogprobs(item: unknown): unknown[] {
  if (!isMembers(item) || !Array.isArray(item["content"])) return [];
  return item["content"].flatMap((part: unknown) =>
    isMembers(part) && Array.isArray(part["logprobs"]) ? part["logprobs"] : [],
  );
}

/** Assigns to each text of an answer the entries of its own tokens; the last text gets the remaining ones. */
function spreadLogprobs(texts: readonly string[], value: unknown): unknown[][] {
  const entries = entriesOf(value);
  let next = 0;
  return texts.map((text, index) => {
    if (index === texts.length - 1) return entries.slice(next);
    const start = next;
    let length = 0;
    while (next < entries.length && length < text.length) length += tokenLength(entries[next++]);
    return entries.slice(start, next);
  });
}

/** Puts the entries on the text parts of finished items, in order. */
export function attachLogprobs(items: readonly Members[], value: unknown): void {
  if (entriesOf(value).length === 0) return;
  const parts = items.flatMap((item) =>
    item["type"] === "message" && Array.isArray(item["content"]) ? (item["content"] as Members[]) : [],
  );
  const texts = parts.filter((part) => part["type"] === "output_text");
  const spread = spreadLogprobs(
    texts.map((part) => textOfJson(part["text"])),
    value,
  );
  texts.forEach((part, index) => {
    part["logprobs"] = writeTokenLogprobs(spread[index] ?? []);
  });
}

// The chat dialect's own object holds the same list under `content`.
function entriesOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return isMembers(value) && Array.isArray(value["content"]) ? value["content"] : [];
}

function tokenLength(entry: unknown): number {
  return isMembers(entry) && typeof entry["token"] === "string" ? entry["token"].length : 0;
}
