import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dialects, type Endpoint } from "../../src/dialects/index.ts";
import { endpointGroups } from "../../src/dialects/registry/index.ts";
import { openTestGateway, type TestGateway } from "./test-gateway.ts";

const LONGEST = "m".repeat(512);
const TOO_LONG = `${LONGEST}n`;
const REFUSED = "names a model with more than 512 bytes";

let gateway: TestGateway;

beforeAll(async () => {
  // Nothing listens at the address: a call that is not refused gets another status.
  const engines = Object.fromEntries(
    dialects.map(({ id }) => [
      id,
      { dialect: id as "openai", base_url: "http://127.0.0.1:9", api_key: "account-key" },
    ]),
  );
  gateway = await openTestGateway({
    engines,
    keys: { ada: { token: "key-of-ada", endpoints: [...endpointGroups] } },
  });
});
afterAll(() => gateway.close());

const asks = ({ method, path, operation, passed }: Endpoint) =>
  /:model\b/.test(path) ||
  ["generate", "count_tokens", "embed", "search"].includes(operation) ||
  (method === "POST" && passed?.models !== undefined);

/** A body that names the model if the endpoint takes it. */
function bodyOf({ passed }: Endpoint, model: string): string {
  const [path = ["model"]] = passed?.models ?? [];
  const value = path.reduceRight<unknown>(
    (inner, name) => (name === "*" ? [inner] : { [name]: inner }),
    model,
  );
  return JSON.stringify({ messages: [], input: "hi", ...(value as object) });
}

const cases = dialects.flatMap(({ id, endpoints }) =>
  endpoints
    .filter((endpoint) => asks(endpoint) && endpoint.passed?.messageModels === undefined)
    .map((endpoint) => ({ dialect: id, method: endpoint.method, path: endpoint.path, endpoint })),
);

async function send(dialect: string, endpoint: Endpoint, model: string, body?: string) {
  const { method, path } = endpoint;
  const isInPath = /:model\b/.test(path);
  const target = path
    .replace(/:hosted_model\b/, "own-model")
    .replace(/:model\b/, model)
    .replace(/(?<=\/):[a-z_]+(?=\/|$)/g, "x");
  const payload = body ?? bodyOf(endpoint, isInPath ? "own-model" : model);
  const answer = await fetch(`${gateway.baseUrl}/${dialect}${target}`, {
    method,
    headers: {
      "x-abp-key": "key-of-ada",
      "x-abp-engine": dialect,
      "content-type": "application/json",
    },
    ...(method === "GET" ? {} : { body: payload }),
  });
  return { status: answer.status, text: await answer.text() };
}

describe.each(cases)("$method $path of $dialect", ({ dialect, endpoint }) => {
  it("refuses a name above 512 bytes, and none of 512", async () => {
    const refused = await send(dialect, endpoint, TOO_LONG);
    expect([refused.status, refused.text.includes(REFUSED)]).toEqual([400, true]);
    expect(refused.text).not.toContain(LONGEST);
    const taken = await send(dialect, endpoint, LONGEST);
    expect(taken.text).not.toContain(REFUSED);
  });
});

describe("a model in the body that is too long", () => {
  it.each([
    ["in characters of several bytes", JSON.stringify({ model: "€".repeat(171) })],
    ["in escapes", `{"model":"${"\\u006d".repeat(513)}"}`],
    ["as a list", JSON.stringify({ model: Array(2000).fill("m") })],
    ["of ten megabytes", JSON.stringify({ model: "m".repeat(10_000_000) })],
  ])("%s is refused", async (_, body) => {
    for (const [dialect, path] of [
      ["openai", "/v1/chat/completions"],
      ["claude", "/v1/messages/count_tokens"],
      ["openai", "/v1/embeddings"],
    ] as const) {
      const endpoint = dialects.find(({ id }) => id === dialect)!.endpoints.find((one) => one.path === path)!;
      const { status, text } = await send(dialect, endpoint, "", body);
      expect([path, status, text.includes(REFUSED)]).toEqual([path, 400, true]);
    }
  });
});

it("no receipt keeps a name that was refused", async () => {
  expect(JSON.stringify(await gateway.receipts())).not.toContain(TOO_LONG);
});
