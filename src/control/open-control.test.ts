import { describe, expect, it } from "vitest";
import { call, controlContext } from "./fixtures/control-call.ts";

describe("the control API", () => {
  it("answers a route without a key if the route needs none", async () => {
    const answer = await call(controlContext(), "GET /abp/v1/health", { key: null });
    expect([answer.status, await answer.json()]).toEqual([200, { status: "ok" }]);
    expect(answer.headers.get("x-abp-request-id")).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  it("answers HEAD like GET, without the body", async () => {
    const answer = await call(controlContext(), "HEAD /abp/v1/version");
    expect([answer.status, answer.body]).toEqual([200, null]);
    expect(answer.headers.get("content-type")).toBe("application/json");
  });

  it("refuses a request without a key and one with a wrong key", async () => {
    const none = await call(controlContext(), "GET /abp/v1/version", { key: null });
    expect([none.status, none.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(await none.json()).toMatchObject({ code: "auth_required", status: 401 });
    const wrong = await call(controlContext(), "GET /abp/v1/version", { key: "x".repeat(40) });
    expect(await wrong.json()).toMatchObject({ code: "auth_invalid", status: 401 });
  });

  it("accepts no key in the query", async () => {
    const { token } = controlContext();
    const answer = await call(controlContext(), `GET /abp/v1/version?key=${token}`, { key: null });
    expect(await answer.json()).toMatchObject({ code: "auth_required" });
  });

  it("answers an unknown path and a wrong method as problems", async () => {
    const unknown = await call(controlContext(), "GET /abp/v1/nothing");
    expect(unknown.headers.get("content-type")).toBe("application/problem+json");
    expect(await unknown.json()).toEqual({
      type: "docs/errors.md#route_not_found",
      title: "There is no such endpoint",
      status: 404,
      detail: "There is no /abp/v1/nothing.",
      instance: "/abp/v1/nothing",
      code: "route_not_found",
      details: {
        advice: "docs/api.md lists the paths.",
        documentation_url: "docs/errors.md#route_not_found",
      },
      request_id: unknown.headers.get("x-abp-request-id"),
      timestamp: "2026-03-01T08:00:00.000Z",
      documentation_url: "docs/errors.md#route_not_found",
    });
    const wrong = await call(controlContext(), "DELETE /abp/v1/version");
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  it.each([
    ["GET /abp/v1/version?limit=3", "query.limit"],
    ["GET /abp/v1/version?a=1&a=2", "query.a"],
    ["GET /abp/v1/version?a=%ff", "query"],
  ])("refuses %s and names the place", async (target, where) => {
    const answer = await call(controlContext(), target);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ details: { where } });
  });

  it("says that the daemon stops, and still how it is", async () => {
    const stopping = { isDraining: true };
    const refused = await call(controlContext(), "GET /abp/v1/version", stopping);
    expect(await refused.json()).toMatchObject({ status: 503, code: "shutting_down" });
    expect(refused.headers.get("retry-after")).toBe("1");
    expect((await call(controlContext(), "GET /abp/v1/health", stopping)).status).toBe(200);
  });
});
