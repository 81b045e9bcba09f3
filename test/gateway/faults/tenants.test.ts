import { hash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CallerAnswer } from "./caller-line.ts";
import { scanErrorAnswers } from "./error-answers.ts";
import { answerWhole, type UpstreamExchange } from "./raw-upstream.ts";
import { speeches } from "./speech.ts";
import { openStack, type Stack } from "./stack.ts";

const KEYS = { ada: "caller-key-of-ada-1", bob: "caller-key-of-bob-2", low: "caller-key-low-3" } as const;
type Who = keyof typeof KEYS;

const answer = (exchange: UpstreamExchange): void =>
  answerWhole(exchange, 200, JSON.stringify(speeches.claude.reply));

describe("two tenants", () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await openStack(answer, {
      keys: {
        ada: { token: KEYS.ada, tenant: "a" },
        bob: { token_sha256: hash("sha256", KEYS.bob), tenant: "b" },
        low: { token: KEYS.low, tenant: "a", engines: ["open*"] },
      },
    });
  });
  afterAll(() => stack.close());

  const as = (who: Who, method: string, path: string, body?: unknown): Promise<CallerAnswer> =>
    stack.call({
      method,
      path,
      headers: [
        "authorization",
        `Bearer ${KEYS[who]}`,
        "x-abp-engine",
        "claude",
        "content-type",
        "application/json",
      ],
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const respond = (who: Who, more: Record<string, unknown> = {}) =>
    as(who, "POST", "/v1/responses", { model: "test-model", input: "Say hello", store: true, ...more });

  it("G11: one cannot read, prove, fetch, list, cancel, delete or continue what is the other's", async () => {
    const first = await respond("ada");
    expect(first.status).toBe(200);
    await stack.receipts("a");
    const run = first.header("x-abp-run-id")!;
    const { id } = JSON.parse(first.text) as { id: string };
    const routes = [
      ["GET", `/v1/runs/${run}/receipt`],
      ["GET", `/v1/runs/${run}/receipt.bundle`],
      ["GET", `/v1/responses/${id}`],
      ["GET", `/v1/responses/${id}/input_items`],
      ["POST", `/v1/responses/${id}/cancel`],
      ["DELETE", `/v1/responses/${id}`],
    ] as const;
    const before = stack.upstream.exchanges.length;
    for (const [method, path] of routes) {
      const theirs = await as("bob", method, path, method === "POST" ? {} : undefined);
      const nobodys = await as(
        "bob",
        method,
        path.replace(/[0-9a-f](?=[^0-9a-f]*$)/, "0"),
        method === "POST" ? {} : undefined,
      );
      expect([method, path, theirs.status]).toEqual([method, path, 404]);
      // What is another's looks exactly like what never was.
      expect(nobodys.status).toBe(404);
    }
    const continued = await respond("bob", { previous_response_id: id });
    const invented = await respond("bob", { previous_response_id: "resp_00000000000000000000000000000000" });
    expect([400, 404]).toContain(continued.status);
    expect(speeches.codex.isError(JSON.parse(continued.text))).toBe(true);
    expect(continued.text.replace(id, "resp_00000000000000000000000000000000")).toBe(invented.text);
    expect(stack.upstream.exchanges).toHaveLength(before);

    const own = await respond("ada", { previous_response_id: id });
    expect(own.status).toBe(200);
    expect(stack.upstream.exchanges.at(-1)!.body.toString()).toContain("Hello there");
    for (const [method, path] of routes.slice(0, 4)) {
      expect([path, (await as("ada", method, path)).status]).toEqual([path, 200]);
    }
  });

  it("G11: receipts go to the log of the tenant whose key was used, and no other", async () => {
    const before = { a: await stack.receipts("a"), b: await stack.receipts("b") };
    const theirs = await as("bob", "POST", "/v1/messages", speeches.claude.request(false));
    expect(theirs.status).toBe(200);
    expect((await stack.receipts("a")).length).toBe(before.a.length);
    expect((await stack.receipts("b")).length).toBe(before.b.length + 1);
  });

  it("G11: a key is compared as a whole", async () => {
    for (const wrong of [KEYS.ada.slice(0, -1), `${KEYS.ada}x`, KEYS.ada.toUpperCase(), "", " "]) {
      const refused = await stack.call({
        path: "/v1/messages",
        headers: ["x-api-key", wrong, "content-type", "application/json"],
        body: "{}",
      });
      expect([wrong, refused.status]).toEqual([wrong, 401]);
    }
  });

  it("G12: a key may use only the engines that it names", async () => {
    const refused = await as("low", "POST", "/v1/messages", speeches.claude.request(false));
    expect([refused.status, speeches.claude.isError(JSON.parse(refused.text))]).toEqual([403, true]);
  });

  const PATHS = [
    ...["/admin", "/metrics", "/debug", "/config", "/v1/config", "/v1/keys", "/v1/keys/new", "/key/generate"],
    ...[
      "/v1/runs",
      "/v1/receipts",
      "/v1/engines",
      "/v1/mcp/test",
      "/prompts/test",
      "/v1/test",
      "/shell",
      "/exec",
    ],
    ...["/v1/files", "/v1/batches", "/v1/messages/batches"],
    ...[
      "/.env",
      "/backplane.toml",
      "/r/x/admin",
      "/claude/admin",
      "/openai/v1/messages",
      "/claude/v1/responses",
    ],
    ...[
      "/v1/responses/x/y/z",
      "/v1beta/models/m/x:predict",
      "/v1beta/tunedModels",
      "/index.html",
      "/favicon.ico",
    ],
  ];
  it.each(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])(
    "G12: there is no other route, with any key or none: %s",
    async (method) => {
      const before = stack.upstream.exchanges.length;
      for (const path of PATHS) {
        for (const headers of [[], ["authorization", `Bearer ${KEYS.ada}`]]) {
          const found = await stack.call({
            method,
            path,
            headers: [...headers, "content-type", "application/json"],
            ...(method === "POST" ? { body: "{}" } : {}),
          });
          expect([method, path, [401, 403, 404, 405].includes(found.status)]).toEqual([method, path, true]);
        }
      }
      expect(stack.upstream.exchanges).toHaveLength(before);
    },
  );

  it("G12: every vendor's route wants a key", async () => {
    const before = stack.upstream.exchanges.length;
    for (const [method, path] of [
      ["POST", "/v1/messages"],
      ["POST", "/v1/messages/count_tokens"],
      ["POST", "/v1/chat/completions"],
      ["POST", "/v1/responses"],
      ["POST", "/v1beta/models/m:generateContent"],
      ["POST", "/v1/embeddings"],
      ["POST", "/v1/images/generations"],
      ["POST", "/v1/files"],
      ["GET", "/v1/models"],
      ["GET", "/v1/responses/resp_1"],
      ["DELETE", "/v1/responses/resp_1"],
      ["GET", "/v1/runs/01890a5d-ac96-774b-bcce-b302099a8057/receipt"],
    ] as const) {
      const refused = await stack.call({
        method,
        path,
        headers: ["content-type", "application/json"],
        ...(method === "POST" ? { body: "{}" } : {}),
      });
      expect([path, refused.status]).toEqual([path, 401]);
    }
    expect(stack.upstream.exchanges).toHaveLength(before);
  });

  it("G17: a key that is taken away is refused from the next call on", async () => {
    const revoked = await openStack(answer, { keys: { ada: { token: KEYS.ada }, bob: { token: KEYS.bob } } });
    const call = (key: string) =>
      revoked.call({
        path: "/v1/messages",
        headers: ["x-api-key", key, "content-type", "application/json", "x-abp-engine", "claude"],
        body: JSON.stringify(speeches.claude.request(false)),
      });
    expect([(await call(KEYS.ada)).status, (await call(KEYS.bob)).status]).toEqual([200, 200]);
    revoked.replaceKeys({ bob: { token: KEYS.bob, engines: [] } });
    expect([(await call(KEYS.ada)).status, (await call(KEYS.bob)).status]).toEqual([401, 200]);
    revoked.replaceKeys({ ada: { token: KEYS.ada, engines: [] } });
    expect([(await call(KEYS.ada)).status, (await call(KEYS.bob)).status]).toEqual([200, 401]);
    await revoked.close();
  });

  it("G27: the errors tell nothing of our insides, nor how a key begins", () => {
    const { scanned, leaks } = scanErrorAnswers();
    expect(scanned).toBeGreaterThan(300);
    expect(leaks).toEqual([]);
  });
});
