import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AgentEvent } from "../../../src/contract/index.ts";
import { type DialectId, dialectIds } from "../../../src/dialects/index.ts";
import { sampled } from "../../fault-size.ts";
import type { HostedWorkplace } from "../hosts/hosted-workplace.ts";
import { isConfined, models, openEnginePlace } from "./engine-place.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const said = { role: "user", content: "sim: say Hello there." };

/** A streamed request of each dialect, with a member that no reader of ours knows. */
const requests: Readonly<Record<DialectId, object>> = {
  claude: { model: models.claude, max_tokens: 99, messages: [said], stream: true },
  openai: { model: models.openai, messages: [said], stream: true, stream_options: { include_usage: true } },
  codex: { model: models.codex, input: [said], stream: true, store: false },
  gemini: { contents: [{ role: "user", parts: [{ text: said.content }] }] },
  kimi: { model: models.kimi, messages: [said], stream: true },
  copilot: { model: models.copilot, messages: [said], stream: true },
};

const rawTexts = (trace: readonly AgentEvent[]) =>
  trace.flatMap(({ ext }) => (ext?.["raw_text"] as string) ?? []);
const textOf = (trace: readonly AgentEvent[]) =>
  trace.flatMap((event) =>
    event.type === "assistant_delta" || event.type === "assistant_message" ? [event.text] : [],
  );

describe.skipIf(!isConfined)("a work order in passthrough mode", () => {
  let place: HostedWorkplace;
  beforeAll(async () => {
    place = await openEnginePlace();
  });
  afterAll(() => place?.close());

  const run = async (engine: DialectId, abp: object, model: string | null = models[engine]) => {
    const config = { model, vendor: { abp: { mode: "passthrough", ...abp } } };
    const order = { workspace: { root: place.repository }, config };
    const started = await place.start({
      agent: "engine",
      engine,
      model: undefined,
      task: () => "pass",
      order,
    });
    return { ...(await started.result), calls: await place.callReceipts(started.runId) };
  };

  it.each(sampled(dialectIds, (dialect) => dialect === "codex"))(
    "moves the bytes of a request and of its stream on an engine of %s",
    async (dialect) => {
      const request = requests[dialect];
      const { receipt, error, calls } = await run(dialect, { request, source_dialect: dialect });
      expect(error).toBeUndefined();
      expect([receipt.mode, receipt.outcome]).toEqual(["passthrough", "complete"]);
      expect(textOf(receipt.trace).join("")).toBe("Hello there.");
      expect(calls).toHaveLength(1);
      const [{ receipt: call }] = calls as [(typeof calls)[number]];
      expect(call.mode).toBe("passthrough");
      expect(call.observed?.request?.sha256).toBe(sha256(JSON.stringify(request)));
      expect(call.observed?.response?.sha256).toBe(sha256(rawTexts(receipt.trace).join("")));
      expect(receipt.usage).toMatchObject({
        input_tokens: call.usage.input_tokens,
        output_tokens: call.usage.output_tokens,
      });
      const types = new Set(receipt.trace.map(({ type }) => type));
      expect([...types]).toEqual(["run_started", "assistant_delta", "run_completed"]);
      const messages = receipt.trace.flatMap(({ ext }) =>
        ext?.["raw_message"] === undefined ? [] : [ext["raw_message"]],
      );
      expect(messages.length).toBeGreaterThan(0);
    },
  );

  it("sends a text byte for byte, and reports an answer that is no stream as one message", async () => {
    const request = `{ "model":"${models.openai}",\n "messages": [${JSON.stringify(said)}], "seed": 9007199254740993 }`;
    const { receipt, error, calls } = await run("openai", { request }, null);
    expect(error).toBeUndefined();
    expect(calls[0]!.receipt.observed?.request?.sha256).toBe(sha256(request));
    expect(calls[0]!.receipt.observed?.response?.sha256).toBe(sha256(rawTexts(receipt.trace).join("")));
    expect(textOf(receipt.trace)).toEqual(["Hello there."]);
    expect(receipt.trace.map(({ type }) => type)).toEqual([
      "run_started",
      "assistant_message",
      "run_completed",
    ]);
  });

  it("is refused for an engine of another dialect, before anything starts", async () => {
    const { receipt, error, calls } = await run("openai", {
      request: requests.claude,
      source_dialect: "claude",
    });
    expect(error).toMatchObject({
      code: "mapping_dialect_mismatch",
      message: "the backend engine speaks openai, and the order speaks claude",
    });
    expect([receipt.termination?.reason, calls.length]).toEqual(["refused", 0]);
  });

  it("runs no tool that the answer calls: the tools of the request are the caller's", async () => {
    const request = {
      ...requests.copilot,
      messages: [{ role: "user", content: 'sim: call run {"command":"touch made.txt"}' }],
      tools: [
        { type: "function", function: { name: "run", parameters: { type: "object", properties: {} } } },
      ],
    };
    const { receipt, patch } = await run("copilot", { request });
    expect(JSON.stringify(receipt.trace)).toContain("touch made.txt");
    expect(receipt.trace.some(({ type }) => type === "tool_call")).toBe(false);
    expect(patch).toBeUndefined();
  });

  it("fails without a request, and if the engine refuses it", async () => {
    expect((await run("openai", {})).error?.message).toContain("$.config.vendor.abp.request is no request");
    const request = { model: models.openai, messages: [{ role: "user", content: "sim: error 400 no" }] };
    expect((await run("openai", { request })).error?.message).toContain("the engine answered 400: no");
  });
});
