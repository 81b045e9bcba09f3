import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import type { Engine } from "../../engines/index.ts";
import type { EngineResponseStatus } from "../../storage/index.ts";
import { RecordingSink } from "../fixtures/recording-sink.ts";
import { answers, fails, type Script, scriptedEngine, streams } from "../fixtures/scripted-engine.ts";
import { admissionTo, bodyOf, testCaller, testContext } from "../fixtures/test-context.ts";
import { ModelCall } from "./model-call.ts";

const response = { id: "resp_new", object: "response", status: "completed", output: [] };
const created = `data: ${JSON.stringify({ type: "response.created", response: { id: "resp_new" } })}\n\n`;
const completed = `data: ${JSON.stringify({ type: "response.completed", response })}\n\n`;

interface Options {
  readonly known?: Record<string, EngineResponseStatus>;
  readonly isOnlyKey?: boolean;
  readonly script?: Script;
  readonly engine?: Partial<Engine>;
  readonly others?: readonly Engine[];
}

async function send(body: object | string, options: Options = {}) {
  const engine = scriptedEngine("keeper", "codex", options.script ?? answers(200, response), {
    keepsResponses: true,
    ...options.engine,
  });
  const context = testContext({ engines: [engine, ...(options.others ?? [])], defaultEngine: "keeper" });
  if (options.known !== undefined)
    context.ledger.engineIds.set("resp_1", new Map(Object.entries(options.known)));
  const sink = new RecordingSink();
  const caller = testCaller({ isOnlyKey: options.isOnlyKey ?? false });
  const bytes = typeof body === "string" ? Buffer.from(body) : bodyOf({ model: "m", input: "hi", ...body });
  const call = new ModelCall(context, admissionTo("/v1/responses", [], caller), bytes, sink).start();
  await sink.over;
  await call.recorded;
  const records = context.ledger.log.filter((line) => line.startsWith("record"));
  return { sink, engine, records, bytes, ledger: context.ledger };
}

describe("the id of a response that an engine keeps", () => {
  it("is recorded for the caller, whole or streamed", async () => {
    for (const script of [answers(200, response), streams(created, completed)]) {
      const { records, ledger } = await send({}, { script });
      expect(records).toEqual(["record keeper resp_new"]);
      expect(ledger.owners).toContain("key:dev");
    }
  });

  it("is recorded before the first bytes of the answer are passed on", async () => {
    const seen: string[][] = [];
    const { ledger } = await send(
      {},
      {
        script: (handler) => {
          handler.onHead(200, ["content-type", "text/event-stream"]);
          handler.onData(Buffer.from(created));
          seen.push(["created"]);
          handler.onData(Buffer.from(completed));
          handler.onEnd();
        },
      },
    );
    expect(seen).toHaveLength(1);
    expect(ledger.log.indexOf("record keeper resp_new")).toBeLessThan(ledger.log.indexOf("append"));
  });

  it("is read from the whole stream if its events are written in another legal way", async () => {
    const odd = completed.replaceAll("\n", "\r");
    expect((await send({}, { script: streams(odd) })).records).toEqual(["record keeper resp_new"]);
  });

  it("is not recorded for what is not kept: an error, or a request that says so", async () => {
    expect((await send({ store: false })).records).toEqual([]);
    expect((await send({}, { script: answers(400, { id: "resp_new", error: {} }) })).records).toEqual([]);
    expect((await send({}, { engine: { keepsResponses: false } })).records).toEqual([]);
  });
});

describe("a request that continues a response of an engine", () => {
  const next = { previous_response_id: "resp_1" };

  it("goes to the engine byte for byte if the response is the caller's own", async () => {
    const { sink, engine, bytes } = await send(next, { known: { keeper: "own" } });
    expect(sink.status).toBe(200);
    expect(Buffer.from(engine.requests[0]!.body!).equals(bytes)).toBe(true);
  });

  it.each([
    ["another's", { keeper: "foreign" }, 404, "response_not_found"],
    ["another's at another engine", { other: "foreign" }, 404, "response_not_found"],
    ["unknown", {}, 404, "response_not_found"],
    ["repeated", { keeper: "repeated" }, 400, "id_repeated"],
  ] as const)("is refused where the response is %s, and nothing is sent", async (_, known, status, code) => {
    const { sink, engine, ledger } = await send(next, { known });
    expect([sink.status, engine.requests.length]).toEqual([status, 0]);
    expect(sink.json).toMatchObject({ error: { param: "previous_response_id" } });
    expect(ledger.receipts[0]?.termination?.code).toBe(code);
  });

  it("goes to the engine unknown for the only key, or with the caller's vendor key", async () => {
    expect((await send(next, { isOnlyKey: true })).sink.status).toBe(200);
    const { engine } = await send(next, { engine: { usesCallerKey: true } });
    expect(engine.requests).toHaveLength(1);
  });

  it("is refused however its body is written", async () => {
    const id = String.raw`"\u0072esp_1"`;
    for (const body of [
      String.raw`{"model":"m","previous_r\u0065sponse_id":${id},"input":"x"}`,
      `{"model":"m","input":"x","a":1,"a":2,"previous_response_id":${id}}`,
      `\uFEFF{"previous_response_id" : ${id},"model":"m"}`,
    ]) {
      const { sink, engine } = await send(body, { known: { keeper: "foreign" } });
      expect([sink.status, engine.requests.length]).toEqual([404, 0]);
    }
    const twice = '{"model":"m","previous_response_id":"resp_1","previous_response_id":"resp_2"}';
    const { sink, engine } = await send(twice, { known: { keeper: "own" } });
    expect([sink.status, engine.requests.length]).toEqual([400, 0]);
  });

  it("is refused too if the engine is not known to keep responses, and the body cannot be read", async () => {
    const body = '{"model":"m","input":"x","a":1,"a":2,"previous_response_id":"resp_1"}';
    const { sink, engine } = await send(body, { engine: { keepsResponses: false } });
    expect([sink.status, engine.requests.length]).toEqual([404, 0]);
  });

  it("gets the turns of a response that the gateway keeps itself", async () => {
    const engine = scriptedEngine("keeper", "codex", answers(200, response), { keepsResponses: true });
    const context = testContext({ engines: [engine], defaultEngine: "keeper" });
    const kept = { id: "resp_1", createdAt: new Date(0), runId: "r", engine: "e", isNative: false };
    context.ledger.kept.set("resp_1", { ...kept, input: "first", body: { output: [] } });
    const sink = new RecordingSink();
    const body = bodyOf({ model: "m", input: "hi", ...next });
    const caller = testCaller({ isOnlyKey: false });
    new ModelCall(context, admissionTo("/v1/responses", [], caller), body, sink).start();
    await sink.over;
    const sent = Buffer.from(engine.requests[0]!.body!).toString();
    expect([sink.status, sent.includes("first"), sent.includes("resp_1")]).toEqual([200, true, false]);
  });

  it("is not sent to a fallback, which would look for the id among its own", async () => {
    const down = fails(new AbpError("backend_unavailable", "down"));
    const other = scriptedEngine("other", "codex", answers(200, response), { keepsResponses: true });
    const engine = { fallback: [{ engine: "other" }] };
    const options = { script: down, others: [other], engine };
    await send(next, { ...options, known: { keeper: "own" } });
    expect(other.requests).toHaveLength(0);
    await send({}, options);
    expect(other.requests).toHaveLength(1);
  });
});

describe("a request that continues an unknown response on an engine of another dialect", () => {
  const send = async (isOnlyKey: boolean, more: object = {}) => {
    const engine = scriptedEngine("e", "claude");
    const context = testContext({ engines: [engine] });
    const sink = new RecordingSink();
    const body = bodyOf({ model: "m", input: "hi", previous_response_id: "resp_x", ...more });
    const admission = admissionTo("/v1/responses", [], testCaller({ isOnlyKey }));
    const background = {
      prepare: () => {
        throw new Error("the call must not be taken over");
      },
    };
    new ModelCall(context, admission, body, sink, { background }).start();
    await sink.over;
    return [sink.status, engine.requests.length];
  };

  it("is refused: the id may be another's, unless no other key is configured", async () => {
    expect(await send(false)).toEqual([404, 0]);
    expect(await send(true)).toEqual([400, 0]);
  });

  it("is refused before it is taken into the background", async () => {
    expect(await send(false, { background: true })).toEqual([404, 0]);
  });
});

describe("a request that continues a conversation of an engine", () => {
  it.each([["resp_1"], [{ id: "resp_1" }], [["resp_1"]], [7]])(
    "is refused unless the conversation cannot be another's: %j",
    async (conversation) => {
      const refused = await send({ conversation });
      expect([refused.sink.status, refused.engine.requests.length]).toEqual([404, 0]);
      const plain = await send({ conversation }, { engine: { keepsResponses: false } });
      expect([plain.sink.status, plain.engine.requests.length]).toEqual([404, 0]);
      expect((await send({ conversation }, { isOnlyKey: true })).sink.status).toBe(200);
    },
  );

  it("is sent if it names none", async () => {
    expect((await send({ conversation: null, previous_response_id: null })).sink.status).toBe(200);
  });
});
