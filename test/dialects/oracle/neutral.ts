/** Any JSON object. */
export type Json = Record<string, unknown>;

/** Who speaks, in no vendor's words. */
export type Who = "instruction" | "user" | "assistant" | "tool";

/** One thing that was said, with the facts that must survive. */
export interface Saying {
  readonly who: Who;
  readonly kind:
    | "text"
    | "thinking"
    | "image"
    | "document"
    | "audio"
    | "video"
    | "refusal"
    | "tool_call"
    | "tool_result"
    | "opaque";
  readonly facts: Json;
}

/** A request, in no vendor's words. */
export interface NeutralRequest {
  readonly model: string | undefined;
  readonly said: readonly Saying[];
  readonly tools: readonly Json[];
  /** `auto`, `none`, `required`, or the name of the one tool; undefined when nothing was said. */
  readonly choice: string | undefined;
  readonly allowed: readonly string[] | undefined;
  readonly parallel: boolean | undefined;
  readonly parameters: Json;
  /** `text`, `json`, or the schema. */
  readonly output: unknown;
}

/** Why a model stopped, in no vendor's words. */
export type Ending =
  | "end"
  | "length"
  | "context"
  | "tools"
  | "sequence"
  | "filter"
  | "refusal"
  | "pause"
  | "malformed"
  | "error"
  | "other";

/** Tokens: `input` counts the whole prompt with its cached parts, `output` all that was generated. */
export interface NeutralUsage {
  readonly input?: number;
  readonly output?: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  readonly reasoning?: number;
}

export interface Answer {
  readonly said: readonly Saying[];
  readonly ending: Ending | undefined;
  readonly sequence?: string;
}

/** A reply, in no vendor's words. */
export interface NeutralReply {
  readonly id: string | undefined;
  readonly model: string | undefined;
  readonly answers: readonly Answer[];
  readonly usage: NeutralUsage | undefined;
  /** The error that the reply or its stream ended in. */
  readonly failure: string | undefined;
}

/** One event of a stream. */
export interface Frame {
  readonly event: string | undefined;
  readonly data: string;
}

/** Reads one wire format; written from the vendor's documents, and knowing nothing of the code that it judges. */
export interface Reader {
  request(body: unknown, path?: string): NeutralRequest;
  reply(body: unknown): NeutralReply;
  /** The reply body that a stream amounts to. */
  collapse(frames: readonly Frame[]): Json;
}

/** A JSON object, or an empty one. */
export function object(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

/** A list, or an empty one. */
export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text, or undefined. */
export function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A number, or undefined. */
export function number(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** The object without members that are null or undefined. */
export function present(members: Json): Json {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== null),
  );
}

/** The arguments of a call: parsed if they are JSON, the text itself if they are not. */
export function parseArguments(value: unknown): unknown {
  if (typeof value !== "string") return value ?? {};
  if (value.trim() === "") return {};
  try {
    return (JSON.parse(value) as unknown) ?? {};
  } catch {
    return value;
  }
}

/** Where a data URL's bytes are, or the URL itself. */
export function mediaFacts(url: string): Json {
  const match = /^data:([^;,]*)(?:;[^,]*)?,(.*)$/s.exec(url);
  return match === null ? { url } : { mediaType: match[1], data: match[2] };
}

export function say(who: Who, kind: Saying["kind"], facts: Json): Saying {
  return { who, kind, facts: present(facts) };
}

/** Neighbouring pieces of one speaker's text, or of his thinking, as one; any one of them may bear the signature. */
export function joinTexts(said: readonly Saying[]): Saying[] {
  const joined: Saying[] = [];
  for (const one of said) {
    const last = joined.at(-1);
    if (last !== undefined && isOne(last, one)) {
      const text = `${String(last.facts["text"])}${String(one.facts["text"])}`;
      joined[joined.length - 1] = { ...last, facts: { ...last.facts, ...one.facts, text } };
    } else joined.push(one);
  }
  return joined;
}

function isOne(last: Saying, next: Saying): boolean {
  if (last.kind !== next.kind || last.who !== next.who || !isPlain(last) || !isPlain(next)) return false;
  return last.facts["signature"] === undefined || next.facts["signature"] === undefined;
}

function isPlain({ kind, facts }: Saying): boolean {
  if (kind !== "text" && kind !== "thinking" && kind !== "refusal") return false;
  return (
    typeof facts["text"] === "string" &&
    Object.keys(facts).every((name) => name === "text" || name === "signature")
  );
}
