import type { Wire } from "./equal.ts";
import { type Json, list, object } from "./neutral.ts";

/** Two spellings of one meaning: where it applies, what counts as the same, and why. */
export interface Equivalence {
  readonly wire: Wire;
  /** Places, with every index written as `[]`. */
  readonly at: RegExp;
  readonly same: (before: unknown, after: unknown) => boolean;
  readonly why: string;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

function isEmptyList(value: unknown): boolean {
  return isNothing(value) || (Array.isArray(value) && value.length === 0);
}

function isZero(value: unknown): boolean {
  return value === 0 || (Object.keys(object(value)).length > 0 && Object.values(object(value)).every(isZero));
}

function bareText(value: unknown): unknown {
  const [only, ...more] = list(value);
  const { type, text, ...rest } = object(only);
  return type === "text" && more.length === 0 && Object.keys(rest).length === 0 ? text : value;
}

/** What a response of today's wire says if nothing was asked for. */
const RESPONSE_DEFAULTS: Json = {
  background: false,
  frequency_penalty: 0,
  presence_penalty: 0,
  service_tier: "default",
  store: true,
  temperature: 1,
  top_logprobs: 0,
  top_p: 1,
  truncation: "disabled",
};

/** Every pair of spellings that counts as the same; nothing else does but null for absent. */
export const equivalences: readonly Equivalence[] = [
  {
    wire: "messages",
    at: /^\$\.system$|\.content$/,
    same: (before, after) => bareText(before) === bareText(after),
    why: "a string is the vendor's shorthand for a list of one plain text block",
  },
  {
    wire: "messages",
    at: /\.caller$/,
    same: (before, after) =>
      [before, after].every((value) => isNothing(value) || object(value)["type"] === "direct"),
    why: "a call that the model itself makes is direct, whether or not the call says so",
  },
  {
    wire: "messages",
    at: /\.server_tool_use(\.\w+)?$/,
    same: (before, after) => hasNotRun(before) && hasNotRun(after),
    why: "a tool that ran zero times did not run",
  },
  {
    wire: "messages",
    at: /^\$\.(tools|system)$/,
    same: (before, after) => isEmptyList(before) && isEmptyList(after),
    why: "nothing and an empty list say the same",
  },
  {
    wire: "messages",
    at: /^\$\.tools\[\]\.type$/,
    same: (before, after) => [before, after].every((value) => isNothing(value) || value === "custom"),
    why: "custom is the type of a tool that names none",
  },
  {
    wire: "messages",
    at: /^\$\.(model|stream)$/,
    same: (before, after) => isNothing(before) && !isNothing(after),
    why: "resellers keep both in the path, where the test's reading finds them",
  },
  {
    wire: "chat",
    at: /^\$\.choices\[\]\.message\.content$/,
    same: (before, after) => (isNothing(before) || before === "") && (isNothing(after) || after === ""),
    why: "vendors write the content of a turn without text as null, as an empty string or not at all",
  },
  {
    wire: "chat",
    at: /^\$\.choices\[\]\.message\.refusal$|^\$\.messages\[\]\.reasoning_content$/,
    same: (before, after) => (isNothing(before) || before === "") && (isNothing(after) || after === ""),
    why: "an empty refusal is none; Kimi wants reasoning with every turn that has calls, even an empty one (A15)",
  },
  {
    wire: "chat",
    at: /^\$\.created$/,
    same: (before, after) => isNothing(before) && typeof after === "number",
    why: "the wire requires a time that Copilot leaves out",
  },
  {
    wire: "chat",
    at: /^\$\.choices\[\]\.message\.tool_calls$/,
    same: (before, after) => isEmptyList(before) && isEmptyList(after),
    why: "an empty list of calls is no call (B3)",
  },
  {
    wire: "chat",
    at: /^\$\.choices\[\]\.message\.tool_calls\[\]\.id$/,
    same: (before, after) =>
      (isNothing(before) || before === "") && typeof after === "string" && after !== "",
    why: "a call without an id is given one, because its result must name it (B18)",
  },
  {
    wire: "chat",
    at: /^\$\.choices\[\]\.finish_reason$/,
    same: (before, after) =>
      after === "tool_calls" ||
      ((isNothing(before) || before === "" || before === "eos") && after === "stop"),
    why: "a turn with calls stops for them whatever its vendor says (C1); the wire requires a reason of its list",
  },
  {
    wire: "chat",
    at: /^\$\.response_format\.json_schema\.name$/,
    same: (before, after) => isNothing(before) && typeof after === "string",
    why: "the wire requires a name that some look-alikes do without",
  },
  {
    wire: "chat",
    at: /^\$\.choices\[\]\.message\.padding$/,
    same: (_, after) => isNothing(after),
    why: "random filling against traffic analysis, which means nothing",
  },
  {
    wire: "chat",
    at: /^\$\.object$/,
    same: (before, after) =>
      [before, after].every((value) => isNothing(value) || value === "chat.completion"),
    why: "a constant that Copilot leaves out",
  },
  {
    wire: "chat",
    at: /^\$\.usage\.cached_tokens$/,
    same: (before, after) => isNothing(before) && after === 0,
    why: "Kimi leaves a count of zero out in one of its two places",
  },
  {
    wire: "responses",
    at: /^\$\.(output\[\]\.status|parallel_tool_calls|tool_choice|tools|error|incomplete_details|metadata)$/,
    same: (before, after) =>
      (isNothing(before) && ["completed", true, "auto"].includes(after as string)) || isEmptyList(after),
    why: "today's wire requires members that look-alikes do without",
  },
  {
    wire: "responses",
    at: /^\$\.\w+$/,
    same: (before, after) => isNothing(before) && Object.values(RESPONSE_DEFAULTS).includes(after),
    why: "today's wire requires members that older recordings do without",
  },
  {
    wire: "responses",
    at: /^\$\.(completed_at|metadata|reasoning|text)$/,
    same: (before, after) =>
      isNothing(before) &&
      (typeof after === "number" ||
        ["{}", '{"effort":null,"summary":null}', '{"format":{"type":"text"}}'].includes(
          JSON.stringify(after),
        )),
    why: "a whole answer is complete at once, and today's wire requires the form that was asked for",
  },
  {
    wire: "responses",
    at: /^\$\.usage(\.\w+)*$/,
    same: (before, after) => isNothing(before) && isZero(after),
    why: "today's wire requires counts that older recordings do without",
  },
  {
    wire: "responses",
    at: /^\$\.output\[\]\.content\[\]\.(logprobs|annotations)$/,
    same: (before, after) => isEmptyList(before) && isEmptyList(after),
    why: "today's wire requires lists that older recordings do without",
  },
];

/** A document in the one form that the vendor itself gives it before reading. */
export function canonical(wire: Wire, document: unknown): unknown {
  if (wire !== "messages") return document;
  const { output_format: format, ...rest } = object(document);
  const messages = rest["messages"];
  return {
    ...rest,
    // The older name of the same member.
    ...(isNothing(format) ? {} : { output_config: { ...object(rest["output_config"]), format } }),
    ...(Array.isArray(messages) ? { messages: joinTurns(messages) } : {}),
  };
}

// "Consecutive user or assistant turns in your request will be combined into a single turn" (Messages API reference).
function joinTurns(messages: readonly unknown[]): unknown[] {
  const joined: Json[] = [];
  for (const message of messages.map(object)) {
    const last = joined.at(-1);
    const isSame = last?.["role"] === message["role"] && message["role"] !== "system";
    if (last === undefined || !isSame) joined.push(message);
    else joined[joined.length - 1] = { ...last, ...message, content: [...blocks(last), ...blocks(message)] };
  }
  return joined;
}

function blocks(message: Json): unknown[] {
  const { content } = message;
  return typeof content === "string" ? [{ type: "text", text: content }] : list(content);
}

function hasNotRun(counts: unknown): boolean {
  if (isNothing(counts) || counts === 0) return true;
  return Object.values(object(counts)).every((count) => count === 0) && typeof counts === "object";
}

/** Whether two values at a place of a document are two spellings of one meaning. */
export function isEquivalent(wire: Wire, path: string, before: unknown, after: unknown): boolean {
  const place = path.replace(/\[\d+\]/g, "[]");
  return equivalences.some((one) => one.wire === wire && one.at.test(place) && one.same(before, after));
}

/** What a stream says, with the same liberties: a missing count is zero, and a turn with calls stops for them. */
export function settled(reply: Json): Json {
  const usage = object(reply["usage"]);
  const hasFailed = reply["failure"] !== undefined;
  return {
    ...reply,
    usage:
      reply["usage"] === undefined || hasFailed
        ? undefined
        : { cacheRead: 0, cacheWrite: 0, reasoning: 0, ...usage },
    answers: list(reply["answers"]).map((value) => {
      const answer = object(value);
      // After an error nobody asks why the model stopped.
      if (hasFailed) return { ...answer, ending: undefined };
      const calls = list(answer["said"]).some((one) => object(one)["kind"] === "tool_call");
      return answer["ending"] === "end" && calls ? { ...answer, ending: "tools" } : answer;
    }),
  };
}
