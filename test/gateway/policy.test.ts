import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { clients } from "./clients/vendor-clients.ts";
import { openTestGateway, type TestGateway } from "./test-gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({
    policy: { disallowed_tools: ["Bash"], disallowed_engines: ["sim-kimi"] },
  });
});
afterAll(() => gateway.close());

const tool = (name: string) => ({ name, parameters: { type: "object", properties: {} } });

describe.each(clients)("%s", (_, open) => {
  describe.each(["claude", "openai"])("on an engine that speaks %s", (engine) => {
    const place = () => ({ ...gateway, engine: `sim-${engine}` });

    it.each(["ask", "stream"] as const)(
      "throws its own error for a denied tool that it offers (%s)",
      async (how) => {
        const client = open(place());
        const error = await client[how]({ text: "Hello", tools: [tool("Bash")] }).catch(
          (thrown: unknown) => thrown,
        );
        expect(error).toBeInstanceOf(client.errors.bad);
        expect(error).toMatchObject({ status: 400 });
        expect(client.tap.last.headers.get("x-abp-error")).toBe("E005");
        expect(client.tap.last.headers.get("x-should-retry")).toBe("false");
      },
    );
  });

  it("throws its own error for a denied engine", async () => {
    const client = open({ ...gateway, engine: "sim-kimi" });
    const error = await client.ask({ text: "Hello" }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(client.errors.bad);
    expect(client.tap.last.headers.get("x-abp-error")).toBe("E005");
  });
});

describe("a turn over WebSocket", () => {
  it("is judged like any other call", async () => {
    const web = new WebSocket(`${gateway.baseUrl.replace("http", "ws")}/v1/responses`, {
      headers: { authorization: `Bearer ${gateway.token}` },
    });
    await once(web, "open");
    const send = async (tool: string): Promise<Record<string, unknown>> => {
      const tools = [{ type: "function", name: tool, parameters: { type: "object" } }];
      web.send(JSON.stringify({ type: "response.create", model: "m", input: "hi", tools }));
      const [data] = (await once(web, "message")) as [Buffer];
      return JSON.parse(String(data)) as Record<string, unknown>;
    };
    const refused = await send("Bash");
    expect(refused).toMatchObject({ type: "error" });
    expect(JSON.stringify(refused)).toContain("policy.disallowed_tools[0]");
    expect(await send("Read")).toMatchObject({ type: "response.created" });
    web.terminate();
    const [receipt] = (await gateway.receipts()).filter(({ observed }) =>
      observed?.policy_decisions?.some(({ subject }) => subject === "Bash"),
    );
    expect(receipt).toMatchObject({
      outcome: "failed",
      termination: { code: "policy_denied", reason: "refused" },
      observed: { policy_decisions: [{ verdict: "denied", operation: "offer_tool", where: "$.tools[0]" }] },
    });
  });
});
