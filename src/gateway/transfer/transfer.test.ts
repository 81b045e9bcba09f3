import { createHash } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { aWhile, until } from "../../../test/eventually.ts";
import { AbpError } from "../../contract/index.ts";
import type { UpstreamRequest } from "../../engines/index.ts";
import type { Admission } from "../exchange/admission.ts";
import { RecordingSink } from "../fixtures/recording-sink.ts";
import { type Script, scriptedEngine } from "../fixtures/scripted-engine.ts";
import { testContext } from "../fixtures/test-context.ts";
import { passedAdmission, plainPlan } from "../fixtures/transfer-plan.ts";
import { recordingAccount } from "./fixtures/recording-account.ts";
import { Transfer } from "./transfer.ts";
import type { BodyWatch, PlanTransfer, TransferPlan } from "./transfer-plan.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const turn = () => new Promise((resolve) => setImmediate(resolve));

async function* chunksOf(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

async function readUpload(request: UpstreamRequest | undefined): Promise<string> {
  let text = "";
  for await (const chunk of request!.upload!.chunks) text += Buffer.from(chunk).toString();
  return text;
}

/** An engine that reads the whole body and then answers. */
const answersAfterBody =
  (status: number, body: string, headers: readonly string[] = []): Script =>
  (handler, request) => {
    const answer = () => {
      handler.onHead(status, ["content-type", "application/json", ...headers]);
      handler.onData(Buffer.from(body));
      handler.onEnd();
    };
    if (request.upload === undefined) answer();
    else readUpload(request).then(answer, () => undefined);
  };

function open(
  script: Script | undefined,
  more: {
    readonly admission?: Admission;
    readonly body?: AsyncIterable<Uint8Array>;
    readonly plan?: Partial<TransferPlan>;
    readonly planTransfer?: PlanTransfer;
  } = {},
) {
  const engine = scriptedEngine("e", "openai", script);
  const context = testContext({ engines: [engine] });
  const sink = new RecordingSink();
  const transfer = new Transfer(
    context,
    more.planTransfer ?? plainPlan(engine, more.plan),
    more.admission ?? passedAdmission(),
    more.body,
    sink,
  );
  const receipt = async () => {
    await transfer.recorded;
    expect(context.ledger.receipts).toHaveLength(1);
    return context.ledger.receipts[0]!;
  };
  return { engine, context, sink, transfer, receipt };
}

describe("a transfer", () => {
  it("passes request and answer on as they are, and records both digests", async () => {
    const admission = passedAdmission({
      headers: [
        "Content-Type",
        "multipart/form-data; boundary=x",
        "Content-Length",
        "6",
        "Content-Encoding",
        "gzip",
        "Authorization",
        "Bearer our-key",
        "Connection",
        "keep-alive",
        "OpenAI-Beta",
        "x",
      ],
    });
    const headers = ["X-Request-Id", "r1", "Connection", "close", "x-abp-run-id", "forged"];
    const script = answersAfterBody(200, '{"id":"file-9","model":"m"}', headers);
    const { engine, sink, transfer, receipt, context } = open(script, {
      admission,
      body: chunksOf("abc", "def"),
    });
    transfer.start();
    await sink.over;
    expect(engine.requests).toHaveLength(1);
    const { upload, ...request } = engine.requests[0]!;
    expect(request).toStrictEqual({
      method: "POST",
      path: "/v1/files/file-1",
      headers: [
        "Content-Type",
        "multipart/form-data; boundary=x",
        "Content-Encoding",
        "gzip",
        "OpenAI-Beta",
        "x",
      ],
      repeatable: false,
      isAuxiliary: true,
    });
    expect(upload?.length).toBe(6);
    expect(sink.status).toBe(200);
    expect(sink.text).toBe('{"id":"file-9","model":"m"}');
    expect(sink.headers).toEqual([
      "content-type",
      "application/json",
      "X-Request-Id",
      "r1",
      "x-abp-mode",
      "passthrough",
      "x-abp-run-id",
      transfer.runId,
    ]);
    const { observed, outcome, mode, termination } = await receipt();
    const asked = { bytes: 6, sha256: sha256("abcdef") };
    const answered = { bytes: 27, sha256: sha256('{"id":"file-9","model":"m"}') };
    expect(observed).toMatchObject({
      request: asked,
      upstream_request: asked,
      response: answered,
      upstream_response: answered,
      call: { engine: "e", status: 200, operation: "pass", caller: "dev", reported_model: "m" },
      transfer: { method: "POST", endpoint: "/v1/files/:id", group: "files", state: "complete" },
    });
    expect([outcome, mode, termination?.reason]).toEqual(["complete", "passthrough", "completed"]);
    expect(JSON.stringify(await receipt())).not.toContain("secret");
    expect(context.ledger.log[0]).toContain("begin");
  });

  it("goes to the origin that the engine named for the rest of an upload", async () => {
    const { engine, sink, transfer } = open(answersAfterBody(200, "{}"), {
      body: chunksOf("a"),
      plan: { path: "/up?upload_id=1", origin: "https://up.vendor.test" },
    });
    transfer.start();
    await sink.over;
    expect(engine.requests).toMatchObject([{ path: "/up?upload_id=1", origin: "https://up.vendor.test" }]);
  });

  it("sends nothing before its beginning is durable", async () => {
    const gate = Promise.withResolvers<void>();
    const { engine, context, transfer, sink } = open(answersAfterBody(200, "{}"), { body: chunksOf("a") });
    context.ledger.gates.set("begin", gate.promise);
    transfer.start();
    await turn();
    expect(engine.requests).toEqual([]);
    gate.resolve();
    await sink.over;
    expect(engine.requests).toHaveLength(1);
  });

  it("shows the beginning of a JSON body to the plan, and of no other", async () => {
    for (const [type, expected] of [
      ["application/json; charset=utf-8", '{"model":"m"}'],
      ["audio/wav", undefined],
    ] as const) {
      let first: string | undefined;
      const engine = scriptedEngine("e", "openai", answersAfterBody(200, "{}"));
      const { transfer, sink } = open(undefined, {
        admission: passedAdmission({ headers: ["content-type", type] }),
        body: chunksOf('{"model"', ':"m"}'),
        planTransfer: async (admission, given, judge) => {
          first = given === undefined ? undefined : Buffer.from(given.bytes).toString();
          return plainPlan(engine)(admission, given, judge);
        },
      });
      transfer.start();
      await sink.over;
      expect(first).toBe(expected);
      expect(sink.status).toBe(200);
    }
  });

  it("replaces the model if the route renames it, and announces the new length", async () => {
    const admission = passedAdmission({
      headers: ["content-type", "application/json", "content-length", "13"],
    });
    let got = "";
    const { transfer, sink, receipt, engine } = open(
      (handler, request) => {
        void readUpload(request).then((text) => {
          got = text;
          answersAfterBody(200, "{}")(handler, { ...request, upload: undefined as never });
        });
      },
      {
        admission,
        body: chunksOf('{"model":"a"}'),
        plan: {
          model: "a",
          upstreamModel: "real",
          splice: { start: 9, end: 12, text: '"real"' },
          warnings: ['the model "a" was replaced by "real"'],
        },
      },
    );
    transfer.start();
    await sink.over;
    expect(got).toBe('{"model":"real"}');
    expect(engine.requests[0]!.upload!.length).toBe(16);
    expect((await receipt()).observed).toMatchObject({
      call: { model: "a", upstream_model: "real" },
      request: { bytes: 13 },
      upstream_request: { bytes: 16, sha256: sha256('{"model":"real"}') },
      warnings: ['the model "a" was replaced by "real"'],
    });
  });

  it("gives the caller's own vendor key only to an engine that uses such keys", async () => {
    const admission = passedAdmission({ headers: ["x-abp-key", "ours", "authorization", "Bearer theirs"] });
    for (const [usesCallerKey, getsCallerKey, expected] of [
      [true, undefined, "theirs"],
      [true, false, undefined],
      [false, undefined, undefined],
    ] as const) {
      const engine = scriptedEngine("e", "openai", answersAfterBody(200, "{}"), { usesCallerKey });
      const { transfer, sink } = open(undefined, {
        admission,
        planTransfer: plainPlan(engine, { getsCallerKey }),
      });
      transfer.start();
      await sink.over;
      expect(engine.requests[0]!.callerCredential).toBe(expected);
    }
  });

  it("counts tokens if the answer does, and the calls of models for the circuit breaker", async () => {
    const admission = passedAdmission({ passed: { group: "embeddings", access: "inference" } });
    const answer = JSON.stringify({ data: [], usage: { prompt_tokens: 7, total_tokens: 7 } });
    const { transfer, engine, sink, receipt } = open(answersAfterBody(200, answer), { admission });
    transfer.start();
    await sink.over;
    expect((await receipt()).usage).toMatchObject({ input_tokens: 7, output_tokens: null });
    expect(engine.requests[0]!.isAuxiliary).toBe(false);
  });
});

describe("the answer of a transfer", () => {
  it("is changed only if the plan replaces an address, which the receipt names without its query", async () => {
    const splices: { where: string; from: string; to: string }[] = [];
    const { transfer, sink, receipt } = open(answersAfterBody(200, '{"results_url":"https://v/x?sig=1"}'), {
      admission: passedAdmission({ passed: { addresses: ["results_url"] } }),
      plan: {
        openAnswer: (_status, headers) => ({
          headers,
          push: (chunk) => {
            splices.push({ where: "$.results_url", from: "https://v/x?sig=1", to: "http://gw/x?sig=1" });
            return Buffer.from(Buffer.from(chunk).toString().replace("https://v", "http://gw"));
          },
          end: async () => Buffer.from("\n"),
          splices,
        }),
      },
    });
    transfer.start();
    await sink.over;
    const text = '{"results_url":"http://gw/x?sig=1"}\n';
    expect(sink.text).toBe(text);
    expect((await receipt()).observed).toMatchObject({
      upstream_response: { sha256: sha256('{"results_url":"https://v/x?sig=1"}') },
      response: { bytes: text.length, sha256: sha256(text) },
      transfer: { splices: [{ where: "$.results_url", from: "https://v/x", to: "http://gw/x" }] },
    });
  });

  it("keeps its last bytes back until the ids in it are stored", async () => {
    const stored = Promise.withResolvers<undefined>();
    const { transfer, sink, engine } = open(undefined, {
      admission: passedAdmission({ passed: { makes: [["id"]] } }),
      plan: {
        openAnswer: (_status, headers) => ({
          headers,
          push: (chunk) => chunk,
          end: () => stored.promise,
          splices: [],
          storesAtEnd: true,
        }),
      },
    });
    transfer.start();
    await turn();
    engine.handler.onHead(200, ["content-type", "application/json"]);
    engine.handler.onData(Buffer.from('{"id":'));
    engine.handler.onData(Buffer.from('"x"}'));
    engine.handler.onEnd();
    await turn();
    expect(sink.text).toBe('{"id":');
    expect(sink.isEnded).toBe(false);
    stored.resolve(undefined);
    await sink.over;
    expect(sink.text).toBe('{"id":"x"}');
  });

  it.each([
    ["is sent", undefined, 200],
    ["says so where it cannot be", new Error("disk full"), 500],
  ])("without a body waits until its header's id is stored, and %s", async (_, failure, status) => {
    const stored = Promise.withResolvers<undefined>();
    const { transfer, sink, engine } = open(undefined, {
      plan: {
        openAnswer: (_status, headers) => ({
          headers,
          push: (chunk) => chunk,
          end: () => stored.promise,
          splices: [],
          storesAtEnd: true,
        }),
      },
    });
    transfer.start();
    await turn();
    engine.handler.onHead(200, ["x-upload-url", "u", "content-length", "0"]);
    engine.handler.onEnd();
    await turn();
    expect(sink.status).toBeUndefined();
    if (failure === undefined) stored.resolve(undefined);
    else stored.reject(failure);
    await sink.over;
    expect([sink.status, sink.isEnded]).toEqual([status, true]);
  });

  it("keeps no event of a stream back", async () => {
    const { transfer, sink, engine } = open(undefined);
    transfer.start();
    await turn();
    engine.handler.onHead(200, ["content-type", "text/event-stream"]);
    engine.handler.onData(Buffer.from("data: 1\n\n"));
    expect(sink.text).toBe("data: 1\n\n");
  });

  it("makes the engine wait for a caller that does not read", async () => {
    const { transfer, sink, engine } = open(undefined);
    transfer.start();
    await turn();
    sink.takesMore = false;
    engine.handler.onHead(200, []);
    expect(engine.handler.onData(Buffer.from("a"))).toBe(false);
    sink.source!.resume();
    expect(engine.resumed).toBe(1);
  });

  it("with an error status is passed on as it is, and the receipt has the failure without the vendor's words", async () => {
    const body = JSON.stringify({ error: { message: "private words", type: "invalid_request_error" } });
    const { transfer, sink, receipt } = open(answersAfterBody(404, body));
    transfer.start();
    await sink.over;
    expect([sink.status, sink.text]).toEqual([404, body]);
    const found = await receipt();
    expect(found.outcome).toBe("failed");
    expect(found.observed?.transfer?.state).toBe("complete");
    expect(JSON.stringify(found)).not.toContain("private words");
  });

  it.each([400, 413, 503])(
    "of status %i ends the upload with its head, however late its body ends",
    async (status) => {
      async function* endless() {
        for (;;) {
          yield Buffer.from("x");
          await turn();
        }
      }
      let taken = 0;
      const { transfer, sink, engine, receipt } = open(
        (handler, request) => {
          void (async () => {
            for await (const _ of request.upload!.chunks)
              if (++taken === 3) handler.onHead(status, ["content-type", "application/json"]);
          })().catch(() => undefined);
        },
        { body: endless() },
      );
      transfer.start();
      await until(() => taken === 3);
      await aWhile();
      expect([taken, sink.status, sink.isEnded]).toEqual([3, status, false]);
      engine.handler.onEnd();
      await sink.over;
      expect([taken, (await receipt()).observed?.transfer?.state]).toEqual([3, "incomplete"]);
    },
  );

  it("that comes before the body is complete stops the upload and is passed on", async () => {
    let isReleased = false;
    async function* endless() {
      try {
        for (;;) {
          yield Buffer.from("x");
          await turn();
        }
      } finally {
        isReleased = true;
      }
    }
    const taken: string[] = [];
    const { transfer, sink, receipt } = open(
      (handler, request) => {
        void (async () => {
          for await (const chunk of request.upload!.chunks) {
            taken.push(Buffer.from(chunk).toString());
            if (taken.length !== 3) continue;
            handler.onHead(413, ["content-type", "application/json"]);
            handler.onData(Buffer.from("{}"));
            setImmediate(() => handler.onEnd());
          }
        })().catch(() => taken.push("stopped"));
      },
      { body: endless() },
    );
    transfer.start();
    await sink.over;
    await turn();
    await turn();
    expect([sink.status, sink.text]).toEqual([413, "{}"]);
    expect(taken).toEqual(["x", "x", "x", "stopped"]);
    expect(isReleased).toBe(true);
    expect((await receipt()).observed?.transfer?.state).toBe("incomplete");
  });
});

describe("the answer of a transfer", () => {
  it("has the run's id as the id of the request if the engine sent none", async () => {
    const { transfer, sink } = open(answersAfterBody(200, "{}"));
    transfer.start();
    await sink.over;
    expect(sink.header("x-abp-run-id")).toBe(transfer.runId);
    expect(sink.header("x-request-id")).toBe(transfer.runId);
  });
});

describe("a transfer that fails", () => {
  it("before an answer has begun is answered in the caller's dialect", async () => {
    const { transfer, sink, receipt } = open(undefined, {
      planTransfer: async () => {
        throw new AbpError("access_denied", "the key may not use files");
      },
    });
    transfer.start();
    await sink.over;
    expect(sink.status).toBe(403);
    expect(sink.json).toMatchObject({ error: { message: expect.stringContaining("may not use files") } });
    expect(sink.header("x-abp-run-id")).toBe(transfer.runId);
    const found = await receipt();
    expect(found.outcome).toBe("failed");
    expect(found.observed?.call).toMatchObject({ status: 403, engine: "none" });
    expect(found.observed?.transfer?.state).toBe("incomplete");
  });

  it("in the middle of its answer breaks it off and is incomplete", async () => {
    const { transfer, sink, engine, receipt } = open(undefined);
    transfer.start();
    await turn();
    engine.handler.onHead(200, []);
    engine.handler.onData(Buffer.from("abc"));
    engine.handler.onFailure(new AbpError("stream_closed", "the engine broke off"));
    expect(sink.isBroken).toBe(true);
    const found = await receipt();
    expect([found.outcome, found.observed?.transfer?.state]).toEqual(["partial", "incomplete"]);
    expect(found.observed?.response).toEqual({ bytes: 3, sha256: sha256("abc") });
  });

  it("because its body is refused closes the engine's connection and answers with that error", async () => {
    const watch: BodyWatch = {
      push: () => undefined,
      end: async () => {
        throw new AbpError("access_denied", "the file belongs to another key");
      },
      model: "m-1",
    };
    const got: string[] = [];
    const { transfer, sink, engine, receipt } = open(
      (_handler, request) => {
        void readUpload(request).then(
          (text) => got.push(text),
          () => got.push("cut"),
        );
      },
      { body: chunksOf("a", "b"), plan: { openBodyWatch: () => watch } },
    );
    const head = sink.head.bind(sink);
    let abortedBefore = 0;
    vi.spyOn(sink, "head").mockImplementation((...parts) => {
      abortedBefore = engine.aborted;
      head(...parts);
    });
    transfer.start();
    await sink.over;
    await turn();
    expect([sink.status, abortedBefore]).toEqual([403, 1]);
    expect(got).toEqual(["cut"]);
    const { observed } = await receipt();
    expect(observed).toMatchObject({
      request: { bytes: 2, sha256: sha256("ab") },
      upstream_request: { bytes: 1, sha256: sha256("a") },
      call: { model: "m-1" },
      transfer: { state: "incomplete" },
    });
  });

  it("because its caller left ends the engine's call and is incomplete", async () => {
    async function* waits() {
      yield Buffer.from("a");
      await new Promise(() => undefined);
    }
    const { transfer, engine, receipt, sink } = open(undefined, { body: waits() });
    transfer.start();
    await turn();
    transfer.leave("client_gone");
    transfer.leave("client_gone");
    expect(engine.aborted).toBe(1);
    const found = await receipt();
    expect(found.termination).toMatchObject({ reason: "cancelled", code: "client_gone" });
    expect(found.observed?.transfer?.state).toBe("incomplete");
    expect(sink.status).toBeUndefined();
  });

  it("because the daemon stops tells its caller", async () => {
    const { transfer, sink, receipt } = open(undefined);
    transfer.start();
    await turn();
    transfer.leave("shutting_down");
    expect(sink.status).toBe(503);
    expect((await receipt()).termination?.code).toBe("shutting_down");
  });

  it("inside the gateway is reported and reveals nothing", async () => {
    const { transfer, sink, context } = open(undefined, {
      planTransfer: async () => {
        throw new TypeError("secret detail");
      },
    });
    transfer.start();
    await sink.over;
    expect(sink.status).toBe(500);
    expect(sink.text).not.toContain("secret detail");
    expect(context.reports).toHaveLength(1);
  });
});

describe("a transfer of a run", () => {
  it("is checked before it is planned and before it is sent, and metered at its end", async () => {
    const { log, account } = recordingAccount({ waitFor: () => undefined });
    const admission = passedAdmission({ admission: { account } });
    const { transfer, sink, receipt } = open(answersAfterBody(200, "{}"), { admission });
    transfer.start();
    await sink.over;
    await receipt();
    expect(log).toEqual(["enter", "check", "check", "exit", "meter pass", "receipt"]);
  });

  it("is refused if the budget is spent, and sends nothing", async () => {
    const { account } = recordingAccount({
      check: () => {
        throw new AbpError("run_budget_exceeded", "the budget is spent");
      },
    });
    const admission = passedAdmission({ admission: { account } });
    const { transfer, sink, engine } = open(answersAfterBody(200, "{}"), { admission });
    transfer.start();
    await sink.over;
    expect(sink.status).toBeGreaterThanOrEqual(400);
    expect(engine.requests).toEqual([]);
  });

  it("is waited for until it is sent", async () => {
    const works: Promise<unknown>[] = [];
    const { account } = recordingAccount({ waitFor: (work) => void works.push(work) });
    const admission = passedAdmission({ admission: { account } });
    const { transfer, engine } = open(undefined, { admission });
    transfer.start();
    expect(works).toHaveLength(1);
    await works[0];
    expect(engine.requests).toHaveLength(1);
  });

  it("is checked for the owner of the run that its path names", async () => {
    const parentRun = "00000000-0000-7000-8000-00000000000a";
    const plain = passedAdmission();
    const admission = { ...plain, recognised: { ...plain.recognised, parentRun } };
    const { transfer, sink, engine, context } = open(answersAfterBody(200, "{}"), { admission });
    // A work order's run, which no key made.
    context.ledger.findOpen = async () => ({ runId: parentRun, facts: {} }) as never;
    transfer.start();
    await sink.over;
    expect([sink.status, engine.requests]).toEqual([404, []]);
  });

  it("ends with the run, and tells its caller", async () => {
    const { transfer, sink, engine, receipt } = open(undefined);
    transfer.start();
    await turn();
    transfer.leave("run_ended");
    await sink.over;
    expect(sink.status).toBeGreaterThanOrEqual(400);
    expect(engine.aborted).toBeGreaterThan(0);
    expect((await receipt()).termination?.code).toBe("run_cancelled");
  });
});

describe("a transfer that is left early", () => {
  it("sends nothing if that happens before it is planned, or while its beginning is stored", async () => {
    const planned = open(undefined);
    planned.transfer.start();
    planned.transfer.leave("client_gone");
    await turn();
    expect(planned.engine.requests).toEqual([]);
    const gate = Promise.withResolvers<void>();
    const stored = open(undefined);
    stored.context.ledger.gates.set("begin", gate.promise);
    stored.transfer.start();
    await turn();
    stored.transfer.leave("client_gone");
    gate.resolve();
    await turn();
    expect(stored.engine.requests).toEqual([]);
  });

  it("takes nothing of the engine any more, and leaves its caller alone", async () => {
    const { transfer, sink, engine, receipt } = open(undefined);
    transfer.resume();
    transfer.start();
    await turn();
    const { handler } = engine;
    transfer.leave("client_gone");
    transfer.leave("shutting_down");
    handler.onHead(200, []);
    expect(handler.onData(Buffer.from("x"))).toBe(false);
    handler.onEnd();
    handler.onFailure(new AbpError("backend_unavailable", "late"));
    await turn();
    expect([sink.status, sink.text, engine.aborted]).toEqual([undefined, "", 1]);
    expect((await receipt()).termination?.code).toBe("client_gone");
  });

  it("passes an error of the engine on that has no body of its own to stop", async () => {
    const { transfer, sink, receipt } = open(answersAfterBody(404, '{"error":{"message":"no"}}'));
    transfer.start();
    await sink.over;
    expect(sink.status).toBe(404);
    expect((await receipt()).outcome).toBe("failed");
  });
});
