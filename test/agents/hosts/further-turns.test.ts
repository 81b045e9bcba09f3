import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasLevel3 } from "../../../src/sandbox/fixtures/level.ts";
import { sampled } from "../../fault-size.ts";
import { openChatVendor } from "../chat-vendor.ts";
import { findExecutable } from "../installed.ts";
import { HostedWorkplace } from "./hosted-workplace.ts";

/** One of our own hosts, and agents without structured output. */
const agents = sampled(["engine", "gemini", "opencode"], (agent) => agent !== "opencode").filter(
  (agent) => agent === "engine" || findExecutable(agent) !== undefined,
);
if (!hasLevel3()) console.warn("No answer of an agent is repaired: this needs bwrap and user namespaces.");

const outputSchema = {
  type: "object",
  properties: { word: { type: "string" } },
  required: ["word"],
  additionalProperties: false,
};

const ASKED = "I looked.\n<question>Red or blue?</question>";

describe.skipIf(!hasLevel3())("a further turn of an agent", () => {
  let place: HostedWorkplace;
  let vendor: Awaited<ReturnType<typeof openChatVendor>>;
  let bodies: string[];
  beforeAll(async () => {
    bodies = [];
    vendor = await openChatVendor((body) => {
      bodies.push(body);
      if (body.includes("heron-42"))
        return { text: body.includes("The user answers:") ? "It is blue." : ASKED };
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

  it.each(agents)(
    "asks %s again for an answer that breaks its schema, in the same conversation",
    async (agent) => {
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
    },
  );

  const asking = sampled(agents, (agent) => agent === "engine");
  it.each(asking)("gives %s the user's answer to its question, in the same conversation", async (agent) => {
    bodies.length = 0;
    const asked: string[] = [];
    const user = {
      answer: async ({ text }: { readonly text: string }) => {
        asked.push(text);
        return "blue";
      },
    };
    const started = await place.start({
      agent,
      engine: "vendor",
      model: "some-model",
      task: () => "Choose a colour. The mark of this task is heron-42.",
      order: { requirements: [{ capability: "tool_ask_user", min_support: "emulated" }] },
      options: { user },
    });
    const { receipt, error } = await started.result;
    expect([error, receipt.outcome, asked]).toEqual([undefined, "complete", ["Red or blue?"]]);
    expect(receipt.trace.findLast(({ type }) => type === "assistant_message")).toMatchObject({
      text: "It is blue.",
    });
    expect(receipt.negotiation?.emulations).toMatchObject([
      { emulator: "order.ask_user", fidelity: "major" },
    ]);
    expect(bodies.find((body) => body.includes("The user answers:"))).toContain("Red or blue?");
  });
});
