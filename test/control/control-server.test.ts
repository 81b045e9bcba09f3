import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { API_PREFIX } from "../../src/api/index.ts";
import { TestDaemons } from "../../src/daemon/fixtures/test-daemon.ts";
import type { Daemon } from "../../src/daemon/index.ts";
import { CONTROL_PREFIX } from "../../src/server/context/control.ts";

it("the server and the table of routes have the same prefix", () => {
  expect(CONTROL_PREFIX).toBe(`${API_PREFIX}/`);
});

describe.each([1, 2])("the control API of a daemon with %i serving threads", (workers) => {
  const daemons = new TestDaemons();
  let daemon: Daemon;
  beforeAll(async () => {
    daemon = await daemons.start({ gateway: { workers } });
  });
  afterAll(() => daemons.close());

  const get = (path: string, more: RequestInit = {}) =>
    fetch(`${daemon.url}${API_PREFIX}${path}`, {
      ...more,
      headers: { authorization: `Bearer ${daemon.token}`, ...more.headers },
    });

  it("answers a request, with its length and its id", async () => {
    const answer = await get("/version");
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ name: "agent-backplane", node: process.version });
    expect(answer.headers.get("content-length")).toBe(String(text.length));
    expect(answer.headers.get("x-abp-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("answers HEAD without a body", async () => {
    const answer = await get("/version", { method: "HEAD" });
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
  });

  it("refuses another host in the same form", async () => {
    const answer = await get("/version", { headers: { origin: "https://evil.example" } });
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(await answer.json()).toMatchObject({
      code: "host_denied",
      status: 403,
      instance: "/abp/v1/version",
    });
  });

  it("keeps the connection after a refused body", async () => {
    for (const body of ["{}", "x".repeat(100_000)]) {
      const answer = await get("/version", { method: "POST", body });
      expect([answer.status, (await answer.json()) as object]).toMatchObject([
        405,
        { code: "method_not_allowed" },
      ]);
    }
  });

  it("keeps the aliases", async () => {
    expect(await (await fetch(`${daemon.url}/healthz`)).json()).toEqual({ status: "ok" });
    expect(await (await fetch(`${daemon.url}/readyz`)).json()).toEqual({ status: "ready" });
  });
});
