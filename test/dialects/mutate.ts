import type { Random } from "./random.ts";

type Holder = Record<string | number, unknown>;

const strangers = [
  "x_new",
  "betas",
  "strict",
  "cache_control",
  "thoughtSignature",
  "name",
  "metadata",
  "a b",
  "n",
];
const words = [
  "auto",
  "none",
  "any",
  "required",
  "tool",
  "user",
  "assistant",
  "system",
  "developer",
  "model",
  "text",
  "image",
  "tool_use",
  "tool_result",
  "thinking",
  "redacted_thinking",
  "function",
  "custom",
  "web_search",
  "reasoning",
  "message",
  "function_call",
  "function_call_output",
  "image_url",
  "input_text",
  "json_schema",
  "low",
  "xhigh",
  // Names that every object inherits: a table of words must not find them.
  "constructor",
  "toString",
  "__proto__",
];

/** A copy of a document with a few random changes; the same randomness gives the same copy. */
export function mutate(document: unknown, random: Random): unknown {
  let copy = JSON.parse(JSON.stringify(document)) as unknown;
  const times = 1 + random.below(3);
  for (let index = 0; index < times; index += 1) copy = change(copy, random);
  return copy;
}

function change(document: unknown, random: Random): unknown {
  const place = choosePlace(document, random);
  if (place === undefined) return oddValue(random);
  const { holder, key } = place;
  switch (random.below(9)) {
    case 0:
    case 1:
      if (Array.isArray(holder)) holder.splice(Number(key), 0, oddValue(random));
      else holder[random.pick(strangers)] = oddValue(random);
      break;
    case 2:
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete holder[key];
      break;
    case 3:
      holder[key] = oddValue(random);
      break;
    case 4:
      if (Array.isArray(holder)) holder.push(JSON.parse(JSON.stringify(holder[Number(key)] ?? null)));
      else holder[`${String(key)}_2`] = holder[key];
      break;
    case 5:
      if (Array.isArray(holder)) holder.reverse();
      else holder[key] = [holder[key]];
      break;
    case 6:
      if (typeof holder[key] === "string") holder[key] = random.pick(words);
      else if (typeof holder[key] === "number") holder[key] = random.pick([0, -1, 1.5, 1e9, holder[key] + 1]);
      else if (typeof holder[key] === "boolean") holder[key] = !holder[key];
      break;
    case 7:
      if (typeof holder[key] === "string") holder[key] = `${holder[key]} changed ${random.below(1e6)}`;
      break;
    default:
      if (!Array.isArray(holder)) holder[random.pick(strangers)] = `stranger ${random.below(1e6)}`;
  }
  return document;
}

// Walks down by chance, so that deep places are chosen as often as shallow ones.
function choosePlace(
  document: unknown,
  random: Random,
): { holder: Holder; key: string | number } | undefined {
  let holder = document;
  let place: { holder: Holder; key: string | number } | undefined;
  for (let depth = 0; depth < 12; depth += 1) {
    if (typeof holder !== "object" || holder === null) break;
    const keys = Array.isArray(holder) ? [...holder.keys()] : Object.keys(holder);
    if (keys.length === 0) break;
    const key = random.pick<string | number>(keys);
    place = { holder: holder as Holder, key };
    if (random.chance(0.25)) break;
    holder = (holder as Holder)[key];
  }
  return place;
}

function oddValue(random: Random): unknown {
  switch (random.below(10)) {
    case 0:
      return null;
    case 1:
      return random.below(100_000);
    case 2:
      return random.chance(0.5);
    case 3:
      return [];
    case 4:
      return {};
    case 5:
      return { type: random.pick(words), value: `inside ${random.below(1e6)}` };
    case 6:
      return [{ type: "text", text: `listed ${random.below(1e6)}` }];
    case 7:
      return random.pick(words);
    case 8:
      return "";
    default:
      return `odd text ${random.below(1e6)} \ud83d\ude80`;
  }
}
