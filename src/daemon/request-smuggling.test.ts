import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FakeDoor, LIMITS } from "./fixtures/fake-door.ts";
import { malformedRequests } from "./fixtures/malformed-requests.ts";
import { exchangeRaw, post } from "./fixtures/raw-client.ts";
import { type Server, startServer } from "./server.ts";

const door = new FakeDoor();
let server: Server;

beforeAll(async () => {
  server = await startServer({
    door,
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
    const before = door.calls.length;
    const { statuses, text, isClosed } = await exchangeRaw(server.port, bytes);
    expect(door.calls.length).toBe(before);
    expect(statuses.every((status) => status >= 400 && status < 500)).toBe(true);
    expect(statuses.length > 0 || isClosed).toBe(true);
    expect(text).not.toContain("evil.example");
  });

  it("are told from a sound request", async () => {
    const before = door.calls.length;
    expect((await exchangeRaw(server.port, post("{}"))).statuses).toEqual([200]);
    expect(door.calls.length).toBe(before + 1);
  });
});
