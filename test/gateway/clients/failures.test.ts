import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestGateway, type TestGateway } from "../test-gateway.ts";
import { checkReceipt, lastReceipt } from "./receipt-check.ts";
import type { ThrownError } from "./vendor-client.ts";
import { clients, engineDialects, enginesFor } from "./vendor-clients.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({});
});
afterAll(() => gateway.close());

async function thrownBy(call: Promise<unknown>): Promise<Error & ThrownError> {
  return call.then(
    () => expect.unreachable("nothing was thrown"),
    (error: unknown) => error as Error & ThrownError,
  );
}

describe.each(clients)("%s", (_, open, dialect) => {
  describe.each(enginesFor(dialect))("on an engine that speaks %s", (engine) => {
    const place = () => ({ ...gateway, engine: `sim-${engine}` });

    it.each(["ask", "stream"] as const)("throws its own error for too many requests (%s)", async (how) => {
      const client = open({ ...place(), maxRetries: 0 });
      const error = await thrownBy(client[how]({ text: "sim: error 429 come back later" }));
      expect(error).toBeInstanceOf(client.errors.busy);
      expect(error.status).toBe(429);
      expect(error.message).toContain("come back later");
      expect(client.tap.last.headers.get("retry-after")).toBe("1");
      const receipt = await checkReceipt(gateway, client, engine);
      expect(receipt).toMatchObject({ outcome: "failed", termination: { code: "backend_rate_limited" } });
    });

    it("goes away in mid-stream, and the receipt says so with the usage so far", async () => {
      const client = open(place());
      await client.leave({ text: "sim: repeat 50 word\nsim: stall-after 3" });
      const receipt = await lastReceipt(gateway, client);
      expect(receipt).toMatchObject({
        outcome: "partial",
        termination: { reason: "cancelled", code: "client_gone" },
      });
      // Of the vendors, Anthropic alone tells the size of the prompt before the answer is complete.
      if (engine === "claude") expect(receipt.usage.input_tokens).toBeGreaterThan(0);
      expect(receipt.observed?.response?.bytes).toBeGreaterThan(0);
    });
  });

  it("throws its own error for what cannot be honoured, after one request", async () => {
    const refused = [];
    for (const engine of engineDialects) {
      const client = open({ ...gateway, engine: `sim-${engine}` });
      if (client.dialect === engine) continue;
      const error = await client
        .ask({ text: "Hello", more: client.bound })
        .catch((thrown: unknown) => thrown);
      if (!(error instanceof Error)) continue;
      refused.push(engine);
      expect(error).toBeInstanceOf(client.errors.bad);
      expect(error).toMatchObject({ status: 400 });
      expect(client.tap.calls).toHaveLength(1);
      const { headers } = client.tap.last;
      expect(headers.get("x-should-retry")).toBe("false");
      expect(headers.get("x-abp-error")).toMatch(/^E00[1-7]$/);
      const receipt = await lastReceipt(gateway, client);
      expect(receipt).toMatchObject({ outcome: "failed", termination: { reason: "refused" } });
      expect(receipt.observed?.upstream_request).toBeUndefined();
    }
    expect(refused.length).toBeGreaterThan(0);
  });
});
