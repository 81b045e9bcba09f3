import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TestDaemons } from "../../src/daemon/fixtures/test-daemon.ts";
import type { Daemon } from "../../src/daemon/index.ts";
import { exchangeRaw } from "../server/raw-client.ts";
import { type HostileRequest, hostileRequests } from "./hostile-requests.ts";

const daemons = new TestDaemons();
let daemon: Daemon;
beforeAll(async () => {
  daemon = await daemons.start();
});
afterAll(() => daemons.close());

function bytesOf({
  method,
  target,
  host = "127.0.0.1",
  headers = [],
  body = "",
  type,
}: HostileRequest): string {
  const hasLength = body !== "" && !headers.some((line) => line.startsWith("Transfer-Encoding"));
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    "Connection: close",
    `x-api-key: ${daemons.adminToken}`,
    ...(body === "" || type === null ? [] : [`Content-Type: ${type ?? "application/json"}`]),
    ...(hasLength ? [`Content-Length: ${body.length}`] : []),
    ...headers,
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

describe("a hostile request to the control API gets one problem as its answer", () => {
  it("of at least 60 kinds", () => {
    expect(new Set(hostileRequests.map(({ name }) => name)).size).toBe(hostileRequests.length);
    expect(hostileRequests.length).toBeGreaterThanOrEqual(60);
  });

  it.each(hostileRequests.map((one) => [one.name, one] as const))("%s", async (_name, request) => {
    const { text, statuses } = await exchangeRaw(Number(new URL(daemon.url).port), bytesOf(request));
    const [head = "", answer = ""] = text.split("\r\n\r\n");
    expect(statuses).toEqual([request.status]);
    expect(head.toLowerCase()).toContain("content-type: application/problem+json");
    expect(JSON.parse(answer.replace(/^[0-9a-f]+\r\n|\r\n0$/g, ""))).toMatchObject({
      code: request.code,
      status: request.status,
    });
    expect(text).not.toContain(daemons.adminToken);
  });

  it("and the daemon goes on", async () => {
    const headers = { authorization: `Bearer ${daemons.adminToken}` };
    expect((await fetch(`${daemon.url}/abp/v1/version`, { headers })).status).toBe(200);
  });
});
