import { setImmediate as nextTurn } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { eventually } from "../../test/eventually.ts";
import type { Engine, SocketHandler } from "../engines/index.ts";
import { RecordingSink } from "./fixtures/recording-sink.ts";
import { answers, claudeMessage, scriptedEngine, streams } from "./fixtures/scripted-engine.ts";
import { admissionTo, bodyOf, testCaller, testContext } from "./fixtures/test-context.ts";
import { createGateway } from "./gateway.ts";

const keyOf = (name: string) => testCaller({ name, isOnlyKey: false });

function open(engine: Engine) {
  const context = testContext({ engines: [engine], defaultEngine: "e" });
  const gateway = createGateway(context, {});
  const ask = async (who: string, path: string, body: unknown) => {
    const sink = new RecordingSink();
    const call = gateway.call(admissionTo(path, [], keyOf(who)), bodyOf(body), sink);
    await sink.over;
    await call.recorded;
    return sink.status;
  };
  return { context, gateway, ask };
}

const TOOLS = [{ type: "code_execution_20250825", name: "code_execution" }];
const request = { model: "m", max_tokens: 9, messages: [{ role: "user", content: "hi" }], tools: TOOLS };
const whole = { ...claudeMessage("ok"), container: { id: "container_1" } };

it.each([
  ["a whole answer", answers(200, whole)],
  [
    "a stream",
    streams(
      `event: message_start\ndata: ${JSON.stringify({ type: "message_start", message: { ...whole, content: [] } })}\n\n`,
      'event: message_stop\ndata: {"type":"message_stop"}\n\n',
    ),
  ],
])("a container that %s shows belongs to the key that asked", async (_, script) => {
  const engine = scriptedEngine("e", "claude", script);
  const { ask, context } = open(engine);
  expect(await ask("ada", "/claude/v1/messages", request)).toBe(200);
  expect([...context.ledger.resources.kept.values()]).toMatchObject([
    { id: "container_1", owner: "key:ada" },
  ]);
  for (const container of ["container_1", { id: "container_1" }]) {
    const again = { ...request, container };
    expect(await ask("ada", "/claude/v1/messages", again)).toBe(200);
    const before = engine.requests.length;
    expect(await ask("bob", "/claude/v1/messages", again)).toBe(404);
    expect(await ask("bob", "/claude/v1/messages/count_tokens", again)).toBe(404);
    expect(engine.requests.length).toBe(before);
  }
});

it.each([
  ["whole", "application/json", JSON.stringify(whole)],
  [
    "a stream",
    "text/event-stream",
    `event: message_start\ndata: ${JSON.stringify({ type: "message_start", message: whole })}\n\n`,
  ],
])("a container that a compressed answer shows belongs to the key that asked: %s", async (_, type, text) => {
  const engine = scriptedEngine("e", "claude", (handler) => {
    handler.onHead(200, ["content-type", type, "content-encoding", "gzip"]);
    for (const byte of gzipSync(text)) handler.onData(Buffer.from([byte]));
    handler.onEnd();
  });
  const { ask, context } = open(engine);
  await ask("ada", "/claude/v1/messages", request);
  await eventually(() =>
    expect([...context.ledger.resources.kept.values()]).toMatchObject([
      { id: "container_1", owner: "key:ada" },
    ]),
  );
  expect(await ask("bob", "/claude/v1/messages", { ...request, container: "container_1" })).toBe(404);
});

it("an answer to a call that makes nothing is not read for ids", async () => {
  const { ask, context } = open(scriptedEngine("e", "claude", answers(200, whole)));
  await ask("ada", "/claude/v1/messages", { ...request, tools: [] });
  expect(context.ledger.resources.kept.size).toBe(0);
});

it("items of a conversation that the gateway keeps are checked when they go out", async () => {
  const engine = scriptedEngine(
    "e",
    "codex",
    answers(200, { id: "resp_1", status: "completed", output: [] }),
  );
  const { ask, context } = open(engine);
  await context.ledger.resources.of("key:ada").keep([{ engine: "e", id: "file-1" }]);
  const item = { type: "message", role: "user", content: [{ type: "input_file", file_id: "file-1" }] };
  await context.ledger.conversations.create({ id: "conv_1", createdAt: new Date(0), metadata: {} }, [
    { id: "msg_1", item },
  ]);
  const turn = { model: "m", input: "go on", conversation: "conv_1" };
  expect(await ask("bob", "/codex/v1/responses", turn)).toBe(404);
  expect(engine.requests).toEqual([]);
  expect(await ask("ada", "/codex/v1/responses", turn)).toBe(200);
});

it("the handle of a session belongs to the key that had the session", async () => {
  const target = "/gemini/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent";
  const sent: string[] = [];
  let handler: SocketHandler | undefined;
  const engine = scriptedEngine("e", "gemini", undefined, {
    connect: (_, given) => {
      handler = given;
      queueMicrotask(() => given.onOpen(""));
      return {
        send: (data) => sent.push(Buffer.from(data).toString()) > 0,
        close: () => undefined,
        resume: () => undefined,
        abort: () => undefined,
      };
    },
  });
  const { gateway, context } = open(engine);
  const setup = (handle: string) =>
    Buffer.from(JSON.stringify({ setup: { model: "models/m", sessionResumption: { handle } } }));
  const talk = async (who: string, message: Buffer) => {
    sent.length = 0;
    let closed: string | undefined;
    const accepted = Promise.withResolvers<void>();
    const session = gateway.session(admissionTo(target, [], keyOf(who), "GET"), {
      accept: () => {
        accepted.resolve();
        return true;
      },
      refuse: () => accepted.resolve(),
      send: () => true,
      takeMore: () => undefined,
      close: (_code, reason) => {
        closed = reason;
      },
      break: () => undefined,
    });
    await accepted.promise;
    session.fromCaller(message, true);
    const deadline = Date.now() + 10_000;
    while (closed === undefined && sent.length === 0 && Date.now() < deadline) await nextTurn();
    handler!.onMessage(Buffer.from('{"sessionResumptionUpdate":{"newHandle":"h/1","resumable":true}}'), true);
    session.leave("client_gone");
    await session.recorded;
    return closed ?? "passed";
  };
  expect(await talk("ada", Buffer.from('{"setup":{"model":"models/m"}}'))).toBe("passed");
  expect([...context.ledger.resources.kept.values()]).toMatchObject([
    { id: "sessionResumption=h/1", owner: "key:ada" },
  ]);
  expect(await talk("ada", setup("h/1"))).toBe("passed");
  expect([await talk("bob", setup("h/1")), sent]).toEqual(["resource_not_found", []]);
});
