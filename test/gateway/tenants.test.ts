import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sampled } from "../fault-size.ts";
import type { CallerAnswer } from "./faults/caller-line.ts";
import {
  answerWhole,
  asChunk,
  beginStream,
  LAST_CHUNK,
  type UpstreamExchange,
} from "./faults/raw-upstream.ts";
import { speeches } from "./faults/speech.ts";
import { DIALECTS, type DialectName, openStack, type Stack } from "./faults/stack.ts";

/** Kimi and Copilot speak like OpenAI, Copilot without the version in its paths. */
const speechOf = (dialect: DialectName) =>
  dialect === "kimi" || dialect === "copilot" ? speeches.openai : speeches[dialect];
const pathOf = (dialect: DialectName, path: string) =>
  `/${dialect}${dialect === "copilot" ? path.replace("/v1/", "/") : path}`;

/** The keys, and the owner of what each of them makes. */
const KEYS = {
  ada: { token: "tenant-key-of-ada" },
  bob: { token: "tenant-key-of-bob" },
  cat: { token: "tenant-key-of-cat", tenant: "default" },
  dan: { token: "tenant-key-of-dan", tenant: "team" },
  eve: { token: "tenant-key-of-eve", tenant: "team" },
  fay: { token: "tenant-key-fay", tenant: "other" },
} as const;
type Who = keyof typeof KEYS;
const WHO = Object.keys(KEYS) as Who[];
/** One that is alone in its log, and one that shares it. */
const SOME = sampled(WHO, (who) => who === "ada" || who === "dan");
const shares = (one: Who, other: Who) =>
  one === other || ([one, other].includes("dan") && [one, other].includes("eve"));

let numbered = 0;
/** Stands in for a vendor: it keeps every response for everybody who has the account's key, and numbers messages alike. */
function answer(exchange: UpstreamExchange): void {
  const { method, target } = exchange;
  if (target.startsWith("/v1/conversations")) {
    numbered += 1;
    const known = /^\/v1\/conversations\/([^/?]+)/.exec(target)?.[1];
    answerWhole(
      exchange,
      200,
      JSON.stringify({ id: known ?? `conv_vendor_${numbered}`, object: "conversation" }),
    );
  } else if (target.startsWith("/v1/responses")) {
    const known = /^\/v1\/responses\/([^/?]+)/.exec(target)?.[1];
    numbered += known === undefined ? 1 : 0;
    const id = known ?? `resp_vendor_${numbered}`;
    const response = { ...speeches.codex.reply, id };
    if (method === "POST" && exchange.body.toString().includes('"stream":true')) {
      const event = (type: string) => `event: ${type}\ndata: ${JSON.stringify({ type, response })}\n\n`;
      beginStream(exchange);
      exchange.socket.write(asChunk(event("response.created")));
      exchange.socket.write(asChunk(event("response.completed")));
      exchange.socket.write(LAST_CHUNK);
    } else answerWhole(exchange, 200, JSON.stringify(response));
  } else answerWhole(exchange, 200, JSON.stringify(speeches.claude.reply));
}

describe("the ids of two owners", () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await openStack(answer, { keys: { ...KEYS } }, {}, (url) => ({
      keeper: { preset: "openai", base_url: url, api_key: "account" },
      twin: { preset: "openai", base_url: url, api_key: "account" },
    }));
  });
  afterAll(() => stack.close());
  beforeEach(() => stack.upstream.forget());

  const as = (
    who: Who,
    method: string,
    path: string,
    body?: unknown,
    engine = "keeper",
  ): Promise<CallerAnswer> =>
    stack.call({
      method,
      path,
      headers: [
        "x-abp-key",
        KEYS[who].token,
        ...(engine === "" ? [] : ["x-abp-engine", engine]),
        "content-type",
        "application/json",
      ],
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const request = { model: "gpt-5", input: "Say hello" };
  const idOf = ({ text }: CallerAnswer) => /"id":"((?:resp|msg)_[^"]+)"/.exec(text)![1]!;

  /** How an id is made, and the engine that continues it. */
  const MADE: readonly (readonly [what: string, engine: string, body: object])[] = [
    ["kept by the gateway", "claude", request],
    ["of a background call", "claude", { ...request, background: true }],
    ["kept by the engine", "keeper", request],
    ["kept by the engine, from a stream", "keeper", { ...request, stream: true }],
  ];
  const lookUps = (id: string) =>
    [
      ["GET", `/v1/responses/${id}`],
      ["GET", `/v1/responses/${id}/input_items`],
      ["POST", `/v1/responses/${id}/cancel`],
      ["DELETE", `/v1/responses/${id}`],
    ] as const;

  /** Every way to use an id, without the way that removes it. */
  async function tryAll(who: Who, id: string, engine: string): Promise<readonly CallerAnswer[]> {
    const answers: CallerAnswer[] = [];
    for (const [method, path] of lookUps(id))
      if (method !== "DELETE") answers.push(await as(who, method, path, method === "POST" ? {} : undefined));
    answers.push(await as(who, "POST", "/v1/responses", { ...request, previous_response_id: id }, engine));
    return answers;
  }

  it.each([
    ["that the gateway keeps", "claude"],
    ["that an engine keeps", "keeper"],
  ])(
    "conversations %s are 404 for all others, at every endpoint, and no engine is called",
    async (_, engine) => {
      const text = (await as("dan", "POST", "/v1/conversations", {}, engine)).text;
      const id = (JSON.parse(text) as { id: string }).id;
      const items = { items: [{ role: "user", content: "secret" }] };
      const uses = (who: Who) => [
        as(who, "GET", `/v1/conversations/${id}`, undefined, engine),
        as(who, "POST", `/v1/conversations/${id}`, { metadata: {} }, engine),
        as(who, "POST", `/v1/conversations/${id}/items`, items, engine),
        as(who, "GET", `/v1/conversations/${id}/items`, undefined, engine),
        as(who, "POST", "/v1/responses", { ...request, conversation: id }, engine),
      ];
      for (const who of ["dan", "eve"] as const)
        expect((await Promise.all(uses(who))).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      stack.upstream.forget();
      for (const who of ["ada", "fay"] as const) {
        const refused = await Promise.all([
          ...uses(who),
          as(who, "DELETE", `/v1/conversations/${id}`, undefined, engine),
        ]);
        expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404));
        expect(refused.every((one) => (JSON.parse(one.text) as { error: object }).error !== undefined)).toBe(
          true,
        );
      }
      expect(stack.upstream.exchanges).toEqual([]);
    },
  );

  describe.each(MADE)("%s", (what, engine, body) => {
    const makers = ["ada", "cat", "dan"] as const;
    it.each(sampled(makers, (maker) => maker === "dan" || what === "kept by the gateway"))(
      "are used by the owner that %s belongs to, and are 404 for all others",
      async (maker) => {
        const made = await as(maker, "POST", "/v1/responses", body, engine);
        expect(made.status).toBe(200);
        const id = idOf(made);
        if (what === "of a background call")
          for (let status = ""; status !== "completed"; )
            status = (JSON.parse((await as(maker, "GET", `/v1/responses/${id}`)).text) as { status: string })
              .status;
        for (const reader of WHO) {
          stack.upstream.forget();
          if (shares(maker, reader)) {
            const answers = await tryAll(reader, id, engine);
            expect([reader, answers.map(({ status }) => status)]).toEqual([
              reader,
              // A response of the background that has ended is cancelled without an effect.
              what.startsWith("kept by the engine") || what === "of a background call"
                ? [200, 200, 200, 200]
                : [200, 200, 400, 200],
            ]);
            continue;
          }
          const refused = [
            ...(await tryAll(reader, id, engine)),
            await as(reader, "DELETE", `/v1/responses/${id}`),
            await as(reader, "GET", `/v1/responses/${id}`, undefined, "twin"),
            await as(reader, "GET", `/v1/responses/${id}`, undefined, ""),
            await as(reader, "POST", "/v1/responses", { ...request, previous_response_id: id }, "twin"),
            await as(reader, "POST", "/v1/responses", { ...request, stream: true, previous_response_id: id }),
            await as(reader, "POST", "/v1/responses", {
              ...request,
              background: true,
              previous_response_id: id,
            }),
          ];
          expect([reader, refused.map(({ status }) => status)]).toEqual([reader, refused.map(() => 404)]);
          for (const { text } of refused) expect(speeches.codex.isError(JSON.parse(text))).toBe(true);
          expect(stack.upstream.exchanges).toHaveLength(0);
        }
        expect((await as(maker, "DELETE", `/v1/responses/${id}`)).status).toBe(200);
      },
    );
  });

  it.each(SOME)("that nobody made are 404 for %s, and look like those of others", async (reader) => {
    const others = WHO.find((one) => !shares(one, reader))!;
    const id = idOf(await as(others, "POST", "/v1/responses", request));
    stack.upstream.forget();
    const [theirs, nobodys] = [
      await tryAll(reader, id, "keeper"),
      await tryAll(reader, "resp_none", "keeper"),
    ];
    expect(theirs.map(({ status, text }) => [status, text.replaceAll(id, "resp_none")])).toEqual(
      nobodys.map(({ status, text }) => [status, text]),
    );
    expect(stack.upstream.exchanges).toHaveLength(0);
  });

  it.each(["conv_1", { id: "conv_1" }])(
    "of conversations that only the vendor knows are 404: %j",
    async (conversation) => {
      const refused = await as("ada", "POST", "/v1/responses", { ...request, conversation });
      expect([refused.status, stack.upstream.exchanges.length]).toEqual([404, 0]);
    },
  );

  it.each(SOME)("of runs that %s made show their receipts to their owner only", async (maker) => {
    const made = await as(maker, "POST", "/v1/messages", speeches.claude.request(false), "claude");
    const run = made.header("x-abp-run-id")!;
    await stack.receipts();
    for (const reader of WHO) {
      const expected = shares(maker, reader) ? 200 : 404;
      for (const path of [`/v1/runs/${run}/receipt`, `/v1/runs/${run}/receipt.bundle`])
        expect([reader, (await as(reader, "GET", path)).status]).toEqual([reader, expected]);
    }
  });

  it.each(DIALECTS)("of runs cannot be attached to by another key of the same log: %s", async (dialect) => {
    const made = await as("ada", "POST", "/v1/messages", speeches.claude.request(false), "claude");
    const run = made.header("x-abp-run-id")!;
    await stack.receipts();
    stack.upstream.forget();
    const speech = speechOf(dialect);
    const path = `/r/${run}${pathOf(dialect, speech.path(false))}`;
    for (const reader of ["bob", "cat"] as const) {
      const refused = await as(reader, "POST", path, speech.request(false), "claude");
      expect([reader, refused.status, speech.isError(JSON.parse(refused.text))]).toEqual([reader, 404, true]);
    }
    expect(stack.upstream.exchanges).toHaveLength(0);
    expect((await as("ada", "POST", path, speech.request(false), "claude")).status).toBe(200);
  });

  it("that an engine repeats do not mix two mapped conversations of one key", async () => {
    const ids: string[] = [];
    for (const input of ["first topic", "second topic"])
      ids.push(idOf(await as("ada", "POST", "/v1/responses", { ...request, input }, "claude")));
    expect(new Set(ids).size).toBe(2);
    stack.upstream.forget();
    await as("ada", "POST", "/v1/responses", { ...request, previous_response_id: ids[0] }, "claude");
    const sent = stack.upstream.exchanges[0]!.body.toString();
    expect([sent.includes("first topic"), sent.includes("second topic")]).toEqual([true, false]);
  });

  it("that an engine repeats in passthrough cannot be continued", async () => {
    for (const input of ["first topic", "second topic"]) {
      numbered = 1000;
      expect((await as("ada", "POST", "/v1/responses", { ...request, input })).status).toBe(200);
    }
    stack.upstream.forget();
    const body = { ...request, previous_response_id: "resp_vendor_1001" };
    const refused = await as("ada", "POST", "/v1/responses", body);
    expect([refused.status, refused.header("x-abp-error")]).toEqual([400, "id_repeated"]);
    expect((await as("bob", "POST", "/v1/responses", body)).status).toBe(404);
    expect(stack.upstream.exchanges).toHaveLength(0);
  });

  it("that an engine gives to two owners are given to neither of them", async () => {
    for (const who of ["ada", "bob"] as const) {
      numbered = 2000;
      await as(who, "POST", "/v1/responses", request);
    }
    stack.upstream.forget();
    for (const who of ["ada", "bob"] as const)
      expect((await as(who, "GET", "/v1/responses/resp_vendor_2001")).status).toBe(400);
    expect((await as("fay", "GET", "/v1/responses/resp_vendor_2001")).status).toBe(404);
    expect(stack.upstream.exchanges).toHaveLength(0);
  });
});

describe("an id without a recorded owner", () => {
  it.each([
    ["the only key", { ada: KEYS.ada }, {}, 200],
    ["one of two keys", { ada: KEYS.ada, bob: KEYS.bob }, {}, 404],
    [
      "one of two keys, with a vendor key of its own",
      { ada: KEYS.ada, bob: KEYS.bob },
      { credential: "caller" },
      200,
    ],
  ] as const)("is used by %s", async (_, keys, credential, status) => {
    const stack = await openStack(answer, { keys }, {}, (url) => ({
      keeper: {
        preset: "openai",
        base_url: url,
        ...("credential" in credential ? credential : { api_key: "account" }),
      },
    }));
    const headers = ["x-abp-key", KEYS.ada.token, "authorization", "Bearer own", "x-abp-engine", "keeper"];
    const found = await stack.call({ method: "GET", path: "/v1/responses/resp_old", headers });
    const continued = await stack.call({
      method: "POST",
      path: "/v1/responses",
      headers: [...headers, "content-type", "application/json"],
      body: JSON.stringify({
        model: "gpt-5",
        input: "x",
        previous_response_id: "resp_old",
        conversation: "c",
      }),
    });
    expect([found.status, continued.status]).toEqual([status, status]);
    expect(stack.upstream.exchanges).toHaveLength(status === 200 ? 2 : 0);
    await stack.close();
  });
});

describe("the list of models", () => {
  const keys = {
    all: { token: "tenant-key-all" },
    low: { token: "tenant-key-low", engines: ["codex"] },
  };
  const routes = {
    fast: { models: ["fast"], engine: "claude" },
    slow: { models: ["slow"], engine: "codex", fallback: ["claude"] },
    any: { models: ["any"], engine: "auto" },
  };

  let stack: Stack;
  beforeAll(async () => {
    stack = await openStack((exchange) => answerWhole(exchange, 500, "{}"), { keys, routes });
  });
  afterAll(() => stack.close());

  it.each(DIALECTS)("has only what the key may call: %s", async (dialect) => {
    const list = async (token: string, id = "") => {
      const root = dialect === "gemini" ? "/v1beta/models" : "/v1/models";
      const path = pathOf(dialect, `${root}${id === "" ? "" : `/${id}`}`);
      return stack.call({ method: "GET", path, headers: ["x-abp-key", token] });
    };
    const namesIn = ({ text }: CallerAnswer) =>
      ["fast", "slow", "any"].filter((name) => text.includes(`${name}"`));
    expect(namesIn(await list(keys.all.token))).toEqual(["fast", "slow", "any"]);
    expect(namesIn(await list(keys.low.token))).toEqual(["slow", "any"]);
    const refused = await list(keys.low.token, "fast");
    expect([refused.status, speechOf(dialect).isError(JSON.parse(refused.text))]).toEqual([404, true]);
    expect((await list(keys.low.token, "slow")).status).toBe(200);
  });
});
