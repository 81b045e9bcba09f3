import { Random } from "../../dialects/random.ts";
import { type JsonMembers, type JsonValue, JsonWriter, members, RawJson } from "../fuzzed-json.ts";
import { type Filling, type FuzzedDialect, shapes } from "../fuzzed-shapes.ts";

/** The answer of a vendor. */
export interface OddAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A call with something unusual in it, and what the vendor says to it. */
export interface OddCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Of an engine of each dialect. */
  readonly answers: Readonly<Record<FuzzedDialect, OddAnswer>>;
}

const DIALECTS = Object.keys(shapes) as FuzzedDialect[];
const deep = (levels: number) => `${'{"a":['.repeat(levels)}${"]}".repeat(levels)}`;

/** JSON that a careless reader or writer changes, or cannot hold. */
const VALUES: readonly string[] = [
  ...[
    '""',
    '"\\u0000"',
    '"\\ud800"',
    '"\\udc00x"',
    '"\\ud83d\\ude00"',
    '"__proto__"',
    '"\\u2028"',
    '"\\"\\\\"',
  ],
  ...[
    "0",
    "-0",
    "-1",
    "1.5",
    "1e400",
    "-1e400",
    "1e-400",
    "9007199254740993",
    "18446744073709551616",
    "1e21",
  ],
  ...["0.1234567890123456789", "123456789012345678901234567890", "true", "false", "null", "[]", "{}"],
  ...['{"__proto__":{"a":1}}', '{"toJSON":1}', '{"\\ud800":1}', '{"":9007199254740993}', '[1e400,"\\udfff"]'],
  ...[deep(20), deep(30), deep(45), `"${"y".repeat(600)}"`, `"${"é".repeat(3000)}"`, '"abp_raw_json"'],
];
/** Names that vendors and callers choose. */
const NAMES = [
  ...["Read", "", "\u0000", "\ud800", "a\udc00", "__proto__", "constructor", "mcp__a__b", "x".repeat(5000)],
  ...["né 東京 🙂", 'quo"te\\', "line\nbreak", " ", "a.b/c:d", "\u2028", "é".repeat(200)],
];
/** Values of headers; each character is one byte. */
const HEADERS = [
  "",
  "a",
  "\u00e9\u00ff",
  "x".repeat(3000),
  '"quo\\te"',
  "1e400",
  "__proto__",
  "a,b;c=d",
  "\t",
  "{}",
];
const MODELS_IN_PATH = [
  ...[
    "m",
    "%00",
    "%F0%9F%98%80",
    "%ED%A0%80",
    "a%2Fb",
    "__proto__",
    "%22q%22",
    "%E2%80%A8",
    "x".repeat(500),
    "%",
  ],
];

/** A name with its colon, or a value that is no list and no object. */
const TOKEN = /"(?:[^"\\]|\\.)*":?|-?\d[\d.eE+-]*|true|false|null/g;

/** A call, the same for the same seed. */
export function oddCall(
  seed: number,
  engines: readonly string[],
  prefix: (dialect: string) => string,
): OddCall {
  const random = new Random(seed * 7 + 5);
  const dialect = random.pick(DIALECTS);
  const stream = random.chance(0.4);
  const filling: Filling = {
    model: dialect === "gemini" ? random.pick(MODELS_IN_PATH) : random.pick(NAMES),
    stream,
    texts: [random.pick(NAMES), "hello", random.pick(NAMES)],
  };
  const at = `${prefix(dialect)}${shapes[dialect].path(filling)}`;
  const request = withMembers(shapes[dialect].request(filling), toolsOf(dialect, random));
  const [path, method, body] = random.chance(0.3)
    ? otherCall(random, dialect, prefix, filling)
    : [at, "POST", oddText(random, request, 0.02)];
  const answers = Object.fromEntries(
    DIALECTS.map((one) => [one, oddAnswer(random, one, { ...filling, model: random.pick(NAMES) })]),
  );
  return {
    method,
    path: encodeURI(path).replaceAll("%25", "%"),
    headers: callHeaders(random, engines),
    body,
    answers: answers as OddCall["answers"],
  };
}

/** Endpoints besides generation: those that count, keep, fetch and pass through. */
function otherCall(
  random: Random,
  dialect: FuzzedDialect,
  prefix: (dialect: string) => string,
  filling: Filling,
): readonly [path: string, method: string, body: string | undefined] {
  const { model } = filling;
  const id = random.pick([...MODELS_IN_PATH, "resp_1", "x".repeat(3000)]);
  const odd = () => new RawJson(random.pick(VALUES));
  const given = (record: Readonly<Record<string, JsonValue>>) => oddText(random, members(record), 0.1);
  const all: readonly (readonly [string, string, string, string | undefined])[] = [
    ["claude", "/v1/messages/count_tokens", "POST", oddText(random, shapes.claude.request(filling), 0.02)],
    ["claude", "/v1/messages/batches", "POST", given({ requests: [members({ params: odd() })] })],
    ["claude", `/v1/files/${id}`, "GET", undefined],
    ["codex", `/v1/responses/${id}`, "GET", undefined],
    ["codex", `/v1/responses/${id}/cancel`, "POST", "{}"],
    ["codex", "/v1/responses/input_tokens", "POST", oddText(random, shapes.codex.request(filling), 0.02)],
    ["codex", "/v1/responses/compact", "POST", given({ model, input: odd(), previous_response_id: odd() })],
    ["codex", "/v1/conversations", "POST", given({ items: odd(), metadata: odd() })],
    ["codex", `/v1/conversations/${id}/items`, "POST", given({ items: [odd()] })],
    ["openai", "/v1/embeddings", "POST", given({ model, input: odd() })],
    ["openai", "/v1/moderations", "POST", given({ model, input: odd() })],
    ["openai", "/v1/completions", "POST", given({ model, prompt: odd(), stream: odd() })],
    ["openai", "/v1/batches", "POST", given({ input_file_id: odd(), metadata: odd() })],
    ["openai", `/v1/models/${id}`, "GET", undefined],
    [
      "gemini",
      `/v1beta/models/${id}:countTokens`,
      "POST",
      oddText(random, shapes.gemini.request(filling), 0.02),
    ],
    ["gemini", `/v1beta/models/${id}:embedContent`, "POST", given({ content: odd() })],
    ["gemini", `/v1beta/cachedContents/${id}`, "GET", undefined],
    [dialect, "/no/such/endpoint", "POST", given({ a: odd() })],
  ];
  const [of, path, method, body] = random.pick(all);
  return [`${prefix(of)}${path}`, method, body];
}

function callHeaders(random: Random, engines: readonly string[]): Record<string, string> {
  const some: Record<string, string> = { "content-type": "application/json" };
  for (const name of ["x-request-id", "x-client-request-id", "idempotency-key", "user-agent", "traceparent"])
    if (random.chance(0.3)) some[name] = random.pick(HEADERS);
  if (random.chance(0.8)) some["x-abp-engine"] = random.pick(engines);
  if (random.chance(0.3)) some["x-abp-mode"] = random.pick(["strict", "best_effort"]);
  if (random.chance(0.1)) some["anthropic-beta"] = random.pick(HEADERS);
  if (random.chance(0.1)) some["x-abp-allow-loss"] = random.pick(HEADERS);
  return some;
}

/** Some answers are cut off, or have bytes that are no JSON. */
function oddAnswer(random: Random, dialect: FuzzedDialect, filling: Filling): OddAnswer {
  const answer = readableAnswer(random, dialect, filling);
  const { body } = answer;
  if (!random.chance(0.15)) return answer;
  const at = random.below(body.length);
  const damaged = random.chance(0.5)
    ? body.slice(0, at)
    : `${body.slice(0, at)}${random.pick(VALUES)}${body.slice(at + 1)}`;
  return { ...answer, body: damaged };
}

function readableAnswer(random: Random, dialect: FuzzedDialect, filling: Filling): OddAnswer {
  const headers: Record<string, string> = { "content-type": "application/json" };
  for (const name of ["x-request-id", "request-id", "openai-processing-ms", "retry-after"])
    if (random.chance(0.3)) headers[name] = random.pick(HEADERS);
  const share = random.pick([0, 0.03, 0.1]);
  if (random.chance(0.2)) {
    const error = members({
      type: random.pick(NAMES),
      message: random.pick(NAMES),
      code: random.pick(NAMES),
    });
    const status = random.pick([400, 401, 404, 413, 429, 500, 503, 529, 599]);
    return { status, headers, body: oddText(random, members({ type: "error", error }), share) };
  }
  if (!filling.stream) {
    const whole = withTool(dialect, shapes[dialect].response(filling), random.pick(NAMES));
    return { status: 200, headers, body: oddText(random, whole, share) };
  }
  const events = [...shapes[dialect].events(filling), ...toolEvents(dialect, random.pick(NAMES))];
  const lines = events.map(([name, data]) => {
    const text = data instanceof RawJson ? data.text : oddText(random, data as JsonMembers, share);
    return `${name === undefined ? "" : `event: ${name}\n`}data: ${text}\n\n`;
  });
  return { status: 200, headers: { ...headers, "content-type": "text/event-stream" }, body: lines.join("") };
}

/** The text of a value in which a share of the values are others, and which has counts of tokens that nobody expects. */
function oddText(random: Random, value: JsonMembers, share: number): string {
  const text = new JsonWriter(random, 0).write(value);
  const mixed = text.replaceAll(TOKEN, (token) =>
    !token.endsWith(":") && random.chance(share) ? random.pick(VALUES) : token,
  );
  if (!random.chance(share * 5)) return mixed;
  const more = COUNTS.map((name) => `"${name}":${random.pick(VALUES)},`).join("");
  return mixed.replaceAll(/"(usage|usageMetadata)":\{/g, (begin) => begin + more);
}

const COUNTS = [
  ...["cache_read_input_tokens", "cache_creation_input_tokens", "server_tool_use", "prompt_tokens_details"],
  ...["input_tokens_details", "output_tokens_details", "cachedContentTokenCount", "__proto__", "toJSON"],
];

const withMembers = (value: JsonMembers, more: Readonly<Record<string, JsonValue>>): JsonMembers => ({
  members: [...value.members, ...Object.entries(more)],
});

function toolsOf(dialect: FuzzedDialect, random: Random): Record<string, JsonValue> {
  const name = random.pick(NAMES);
  const schema = random.chance(0.7) ? members({ type: "object" }) : new RawJson(random.pick(VALUES));
  switch (dialect) {
    case "claude":
      return { tools: [members({ name, input_schema: schema })] };
    case "codex":
      return { tools: [members({ type: "function", name, parameters: schema })] };
    case "gemini":
      return { tools: [members({ functionDeclarations: [members({ name, parameters: schema })] })] };
    default:
      return {
        tools: [members({ type: "function", function: members({ name, parameters: schema }) })],
      };
  }
}

/** An answer that calls a tool of that name besides. */
function withTool(dialect: FuzzedDialect, answer: JsonMembers, name: string): JsonMembers {
  const put = (member: string, value: JsonValue): JsonMembers => ({
    members: answer.members.map(([one, old]) => [one, one === member ? value : old]),
  });
  switch (dialect) {
    case "claude":
      return put("content", [members({ type: "tool_use", id: name, name, input: members({ a: 1 }) })]);
    case "codex":
      return put("output", [members({ type: "function_call", call_id: name, name, arguments: "{}" })]);
    case "gemini":
      return put("candidates", [
        members({
          content: members({
            role: "model",
            parts: [members({ functionCall: members({ name, args: members({}) }) })],
          }),
          finishReason: "STOP",
        }),
      ]);
    default:
      return put("choices", [
        members({
          index: 0,
          message: members({ role: "assistant", content: null, tool_calls: [calledFunction(name)] }),
          finish_reason: "tool_calls",
        }),
      ]);
  }
}

const calledFunction = (name: string) =>
  members({ index: 0, id: name, type: "function", function: members({ name, arguments: "{" }) });

function toolEvents(dialect: FuzzedDialect, name: string): (readonly [string | undefined, JsonValue])[] {
  switch (dialect) {
    case "claude": {
      const block = members({ type: "tool_use", id: name, name, input: members({}) });
      const start = members({ type: "content_block_start", index: 1, content_block: block });
      return [["content_block_start", start]];
    }
    case "codex": {
      const item = members({ type: "function_call", call_id: name, name, arguments: "{}" });
      const done = members({ type: "response.output_item.done", output_index: 1, item });
      return [["response.output_item.done", done]];
    }
    case "gemini":
      return [[undefined, withTool("gemini", shapes.gemini.response(EMPTY), name)]];
    default: {
      const choice = members({ index: 0, delta: members({ tool_calls: [calledFunction(name)] }) });
      return [[undefined, members({ id: "c", object: "chat.completion.chunk", choices: [choice] })]];
    }
  }
}

const EMPTY: Filling = { model: "m", stream: true, texts: [] };
