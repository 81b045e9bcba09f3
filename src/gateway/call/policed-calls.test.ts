import { describe, expect, test } from "vitest";
import { until } from "../../../test/eventually.ts";
import { openPolicy } from "../../contract/index.ts";
import type { Members } from "../../dialects/index.ts";
import { CallPolicies } from "../enforcement/call-policy.ts";
import { readFloors } from "../enforcement/profile-files.ts";
import {
  policedCall,
  repliesWith,
  replyOf,
  requestOf,
  servePoliced,
  type Way,
} from "../fixtures/policed-call.ts";
import { RecordingSink } from "../fixtures/recording-sink.ts";
import { answers, scriptedEngine } from "../fixtures/scripted-engine.ts";
import { admissionTo, bodyOf, testCaller, testContext } from "../fixtures/test-context.ts";
import { createGateway } from "../gateway.ts";

const chat: Way = { caller: "openai", engine: "openai", streams: false };
const script = repliesWith(chat, replyOf());

describe("a call under a policy", () => {
  test("passes a body that cannot be read on, if no rule needs it", async () => {
    const body = Buffer.from('{"model":"m","tools":[{]}');
    for (const lists of [{}, { disallowed_engines: ["x"] }]) {
      const { engine, receipt } = await servePoliced({ way: chat, script, body, policy: lists });
      expect(engine.requests[0]?.body).toEqual(body);
      expect(receipt?.observed?.policy).toBe("disallowed_engines" in lists ? "enforced" : undefined);
    }
  });

  test("passes the body on unchanged if it was read", async () => {
    const body = Buffer.from(
      '{ "model" : "m","messages":[{"role":"user","content":"hi"}],  "temperature":1.0 }',
    );
    const { engine } = await servePoliced({ way: chat, script, body, policy: { disallowed_tools: ["x"] } });
    expect(engine.requests[0]?.body).toEqual(body);
  });

  test("cannot leave its route's policy by naming the engine", async () => {
    const { engine, sink } = await servePoliced({
      way: chat,
      script,
      route: { disallowed_models: ["m"] },
      headers: ["x-abp-engine", "e"],
    });
    expect([engine.requests.length, sink.status]).toEqual([0, 400]);
  });

  test("cannot loosen the configuration by key or route", async () => {
    const { engine } = await servePoliced({
      way: chat,
      script,
      tools: ["Bash"],
      policy: { disallowed_tools: ["Bash"] },
      key: { allowed_tools: ["*"] },
      route: { allowed_tools: ["Bash"] },
    });
    expect(engine.requests).toEqual([]);
  });

  test("auto takes an engine that the policy allows", async () => {
    const other = scriptedEngine("other", "openai", script);
    const { engine, sink } = await servePoliced({
      way: chat,
      script,
      policy: { disallowed_engines: ["e"] },
      engines: [other],
      routes: { engine: "auto" },
    });
    expect([engine.requests.length, other.requests.length, sink.status]).toEqual([0, 1, 200]);
    const none = await servePoliced({
      way: chat,
      script,
      policy: { disallowed_engines: ["*"] },
      routes: { engine: "auto" },
    });
    expect([none.engine.requests.length, none.sink.header("x-abp-error")]).toEqual([0, "E005"]);
  });

  test("a token count is judged like a call", async () => {
    const way: Way = { caller: "claude", engine: "claude", streams: false };
    const { body } = requestOf(way, ["Bash"]);
    const engine = scriptedEngine("e", "claude", answers(200, { input_tokens: 1 }));
    const context = testContext({ engines: [engine] });
    const policies = new CallPolicies(
      readFloors({ ...openPolicy(), disallowed_tools: ["Bash"] }, []),
      {},
    ).ofKey("k", undefined);
    const sink = new RecordingSink();
    const admission = admissionTo("/v1/messages/count_tokens", [], testCaller({ policies }));
    await createGateway(context, {}).call(admission, bodyOf(body), sink).recorded;
    expect([engine.requests.length, sink.header("x-abp-error")]).toEqual([0, "E005"]);
  });

  test("asks again for nothing after its caller left", async () => {
    let signal: AbortSignal | undefined;
    const approver = {
      approve: (_: unknown, given: AbortSignal) => {
        signal = given;
        return new Promise<boolean>(() => undefined);
      },
    };
    const { call, engine, context } = policedCall({
      way: chat,
      script,
      tools: ["Bash"],
      policy: { require_approval_for: ["Bash"] },
      more: { approver },
    });
    call.start();
    await until(() => signal !== undefined);
    call.leave("client_gone");
    await call.recorded;
    expect([signal?.aborted, engine.requests.length]).toEqual([true, 0]);
    expect(context.ledger.receipts[0]?.observed?.policy_decisions).toEqual([
      expect.objectContaining({ verdict: "approval_asked" }),
    ]);
  });
});

describe("a call in the background", () => {
  const way: Way = { caller: "codex", engine: "openai", streams: false };
  const body: Members = { ...requestOf(way, ["Bash"]).body, background: true, store: true };

  function open(lists: object, approve: () => Promise<boolean>) {
    const engine = scriptedEngine("e", "openai", repliesWith(way, replyOf()));
    const context = testContext({ engines: [engine], more: { approver: { approve } } });
    const policies = new CallPolicies(readFloors({ ...openPolicy(), ...lists }, []), {}).ofKey(
      "k",
      undefined,
    );
    const sink = new RecordingSink();
    const call = createGateway(context, {}).call(
      admissionTo("/v1/responses", [], testCaller({ policies })),
      bodyOf(body),
      sink,
    );
    return { engine, context, sink, call };
  }

  test("is refused before it is taken", async () => {
    const { engine, context, sink, call } = open({ disallowed_tools: ["Bash"] }, async () => true);
    await call.recorded;
    expect([sink.status, sink.header("x-abp-error"), engine.requests.length]).toEqual([400, "E005", 0]);
    expect(context.ledger.kept.size).toBe(0);
  });

  test("is asked for once", async () => {
    let asked = 0;
    const { engine, context, sink, call } = open({ require_approval_for: ["Bash"] }, async () => {
      asked += 1;
      return true;
    });
    await sink.over;
    await call.background;
    await call.recorded;
    expect([sink.status, engine.requests.length, asked]).toEqual([200, 1, 1]);
    expect(context.ledger.receipts[0]?.observed?.policy_decisions).toEqual([
      expect.objectContaining({ verdict: "approved", subject: "Bash" }),
    ]);
  });
});
