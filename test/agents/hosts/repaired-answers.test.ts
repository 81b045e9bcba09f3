import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasLevel3 } from "../../../src/sandbox/fixtures/level.ts";
import { openChatVendor } from "../chat-vendor.ts";
import { findExecutable } from "../installed.ts";
import { HostedWorkplace } from "./hosted-workplace.ts";

const TIME_LIMIT_MS = 120_000;

/** One of our own hosts, and an agent without structured output. */
const agents = ["engine", "opencode"].filter(
  (agent) => agent === "engine" || findExecutable(agent) !== undefined,
);
if (!hasLevel3()) console.warn("No answer of an agent is repaired: this needs bwrap and user namespaces.");

const outputSchema = {
  type: "object",
  properties: { word: { type: "string" } },
  required: ["word"],
  additionalProperties: false,
};

describe.skipIf(!hasLevel3())("an answer that breaks its schema", { timeout: TIME_LIMIT_MS }, () => {
  let place: HostedWorkplace;
  let vendor: Awaited<ReturnType<typeof openChatVendor>>;
  let bodies: string[];
  beforeAll(async () => {
    bodies = [];
    vendor = await openChatVendor((body) => {
      bodies.push(body);
      const isRepair = body.includes("is not the JSON value that was asked for");
      return { text: isRepair ? '{"word":"yes"}' : '{"word":1}' };
    });
    const engine = { preset: "compatible" as const, base_url: vendor.url, allow_private: true };
    place = await HostedWorkplace.open({}, { vendor: engine });
  });
  afterAll(async () => {
    await place?.close();
    vendor?.close();
  });

  it.each(agents)("is repaired in the same conversation of %s", async (agent) => {
    bodies.length = 0;
    const started = await place.start({
      agent,
      engine: "vendor",
      model: "some-model",
      task: () => "Name a word. The mark of this task is heron-41.",
      order: { outputSchema },
    });
    const { receipt, error, verification } = await started.result;
    expect([error, receipt.outcome, verification.ok]).toEqual([undefined, "complete", true]);
    expect(receipt.reported?.[0]?.structured_output).toEqual({ word: "yes" });
    const repair = bodies.find((body) => body.includes("is not the JSON value that was asked for"));
    // The conversation went on: it holds the task and the first answer.
    expect(repair).toContain("heron-41");
    expect(receipt.negotiation?.emulations.at(-1)).toMatchObject({
      emulator: "order.repair",
      strategy: { detail: expect.stringContaining("1 round in the same session") },
    });
    expect(receipt.observed?.model_calls?.calls).toBe(bodies.length);
  });
});
