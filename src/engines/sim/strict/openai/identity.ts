import { isMembers, type Members, text } from "../raw-json.ts";
import { firstIn, firstOf, type Rules, type Violation } from "../violation.ts";
import { tooLong } from "./error-body.ts";

// Sources disagree about 64 or 128 for `safety_identifier`; both reject what is longer than 128.
const LENGTHS = [
  ["user", 64],
  ["prompt_cache_key", 64],
  ["safety_identifier", 128],
] as const;

const MAX_PAIRS = 16;
const MAX_KEY = 64;
const MAX_VALUE = 512;

export function identityFault(body: Members): Violation | undefined {
  return firstOf(
    () =>
      firstIn(LENGTHS, ([name, most]) => {
        const { length } = text(body[name]);
        return length > most ? tooLong(name, most, length) : undefined;
      }),
    () => metadataFault(body["metadata"]),
  );
}

function metadataFault(metadata: unknown): Violation | undefined {
  if (!isMembers(metadata)) return undefined;
  const entries = Object.entries(metadata);
  if (entries.length > MAX_PAIRS)
    return {
      message: `Invalid 'metadata': too many properties. Expected an object with at most ${MAX_PAIRS} properties, but got an object with ${entries.length} properties instead.`,
      param: "metadata",
      code: "object_above_max_properties",
    };
  return firstIn(entries, ([key, value]) => {
    if (key.length > MAX_KEY) return tooLong(`metadata.${key}`, MAX_KEY, key.length);
    const { length } = text(value);
    return length > MAX_VALUE ? tooLong(`metadata.${key}`, MAX_VALUE, length) : undefined;
  });
}

export const identityRules: Rules = { "openai.identity": ({ body }) => identityFault(body) };
