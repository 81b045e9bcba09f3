import { Ajv } from "ajv";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestGateway, type TestGateway } from "../test-gateway.ts";
import { checkReceipt } from "./receipt-check.ts";
import type { Ask, Heard, VendorClient } from "./vendor-client.ts";
import { clients, enginesFor } from "./vendor-clients.ts";

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const weather = {
  name: "get_weather",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};
const person = {
  type: "object",
  properties: { name: { type: "string" }, age: { type: "integer" } },
  required: ["name", "age"],
  additionalProperties: false,
};

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({});
});
afterAll(() => gateway.close());

const isPerson = new Ajv().compile(person);

describe.each(clients)("%s", (_, open, dialect) => {
  describe.each(enginesFor(dialect))("on an engine that speaks %s", (engine) => {
    const openHere = (): VendorClient => open({ ...gateway, engine: `sim-${engine}` });

    const twice = async (ask: Ask, client = openHere()): Promise<Heard> => {
      const whole = await client.ask(ask);
      await checkReceipt(gateway, client, engine, whole);
      const streamed = await client.stream(ask);
      await checkReceipt(gateway, client, engine, streamed);
      expect(withoutIds(streamed)).toEqual(withoutIds(whole));
      return streamed;
    };

    it("hears the same answer whole and streamed", async () => {
      const heard = await twice({ text: "Hello there" });
      expect(heard).toMatchObject({ text: '[simulated] You said: "Hello there"', calls: [], stop: "end" });
    });

    it("calls a tool and goes on with its result", async () => {
      const ask = { text: "sim: call get_weather Rome", tools: [weather] };
      const heard = await twice(ask);
      expect(heard).toMatchObject({
        calls: [{ name: "get_weather", input: { city: "Rome" } }],
        stop: "tools",
      });
      const next = await twice({ ...ask, after: { heard, results: ["21 degrees"] } });
      expect(next).toMatchObject({ text: '[simulated] get_weather returned "21 degrees".', stop: "end" });
    });

    it("calls two tools at once and gives both results back in order", async () => {
      const ask = { text: "sim: call get_weather Rome && call get_weather Oslo", tools: [weather] };
      const heard = await twice(ask);
      expect(heard.calls.map(({ input }) => input)).toEqual([{ city: "Rome" }, { city: "Oslo" }]);
      const next = await twice({ ...ask, after: { heard, results: ["warm", "cold"] } });
      expect(next.text).toBe('[simulated] get_weather returned "warm". get_weather returned "cold".');
    });

    it("shows a picture", async () => {
      const heard = await twice({ text: "What is it?", image: PIXEL });
      expect(heard.text).toContain("an image (image/png, 70 bytes)");
    });

    it("gets an answer that satisfies a schema", async () => {
      const heard = await twice({ text: "Who is it?", schema: person });
      expect(isPerson(JSON.parse(heard.text))).toBe(true);
    });

    it("hears the reasoning that it asks for, or that the engine cannot be asked", async () => {
      const client = openHere();
      const heard = await twice({ text: "Why?", thinks: true }, client);
      expect(heard.text).toBe('[simulated] You said: "Why?"');
      const isAsked = heard.thinking === '[simulated] Thinking about "Why?".';
      const isDisclosed = /disclosed \S*think/i.test(client.tap.last.headers.get("x-abp-loss") ?? "");
      expect([isAsked, heard.thinking === "" && isDisclosed]).toContain(true);
    });
  });
});

describe("what an engine cannot be told", () => {
  it.each([
    [0, "codex", { stop: ["STOP"] }, "emulated $.stop"],
    [0, "claude", { verbosity: "low" }, "disclosed $.verbosity"],
    [1, "claude", { metadata: { project: "p" } }, "disclosed $.metadata"],
    [2, "codex", { stop_sequences: ["STOP"], top_k: 3 }, "emulated $.stop_sequences"],
    [3, "codex", { topK: 3 }, "disclosed $.generationConfig.topK"],
  ] as const)(
    "is named in the header and in the receipt alike (%i on %s: %j)",
    async (at, engine, more, named) => {
      const client = clients[at]![1]({ ...gateway, engine: `sim-${engine}` });
      const heard = await client.ask({ text: "Hello", more });
      await checkReceipt(gateway, client, engine, heard);
      expect(client.tap.last.headers.get("x-abp-loss")).toContain(named);
    },
  );
});

function withoutIds({ own: _, calls, ...heard }: Heard) {
  return { ...heard, calls: calls.map(({ name, input }) => ({ name, input })) };
}
