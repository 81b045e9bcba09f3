import { describe, expect, it } from "vitest";
import { type Dialect, dialects, findDialect } from "../../dialects/index.ts";
import type { UpstreamHandler, UpstreamRequest } from "../engine.ts";
import { fetchModels } from "./model-list.ts";

/** Asks a fake engine that answers with this. */
async function ask(status: number, body: string, dialect: Dialect = findDialect("openai")) {
  const requests: UpstreamRequest[] = [];
  const engine = {
    name: "e",
    dialect,
    dispatch: (request: UpstreamRequest, handler: UpstreamHandler) => {
      requests.push(request);
      queueMicrotask(() => {
        handler.onHead(status, []);
        handler.onData(Buffer.from(body));
        handler.onEnd();
      });
      return { resume: () => undefined, abort: () => undefined };
    },
  };
  const result = await fetchModels(engine, new AbortController().signal).catch((error: unknown) => error);
  return { result, requests };
}

const list = '{"object":"list","data":[{"id":"m","object":"model","created":1,"owned_by":"o"}]}';

describe("asking an engine for its models", () => {
  it("sends one auxiliary request that may be repeated", async () => {
    const { result, requests } = await ask(200, list);
    expect(requests).toEqual([
      {
        method: "GET",
        path: "/v1/models",
        headers: ["accept", "application/json", "accept-encoding", "identity"],
        repeatable: true,
        isAuxiliary: true,
      },
    ]);
    expect(result).toMatchObject([{ id: "m" }]);
  });

  it.each([200, 299])("takes any 2xx status: %i", async (status) => {
    expect((await ask(status, list)).result).toMatchObject([{ id: "m" }]);
  });

  it.each([199, 300, 404])("fails with any other status: %i", async (status) => {
    const { result } = await ask(status, list);
    expect(result).toMatchObject({
      message: `engine "e" answered with status ${status} when asked for its models`,
    });
  });

  it("has the dialect's code of an error and none of the vendor's words", async () => {
    const { result } = await ask(401, '{"error":{"message":"Incorrect API key: sk-canary"}}');
    expect(result).toMatchObject({ code: "backend_auth_failed" });
    expect(JSON.stringify(result)).not.toContain("canary");
  });

  it("fails when the answer is not JSON", async () => {
    expect((await ask(200, "<html>")).result).toMatchObject({
      code: "backend_unavailable",
      message: 'engine "e" answered with a list of models that is not JSON',
    });
  });

  it("asks nothing of a dialect without a list", async () => {
    const dialect = findDialect("openai");
    const endpoints = dialect.endpoints.filter(({ operation }) => operation !== "list_models");
    const { result, requests } = await ask(200, list, { ...dialect, endpoints });
    expect(result).toEqual([]);
    expect(requests).toEqual([]);
  });

  it.each(dialects.map((dialect) => [dialect.id, dialect] as const))(
    "asks for the list, not for one model: %s",
    async (_, dialect) => {
      const { requests } = await ask(404, "{}", dialect);
      for (const { path } of requests) {
        const endpoint = dialect.endpoints.find((one) => one.path === path);
        expect(endpoint?.operation).toBe("list_models");
        expect(path).not.toContain(":");
      }
    },
  );

  it("passes over a path with a parameter", async () => {
    const dialect = findDialect("openai");
    const one = { method: "GET", path: "/v1/models/:model", operation: "list_models" } as const;
    const { requests } = await ask(200, list, {
      ...dialect,
      endpoints: [one as never, ...dialect.endpoints],
    });
    expect(requests[0]?.path).toBe("/v1/models");
  });
});
