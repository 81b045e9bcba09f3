import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { PolicyProfile } from "../../contract/index.ts";
import { type Dialect, dialects, type Endpoint } from "../../dialects/index.ts";
import { endpointGroups } from "../../dialects/registry/index.ts";
import type { UpstreamHandler, UpstreamRequest } from "../../engines/index.ts";
import type { Admission } from "../exchange/admission.ts";
import { RecordingSink } from "../fixtures/recording-sink.ts";
import { scriptedEngine } from "../fixtures/scripted-engine.ts";
import { testCaller, testContext } from "../fixtures/test-context.ts";
import { createGateway } from "../gateway.ts";
import { recognise } from "../routing/recognition.ts";
import { CallPolicies } from "./call-policy.ts";

/** Operations that run a model, or store what a later call gives to one. */
const TAKES_TOOLS: ReadonlySet<string> = new Set([
  "generate",
  "count_tokens",
  "create_conversation",
  "create_items",
  "pass",
]);
const RUNS_MODELS: ReadonlySet<string> = new Set(["generate", "count_tokens", "search", "embed"]);
/** Operations that the gateway answers without an engine, and so without a receipt. */
const NO_RECEIPT: ReadonlySet<string> = new Set(["list_models", "get_model"]);
const messages = [{ role: "user", content: "hi" }];
const texts = [{ role: "user", parts: [{ text: "hi" }] }];
const BODY = {
  model: "m",
  messages,
  max_tokens: 9,
  input: "hi",
  contents: texts,
  content: texts[0],
  requests: [{ model: "models/m", content: texts[0] }],
  commands: { search_query: [{ q: "cats" }] },
  items: [],
};
const WHOLE: Readonly<Record<string, readonly string[]>> = {
  claude: ["model", "messages", "max_tokens"],
  codex: ["model", "input"],
  gemini: ["contents"],
};
const CHAT = ["model", "messages"];

/** The members that an operation of a dialect has to have. */
function bodyOf({ id }: Dialect, { operation, path }: Endpoint): Record<string, unknown> {
  const names: Record<string, readonly string[]> = {
    embed: id === "gemini" ? [path.includes("batch") ? "requests" : "content"] : ["model", "input"],
    search: ["model", "commands"],
    create_conversation: ["items"],
    create_items: ["items"],
    pass: path.includes("/:model") ? [] : ["model"],
  };
  const used = names[operation] ?? WHOLE[id] ?? CHAT;
  const isInPath = operation !== "pass" && path.includes(":hosted_model");
  const kept = used.filter((name) => !isInPath || name !== "model");
  return Object.fromEntries(kept.map((name) => [name, BODY[name as keyof typeof BODY]]));
}

const toolOf = ({ id }: Dialect, { operation }: Endpoint) => {
  if (id === "gemini") return { functionDeclarations: [{ name: "Bash" }] };
  if (id === "claude") return { name: "Bash", input_schema: { type: "object" } };
  if (id === "codex" && operation !== "pass") return { type: "function", name: "Bash", parameters: null };
  return { type: "function", function: { name: "Bash" } };
};

/** Where a conversation takes tools: in an item. */
function withTool(dialect: Dialect, endpoint: Endpoint): Record<string, unknown> {
  const tools = [toolOf(dialect, endpoint)];
  const body = bodyOf(dialect, endpoint);
  return "items" in body ? { items: [{ type: "additional_tools", tools }] } : { ...body, tools };
}

const targetOf = ({ id }: Dialect, { path, passed }: Endpoint) =>
  `/${id}${path
    .replace("/:id", "/mine_1")
    .replace(/:(?:hosted_)?model/, "m")
    .replaceAll(/\/:[a-z_]+/g, "/p")
    .replace(/\*$/, "x")}${passed?.isSocket === true && passed.opensWithModel !== true ? "?model=m" : ""}`;

function isShadowed(dialect: Dialect, endpoint: Endpoint): boolean {
  const found = recognise({ method: endpoint.method, target: targetOf(dialect, endpoint), headers: [] });
  return found.endpoint.path !== endpoint.path || found.endpoint.method !== endpoint.method;
}

const answer = async (handler: UpstreamHandler, { upload }: UpstreamRequest) => {
  for await (const _ of upload?.chunks ?? []);
  handler.onHead(200, ["content-type", "application/json"]);
  handler.onData(Buffer.from("{}"));
  handler.onEnd();
};

function open(dialect: Dialect, lists: Partial<PolicyProfile>) {
  const engine = scriptedEngine(
    "e",
    dialect.id,
    (handler, request) => void answer(handler, request).catch(() => undefined),
    {
      keepsResponses: dialect.state !== undefined,
      servesSearch: true,
      connect: (_request, handler) => {
        queueMicrotask(() => handler.onOpen(""));
        return { send: () => true, close: () => undefined, resume: () => undefined, abort: () => undefined };
      },
    },
  );
  const context = testContext({ engines: [engine], defaultEngine: "e" });
  for (const id of ["mine_1", "p"]) context.ledger.engineIds.set(id, new Map([["e", "own"]]));
  const caller = testCaller({
    endpoints: [...endpointGroups],
    policies: new CallPolicies([], {}).ofKey("dev", lists),
  });
  return { gateway: createGateway(context, {}), context, caller };
}

/** Sends a call, or a message on a socket; answers its error and what its receipt says of the policy. */
async function decide(
  dialect: Dialect,
  endpoint: Endpoint,
  lists: Partial<PolicyProfile>,
  body: Record<string, unknown> | undefined,
) {
  const { gateway, context, caller } = open(dialect, lists);
  const { method } = endpoint;
  const head = { method, target: targetOf(dialect, endpoint), headers: ["content-type", "application/json"] };
  const admission: Admission = {
    head,
    caller,
    recognised: recognise(head),
    maxBodyBytes: 1 << 20,
    countsAgainstLimit: true,
  };
  const bytes = body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body));
  const error =
    endpoint.passed?.isSocket === true
      ? await talk(gateway, admission, bytes)
      : await call(gateway, admission, bytes);
  const { policy, policy_decisions = [] } = context.ledger.receipts[0]?.observed ?? {};
  return {
    error,
    policy,
    // The engine's answer here is empty.
    decisions: policy_decisions
      .filter(({ verdict }) => verdict !== "unjudged")
      .map(({ operation, verdict, rule, subject }) => [operation, verdict, rule, subject]),
  };
}

type Gateway = ReturnType<typeof createGateway>;

async function call(gateway: Gateway, admission: Admission, bytes: Buffer) {
  const sink = new RecordingSink();
  const one = gateway.call(admission, bytes, sink);
  await sink.over;
  await one.recorded;
  return sink.header("x-abp-error");
}

const NUMBERS: Readonly<Record<string, string>> = { policy_denied: "E005", policy_approval_required: "E004" };

async function talk(gateway: Gateway, admission: Admission, bytes: Buffer) {
  let error: string | undefined;
  const opened = Promise.withResolvers<boolean>();
  const session = gateway.session(admission, {
    accept: () => {
      opened.resolve(true);
      return true;
    },
    refuse: ({ headers }) => {
      error = headers[headers.indexOf("x-abp-error") + 1];
      opened.resolve(false);
    },
    send: () => true,
    takeMore: () => undefined,
    close: (_code, reason) => {
      error = NUMBERS[reason] ?? reason;
    },
    break: () => undefined,
  });
  if (await opened.promise) {
    session.fromCaller(bytes, false);
    await nextTurn();
  }
  session.leave("client_gone");
  await session.recorded;
  return error;
}

const pairs = dialects.flatMap((dialect) =>
  dialect.endpoints
    .filter((endpoint) => !isShadowed(dialect, endpoint))
    .map((endpoint) => ({ dialect, endpoint })),
);
// Two dialects share the rest of their vendor's API.
const all = [...new Map(pairs.map((one) => [one.endpoint, one])).values()].map(
  (one) => [`${one.dialect.id} ${one.endpoint.method} ${one.endpoint.path}`, one] as const,
);
type Case = (typeof all)[number][1];
const hasBody = ({ endpoint: { method, passed } }: Case) =>
  passed?.isSocket === true || (method !== "GET" && method !== "DELETE");
const isSocket = ({ endpoint }: Case) => endpoint.passed?.isSocket === true;
const casesOf = (filter: (one: Case) => boolean) => all.filter(([, one]) => filter(one));

/** The message of a session that has these members. */
const messageOf = ({ endpoint }: Case, members: object) =>
  endpoint.passed?.opensWithModel === true
    ? { setup: { model: "models/m", ...members } }
    : { type: "session.update", session: members };

// The rest of an upload is the content of a file. A call that is itself one of a tool follows further down.
const tools = casesOf(
  (one) =>
    hasBody(one) &&
    TAKES_TOOLS.has(one.endpoint.operation) &&
    one.endpoint.passed?.continues === undefined &&
    one.endpoint.passed?.tool === undefined,
);
describe.each(tools)("%s", (_, one) => {
  const { dialect, endpoint } = one;
  const withTools = isSocket(one)
    ? messageOf(one, { tools: [toolOf(dialect, endpoint)] })
    : withTool(dialect, endpoint);

  test("writes a denied tool into its receipt", async () => {
    expect(await decide(dialect, endpoint, { disallowed_tools: ["Bash"] }, withTools)).toEqual({
      error: "E005",
      policy: "enforced",
      decisions: [["offer_tool", "denied", "keys.dev.policy.disallowed_tools[0]", "Bash"]],
    });
  });

  test("writes a tool into its receipt that nobody approved", async () => {
    const { error, decisions } = await decide(
      dialect,
      endpoint,
      { require_approval_for: ["Bash"] },
      withTools,
    );
    expect([error, decisions]).toEqual([
      "E004",
      [["offer_tool", "approval_denied", "keys.dev.policy.require_approval_for[0]", "Bash"]],
    ]);
  });

  test("has no decision if the policy allows the tool", async () => {
    const { error, policy, decisions } = await decide(
      dialect,
      endpoint,
      { allowed_tools: ["Bash"] },
      withTools,
    );
    expect([error === "E005", policy, decisions]).toEqual([false, "enforced", []]);
  });
});

const runsModel = (one: Case) => {
  const { operation, passed, method } = one.endpoint;
  if (RUNS_MODELS.has(operation)) return true;
  return (
    hasBody(one) && (passed?.access === "inference" || (passed?.runsModels === true && method === "POST"))
  );
};
const models = casesOf(runsModel);
describe.each(models)("%s", (_, one) => {
  const { dialect, endpoint } = one;
  const place = endpoint.passed?.models?.[0] ?? ["model"];
  const inBody = place.reduceRight<unknown>(
    (inner, name) => (name === "*" ? [inner] : { [name]: inner }),
    "m",
  ) as Record<string, unknown>;
  const body = endpoint.operation === "pass" && "model" in bodyOf(dialect, endpoint) ? inBody : {};
  const sent = isSocket(one)
    ? messageOf(one, { model: "models/m" })
    : { ...bodyOf(dialect, endpoint), ...body };

  test("writes a denied model into its receipt", async () => {
    expect(await decide(dialect, endpoint, { disallowed_models: ["m"] }, sent)).toEqual({
      error: "E005",
      policy: "enforced",
      decisions: [["request_model", "denied", "keys.dev.policy.disallowed_models[0]", "m"]],
    });
  });
});

describe.each(casesOf(({ endpoint }) => endpoint.operation === "pass"))("%s", (_, one) => {
  test("writes a denied engine into its receipt", async () => {
    const { dialect, endpoint } = one;
    const body = hasBody(one) ? bodyOf(dialect, endpoint) : undefined;
    const lists = { disallowed_engines: ["e"] };
    expect(await decide(dialect, endpoint, lists, body)).toEqual({
      error: "E005",
      policy: "enforced",
      decisions: [["use_engine", "denied", "keys.dev.policy.disallowed_engines[0]", "e"]],
    });
  });
});

describe.each([
  ["codex", "/v1/alpha/search", "web_search", ["googleSearch", "$web_search"]],
  ["kimi", "/coding/v1/search", "web_search", ["$web_search", "googleSearch"]],
  ["kimi", "/coding/v1/fetch", "web_fetch", ["urlContext"]],
])("%s %s", (id, path, tool, others) => {
  const dialect = dialects.find((one) => one.id === id)!;
  const endpoint = dialect.endpoints.find((one) => one.path === path)!;
  const body = { model: "m", query: "cats", commands: { search_query: [{ q: "cats" }] } };

  test("is a call of a tool, and is judged as one", async () => {
    for (const rule of [tool, ...others])
      expect(await decide(dialect, endpoint, { disallowed_tools: [rule] }, body), rule).toEqual({
        error: "E005",
        policy: "enforced",
        decisions: [["offer_tool", "denied", "keys.dev.policy.disallowed_tools[0]", tool]],
      });
    const denied = await decide(dialect, endpoint, { allowed_tools: ["Read"] }, body);
    expect(denied.decisions).toEqual([
      ["offer_tool", "denied", "keys.dev.policy.tools.not_in_allowlist", tool],
    ]);
    expect((await decide(dialect, endpoint, { allowed_tools: [tool] }, body)).decisions).toEqual([]);
  });
});

test("a call without a policy has no word of one in its receipt", async () => {
  for (const [, { dialect, endpoint }] of all.filter(([, one]) => !NO_RECEIPT.has(one.endpoint.operation))) {
    if (endpoint.operation !== "pass" || endpoint.passed?.isSocket === true) continue;
    const { policy, decisions } = await decide(dialect, endpoint, {}, {});
    expect([policy, decisions]).toEqual([undefined, []]);
  }
});
