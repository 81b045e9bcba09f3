import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestGateway, type TestGateway } from "../test-gateway.ts";
import { checkReceipt } from "./receipt-check.ts";
import { clients, engineDialects } from "./vendor-clients.ts";

const COUNTED = "Count the tokens of this sentence, please.";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({
    engines: Object.fromEntries(
      engineDialects.map((dialect) => [
        `sim-${dialect}`,
        { preset: "sim" as const, dialect, models: [`${dialect}-one`, `${dialect}-two`] },
      ]),
    ),
    default_engine: "sim-openai",
  });
});
afterAll(() => gateway.close());

describe.each(clients)("%s", (_, open) => {
  it.each(engineDialects)("lists the models of an engine that speaks %s in its own shape", async (engine) => {
    const client = open({ ...gateway, engine: `sim-${engine}` });
    expect(await client.listModels()).toEqual([`${engine}-one`, `${engine}-two`]);
  });

  it("lists the models of every engine it may use", async () => {
    const listed = await open({ ...gateway, engine: "auto" }).listModels();
    expect(listed).toEqual(engineDialects.flatMap((engine) => [`${engine}-one`, `${engine}-two`]));
  });

  const { countTokens } = open({ baseUrl: "http://127.0.0.1", token: "none", engine: "none" });
  const counted = countTokens === undefined ? [] : engineDialects;
  it.each(counted)(
    "counts tokens exactly, or says that it estimates, on an engine that speaks %s",
    async (engine) => {
      const client = open({ ...gateway, engine: `sim-${engine}` });
      const count = await client.countTokens!(COUNTED);
      const isEstimate = client.tap.last.headers.get("x-abp-estimate") === "true";
      const receipt = await checkReceipt(gateway, client, engine);
      expect(receipt).toMatchObject({
        outcome: "complete",
        observed: { call: { operation: "count_tokens" } },
      });
      if (isEstimate) {
        expect(count).toBeGreaterThan(3);
        expect(receipt.observed?.warnings).toContain(
          "the engine cannot count tokens; the count is an estimate",
        );
      } else {
        // The simulator takes four characters for a token.
        expect(count).toBe(Math.ceil(COUNTED.length / 4));
      }
    },
  );
});
