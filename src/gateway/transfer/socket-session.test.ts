import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import type { Engine, EngineSocket, SocketHandler, SocketRequest } from "../../engines/index.ts";
import type { Admission } from "../exchange/admission.ts";
import type { CallAccount } from "../exchange/call-account.ts";
import type { PlainResponse } from "../exchange/plain-response.ts";
import type { SocketSink } from "../exchange/socket-session.ts";
import { scriptedEngine } from "../fixtures/scripted-engine.ts";
import { testContext } from "../fixtures/test-context.ts";
import { passedAdmission, plainPlan } from "../fixtures/transfer-plan.ts";
import { recordingAccount } from "./fixtures/recording-account.ts";
import { SocketSession } from "./socket-session.ts";
import type { MessageWatch, TransferPlan } from "./transfer-plan.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** An engine whose WebSocket the test plays. */
class FakeSocket implements EngineSocket {
  readonly log: string[] = [];
  takesMore = true;

  send(data: Uint8Array, isBinary: boolean): boolean {
    this.log.push(`${isBinary ? "binary" : "text"} ${Buffer.from(data).toString()}`);
    return this.takesMore;
  }

  close(code: number | undefined, reason: string): void {
    this.log.push(`close ${code} ${reason}`);
  }

  resume(): void {
    this.log.push("resume");
  }

  abort(): void {
    this.log.push("abort");
  }
}

class FakeSink implements SocketSink {
  readonly log: string[] = [];
  answer: PlainResponse | undefined;
  headers: readonly string[] = [];
  isGone = false;
  takesMore = true;

  accept(protocol: string, headers: readonly string[]): boolean {
    this.log.push(`accept ${protocol}`);
    this.headers = headers;
    return !this.isGone;
  }

  refuse(answer: PlainResponse): void {
    this.answer = answer;
    this.log.push(`refuse ${answer.status}`);
  }

  send(data: Uint8Array, isBinary: boolean): boolean {
    this.log.push(`${isBinary ? "binary" : "text"} ${Buffer.from(data).toString()}`);
    return this.takesMore;
  }

  takeMore(): void {
    this.log.push("takeMore");
  }

  close(code: number | undefined, reason: string): void {
    this.log.push(`close ${code} ${reason}`);
  }

  break(): void {
    this.log.push("break");
  }
}

function open(more: { plan?: Partial<TransferPlan>; admission?: Admission; engine?: Partial<Engine> } = {}) {
  const socket = new FakeSocket();
  const sink = new FakeSink();
  const requests: SocketRequest[] = [];
  let handler: SocketHandler | undefined;
  const engine = scriptedEngine("e", "codex", undefined, {
    connect: (request, given) => {
      requests.push(request);
      handler = given;
      return socket;
    },
    ...more.engine,
  });
  const context = testContext({ engines: [engine] });
  const admission =
    more.admission ??
    passedAdmission({
      method: "GET",
      headers: [
        "Authorization",
        "Bearer ours",
        "Upgrade",
        "websocket",
        "Connection",
        "Upgrade",
        "Sec-WebSocket-Key",
        "abc",
        "Sec-WebSocket-Protocol",
        "realtime, openai-insecure-api-key.ours",
        "OpenAI-Beta",
        "realtime=v1",
      ],
      passed: { group: "realtime", access: "inference", isSocket: true },
    });
  const session = new SocketSession(
    context,
    plainPlan(engine, { model: "m", ...more.plan }),
    admission,
    sink,
  );
  const receipt = async () => {
    await session.recorded;
    expect(context.ledger.receipts).toHaveLength(1);
    return context.ledger.receipts[0]!;
  };
  return { session, socket, sink, requests, context, receipt, handler: () => handler! };
}

/** A session that is open and has passed its first message on. */
async function opened(more: Parameters<typeof open>[0] = {}) {
  const fake = open(more);
  fake.session.start();
  await turn();
  fake.handler().onOpen("realtime");
  fake.session.fromCaller(Buffer.from("first"), false);
  await turn();
  return fake;
}

describe("a session", () => {
  it("connects to the engine without the caller's key, and answers the caller only then", async () => {
    const { session, sink, requests, handler, context } = open();
    session.start();
    await turn();
    expect(context.ledger.log[0]).toContain("begin");
    expect(requests).toEqual([
      {
        path: "/v1/files/file-1",
        headers: ["OpenAI-Beta", "realtime=v1"],
        protocols: ["realtime"],
        maxMessageBytes: 16 * 1024 * 1024,
      },
    ]);
    expect(sink.log).toEqual([]);
    handler().onOpen("realtime");
    expect(sink.log).toEqual(["accept realtime"]);
    const { runId } = session;
    const ids = ["x-abp-run-id", runId, "x-request-id", runId];
    expect(sink.headers).toEqual(["x-abp-mode", "passthrough", ...ids]);
  });

  it("sends nothing before its beginning is durable", async () => {
    const gate = Promise.withResolvers<void>();
    const { session, requests, context } = open();
    context.ledger.gates.set("begin", gate.promise);
    session.start();
    await turn();
    expect(requests).toEqual([]);
    gate.resolve();
    await turn();
    expect(requests).toHaveLength(1);
  });

  it("passes messages of both kinds on, and leaves one receipt with digests, counts and usage", async () => {
    const { session, socket, sink, handler, receipt } = await opened();
    session.fromCaller(Buffer.from("bytes"), true);
    const done = (input: number) =>
      JSON.stringify({
        type: "response.done",
        response: { usage: { input_tokens: input, output_tokens: 1 } },
      });
    handler().onMessage(Buffer.from("hi"), false);
    handler().onMessage(Buffer.from(done(5)), false);
    handler().onMessage(Buffer.from(done(7)), true);
    session.callerClosed(1000, "bye");
    expect(socket.log).toEqual(["text first", "binary bytes", "close 1000 bye"]);
    expect(sink.log).toEqual(["accept realtime", "text hi", `text ${done(5)}`, `binary ${done(7)}`]);
    const { observed, outcome, usage } = await receipt();
    const answered = `hi${done(5)}${done(7)}`;
    expect(observed).toMatchObject({
      call: { status: 101, model: "m", operation: "pass", stream: true },
      request: { bytes: 10, sha256: sha256("firstbytes") },
      response: { bytes: answered.length, sha256: sha256(answered) },
      transfer: {
        group: "realtime",
        state: "complete",
        socket: {
          from_caller: { messages: 2, bytes: 10 },
          from_engine: { messages: 3, bytes: answered.length },
          close_code: 1000,
          closed_by: "caller",
        },
      },
    });
    expect(outcome).toBe("complete");
    expect(usage).toMatchObject({ input_tokens: 12, output_tokens: 2 });
  });

  it("lets each side wait for the other", async () => {
    const { session, socket, sink, handler } = await opened();
    socket.takesMore = false;
    expect(session.fromCaller(Buffer.from("a"), false)).toBe(false);
    handler().onDrain();
    expect(sink.log.at(-1)).toBe("takeMore");
    sink.takesMore = false;
    expect(handler().onMessage(Buffer.from("b"), false)).toBe(false);
    session.resume();
    expect(socket.log.at(-1)).toBe("resume");
  });
});

describe("the messages of a session", () => {
  const denied = () => new AbpError("policy_denied", "the key may not use this model");
  const watching = (check: MessageWatch["check"], model?: string): Partial<TransferPlan> => ({
    model: undefined,
    openMessageWatch: () => ({ check, model }),
  });
  const started = async (plan: Partial<TransferPlan>) => {
    const fake = open({ plan });
    fake.session.start();
    await turn();
    fake.handler().onOpen("");
    return fake;
  };

  it("are each checked before they are passed on", async () => {
    const seen: string[] = [];
    const { session, socket, receipt } = await started(
      watching((data) => void seen.push(data.toString()), "models/live"),
    );
    expect(session.fromCaller(Buffer.from("setup"), false)).toBe(true);
    expect(session.fromCaller(Buffer.from("more"), true)).toBe(true);
    expect([seen, socket.log]).toEqual([
      ["setup", "more"],
      ["text setup", "binary more"],
    ]);
    session.callerClosed(1005, "");
    expect((await receipt()).observed?.call?.model).toBe("models/live");
  });

  it("keep the model of the query in the receipt", async () => {
    const { session, receipt } = await started({ ...watching(() => undefined, "other"), model: "m" });
    session.fromCaller(Buffer.from("a"), false);
    session.callerClosed(1000, "");
    expect((await receipt()).observed?.call?.model).toBe("m");
  });

  it("wait behind one whose names are looked up, in their order", async () => {
    const lookups = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const seen: string[] = [];
    const { session, socket, sink, handler } = await started(
      watching((data) => {
        const text = data.toString();
        seen.push(text);
        return text.startsWith("file") ? lookups[Number(text.slice(4))]?.promise : undefined;
      }),
    );
    for (const text of ["file0", "a", "file1", "b"])
      expect(session.fromCaller(Buffer.from(text), false)).toBe(false);
    handler().onDrain();
    await turn();
    expect([seen, socket.log, sink.log]).toEqual([["file0"], [], ["accept "]]);
    lookups[0]!.resolve();
    await turn();
    expect(socket.log).toEqual(["text file0", "text a"]);
    expect(sink.log).not.toContain("takeMore");
    lookups[1]!.resolve();
    await turn();
    expect(socket.log).toEqual(["text file0", "text a", "text file1", "text b"]);
    expect(sink.log.filter((line) => line === "takeMore")).toHaveLength(1);
    expect(session.fromCaller(Buffer.from("c"), false)).toBe(true);
  });

  it("do not ask for more after a look-up if the engine is full", async () => {
    const { session, socket, sink } = await started(watching(async () => undefined));
    socket.takesMore = false;
    session.fromCaller(Buffer.from("file"), false);
    await turn();
    expect([socket.log, sink.log]).toEqual([["text file"], ["accept "]]);
  });

  it("are not passed on after a look-up that the session did not outlive", async () => {
    const lookup = Promise.withResolvers<void>();
    const { session, socket, sink } = await started(watching(() => lookup.promise));
    session.fromCaller(Buffer.from("file"), false);
    session.callerClosed(1000, "");
    lookup.resolve();
    await turn();
    expect([socket.log, sink.log]).toEqual([["close 1000 "], ["accept "]]);
  });

  it.each([
    [
      "at once",
      () => {
        throw denied();
      },
    ],
    [
      "after a look-up",
      async () => {
        throw denied();
      },
    ],
  ])("that ask for what is forbidden never reach the engine, when that is found %s", async (_, refuse) => {
    let count = 0;
    const { session, socket, sink, receipt } = await started(
      watching(() => (++count < 3 ? undefined : refuse())),
    );
    for (const text of ["a", "b", "bad", "behind"]) session.fromCaller(Buffer.from(text), false);
    await turn();
    expect(socket.log).toEqual(["text a", "text b", "abort"]);
    expect(sink.log).toEqual(["accept ", "close 1008 policy_denied"]);
    const { termination, outcome, observed } = await receipt();
    expect([termination?.code, outcome]).toEqual(["policy_denied", "failed"]);
    expect(observed?.transfer?.socket).toEqual({
      from_caller: { messages: 2, bytes: 2 },
      from_engine: { messages: 0, bytes: 0 },
      close_code: 1008,
      closed_by: "gateway",
    });
  });
});

describe("the end of a session", () => {
  it("passes the engine's close code on", async () => {
    const { sink, handler, receipt } = await opened();
    handler().onClose(4002, "limit");
    expect(sink.log.at(-1)).toBe("close 4002 limit");
    expect((await receipt()).observed?.transfer).toMatchObject({
      state: "complete",
      socket: { close_code: 4002, closed_by: "engine" },
    });
  });

  it("by an error of the engine is recorded as such", async () => {
    const { sink, handler, receipt } = await opened();
    handler().onClose(1011, "oops");
    expect(sink.log.at(-1)).toBe("close 1011 oops");
    const found = await receipt();
    expect([found.outcome, found.termination?.code]).toEqual(["partial", "stream_closed"]);
  });

  it("without a close frame is incomplete, on either side", async () => {
    const engine = await opened();
    engine.handler().onClose(1006, "");
    expect(engine.sink.log.at(-1)).toBe("break");
    expect((await engine.receipt()).observed?.transfer).toMatchObject({
      state: "incomplete",
      socket: { close_code: null, closed_by: "engine" },
    });
    const caller = await opened();
    caller.session.callerClosed(1006, "");
    expect(caller.socket.log.at(-1)).toBe("abort");
    const found = await caller.receipt();
    expect(found.observed?.transfer).toMatchObject({
      state: "incomplete",
      socket: { close_code: null, closed_by: "caller" },
    });
    expect(found.termination?.code).toBe("client_gone");
  });

  it("when the daemon stops closes both sides once", async () => {
    const { session, sink, socket, receipt } = await opened();
    session.leave("shutting_down");
    session.leave("client_gone");
    session.callerClosed(1006, "");
    expect(sink.log.at(-1)).toBe("close 1001 shutting_down");
    expect(socket.log.at(-1)).toBe("abort");
    expect((await receipt()).observed?.transfer?.socket).toMatchObject({
      close_code: 1001,
      closed_by: "gateway",
    });
  });
});

describe("a session that does not come about", () => {
  it("is refused with the engine's own answer", async () => {
    const { session, sink, handler, receipt } = open();
    session.start();
    await turn();
    handler().onRefused(429, ["content-type", "application/json", "content-length", "2"], Buffer.from("{}"));
    expect(sink.answer).toEqual({
      status: 429,
      headers: [
        "content-type",
        "application/json",
        "x-abp-mode",
        "passthrough",
        "x-abp-run-id",
        session.runId,
        "x-request-id",
        session.runId,
      ],
      body: "{}",
    });
    const found = await receipt();
    expect(found.observed?.call?.status).toBe(429);
    expect(found.observed?.transfer?.state).toBe("incomplete");
  });

  it("is refused in the caller's dialect if the engine fails or answers something else", async () => {
    for (const fail of [
      (handler: SocketHandler) => handler.onFailure(new AbpError("backend_unavailable", "no connection")),
      (handler: SocketHandler) => handler.onRefused(200, [], Buffer.from("hello")),
    ]) {
      const { session, sink, handler, receipt } = open();
      session.start();
      await turn();
      fail(handler());
      expect(sink.answer?.status).toBe(503);
      expect((await receipt()).termination?.code).toBe("backend_unavailable");
    }
  });

  it("is refused if the engine has no WebSockets", async () => {
    const { session, sink, receipt } = open({ engine: { connect: undefined as never } });
    session.start();
    await turn();
    expect(sink.answer?.status).toBe(404);
    expect((await receipt()).outcome).toBe("failed");
  });

  it("is left if the caller goes before the engine has answered", async () => {
    const { session, sink, socket, handler, receipt } = open();
    session.start();
    await turn();
    session.callerClosed(1006, "");
    expect(socket.log).toEqual(["abort"]);
    handler().onOpen("realtime");
    expect(sink.log).toEqual([]);
    expect((await receipt()).termination?.code).toBe("client_gone");
    const late = open();
    late.session.start();
    await turn();
    late.sink.isGone = true;
    late.handler().onOpen("");
    expect(late.socket.log).toEqual(["abort"]);
  });
});

describe("a session of a run", () => {
  function accounted(more: Partial<CallAccount> = {}) {
    const { log, account } = recordingAccount(more);
    const plain = passedAdmission({ method: "GET", passed: { group: "realtime", isSocket: true } });
    return { log, admission: { ...plain, account } };
  }

  it("is checked before it is planned and before it is opened, and metered at its end", async () => {
    const { log, admission } = accounted();
    const { session, handler, receipt } = open({ admission });
    session.start();
    await turn();
    expect(log).toEqual(["enter", "check", "wait", "check", "started"]);
    handler().onOpen("");
    session.callerClosed(1000, "");
    await receipt();
    expect(log.slice(5, 7)).toEqual(["exit", "meter pass"]);
    expect(log).toContain("receipt");
  });

  it("is refused if the budget is spent, at the beginning or before it is opened", async () => {
    for (const allowed of [0, 1]) {
      let checks = 0;
      const { admission } = accounted({
        check: () => {
          if (checks++ >= allowed) throw new AbpError("run_budget_exceeded", "the budget is spent");
        },
      });
      const { session, sink, requests, receipt } = open({ admission });
      session.start();
      await turn();
      expect([sink.answer?.status, requests]).toEqual([409, []]);
      const found = await receipt();
      expect([found.termination?.code, found.observed?.call?.status]).toEqual(["run_budget_exceeded", 409]);
    }
  });

  it("ends with the run", async () => {
    const { session, sink, receipt } = await opened();
    session.leave("run_ended");
    expect(sink.log.at(-1)).toMatch(/^close 1001 /);
    expect((await receipt()).observed?.transfer?.socket).toMatchObject({
      close_code: 1001,
      closed_by: "gateway",
    });
  });

  it("is checked for the owner of the run that its path names", async () => {
    const parentRun = "00000000-0000-7000-8000-00000000000a";
    const plain = passedAdmission({ method: "GET", passed: { group: "realtime", isSocket: true } });
    const admission = { ...plain, recognised: { ...plain.recognised, parentRun } };
    const { session, sink, requests, context } = open({ admission });
    // A work order's run, which no key made.
    context.ledger.findOpen = async () => ({ runId: parentRun, facts: {} }) as never;
    session.start();
    await turn();
    expect([sink.answer?.status, requests]).toEqual([404, []]);
  });
});

describe("a session that is left early", () => {
  it("opens nothing if that happens while it is planned, or while its beginning is stored", async () => {
    const gate = Promise.withResolvers<void>();
    const stored = open();
    stored.context.ledger.gates.set("begin", gate.promise);
    stored.session.start();
    await turn();
    stored.session.leave("client_gone");
    gate.resolve();
    await turn();
    expect([stored.requests, stored.socket.log]).toEqual([[], []]);
    const planned = open();
    planned.session.start();
    planned.session.leave("client_gone");
    await turn();
    expect([planned.requests, planned.context.ledger.log.filter((line) => line.includes("begin"))]).toEqual([
      [],
      [],
    ]);
  });

  it("takes no messages before it is open, and resumes nothing", async () => {
    const { session, socket, handler } = open();
    session.resume();
    expect(session.fromCaller(Buffer.from("a"), false)).toBe(false);
    session.start();
    await turn();
    expect(session.fromCaller(Buffer.from("b"), false)).toBe(false);
    handler().onOpen("");
    session.callerClosed(1000, "");
    expect(session.fromCaller(Buffer.from("c"), false)).toBe(false);
    expect(handler().onMessage(Buffer.from("d"), false)).toBe(false);
    handler().onDrain();
    handler().onClose(1000, "");
    handler().onRefused(429, [], Buffer.from(""));
    handler().onFailure(new AbpError("backend_unavailable", "late"));
    expect(socket.log).toEqual(["close 1000 "]);
  });

  it("is recorded at once if somebody waits for the receipt, before or after its end", async () => {
    for (const waits of ["before", "after"]) {
      const { session, context } = await opened();
      let hurried = 0;
      const { receipts } = context;
      const hurry = receipts.hurry.bind(receipts);
      receipts.hurry = () => {
        hurried += 1;
        hurry();
      };
      const early = waits === "before" ? session.recorded : undefined;
      expect(hurried).toBe(0);
      session.callerClosed(1000, "");
      expect(hurried).toBe(waits === "before" ? 1 : 0);
      await (early ?? session.recorded);
      expect(hurried).toBe(1);
      await session.recorded;
      expect(hurried).toBe(1);
    }
  });

  it("reports a fault of ours, and tells the caller nothing of it", async () => {
    const fault = new TypeError("a secret path");
    const { session, sink, context, handler } = open({
      plan: {
        openMessageWatch: () => ({
          check: () => {
            throw fault;
          },
          model: undefined,
        }),
      },
    });
    session.start();
    await turn();
    handler().onOpen("");
    session.fromCaller(Buffer.from("a"), false);
    expect(sink.log.at(-1)).toBe("close 1008 internal");
    expect(context.reports).toEqual([{ message: "a session failed inside the gateway", error: fault }]);
  });

  it("carries the caller's own key only to an engine that uses such keys", async () => {
    const asked = async (engine: Partial<Engine>, plan: Partial<TransferPlan> = {}) => {
      const admission = passedAdmission({
        method: "GET",
        headers: ["x-abp-key", "ours", "authorization", "Bearer theirs"],
      });
      const { session, requests } = open({ admission, engine, plan });
      session.start();
      await turn();
      return requests[0]?.callerCredential;
    };
    expect(await asked({ usesCallerKey: true })).toBe("theirs");
    expect(await asked({ usesCallerKey: true }, { getsCallerKey: false })).toBeUndefined();
    expect(await asked({})).toBeUndefined();
  });
});
