import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FakeGateway, LIMITS } from "../../../test/server/fake-gateway.ts";
import { exchangeRaw, post } from "../../../test/server/raw-client.ts";
import { malformedRequests } from "../fixtures/malformed-requests.ts";
import { type Server, startServer } from "./server.ts";

const gateway = new FakeGateway();
let server: Server;

beforeAll(async () => {
  server = await startServer({
    gateway,
    address: "127.0.0.1",
    port: 0,
    limits: { ...LIMITS, drain_timeout_secs: 0 },
    random: randomBytes,
    now: Date.now,
  });
});

afterAll(() => server.stop());

describe("G05: requests that are malformed or smuggle another", () => {
  it("are at least sixty", () => {
    expect(new Set(malformedRequests.map(([name]) => name)).size).toBe(malformedRequests.length);
    expect(malformedRequests.length).toBeGreaterThanOrEqual(60);
  });

  it.each(malformedRequests)("%s is refused and never reaches a call", async (_name, bytes) => {
    const before = gateway.calls.length;
    const { statuses, text, isClosed } = await exchangeRaw(server.port, bytes);
    expect(gateway.calls.length).toBe(before);
    expect(statuses.every((status) => status >= 400 && status < 500)).toBe(true);
    expect(statuses.length > 0 || isClosed).toBe(true);
    expect(text).not.toContain("evil.example");
  });

  it("differ from a sound request", async () => {
    const before = gateway.calls.length;
    expect((await exchangeRaw(server.port, post("{}"))).statuses).toEqual([200]);
    expect(gateway.calls.length).toBe(before + 1);
  });
});
