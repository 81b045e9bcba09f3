import { describe, expect, test } from "vitest";
import { findDialect } from "../../dialects/index.ts";
import {
  ARGUMENT,
  type PolicedOptions,
  repliesWith,
  replyOf,
  servePoliced,
  type Way,
  ways,
  writeAnswer,
} from "../fixtures/policed-call.ts";
import { scriptedEngine } from "../fixtures/scripted-engine.ts";

const named = ways.map((way) => {
  const mode = way.caller === way.engine ? "passed through" : `mapped to ${way.engine}`;
  return [`${way.caller}, ${mode}, ${way.streams ? "stream" : "whole"}`, way] as const;
});

const approves = { approver: { approve: async () => true } };
const isMapped = ({ caller, engine }: Way) => caller !== engine;

/** Expects an error of ours in the caller's own envelope, before anything reached an engine. */
async function expectRefusal(options: PolicedOptions, number: string, text: string) {
  const { sink, engine, receipt, decisions } = await servePoliced(options);
  expect(engine.requests).toEqual([]);
  expect([sink.status, sink.header("x-abp-error"), sink.header("x-should-retry")]).toEqual([
    400,
    number,
    "false",
  ]);
  expect(findDialect(options.way.caller).readError(400, sink.json).message).toContain(text);
  expect(receipt?.outcome).toBe("failed");
  expect(receipt?.termination?.reason).toBe("refused");
  expect(receipt?.observed).toMatchObject({ policy: "enforced" });
  return { sink, decisions };
}

describe.each(named)("%s", (_, way) => {
  const script = repliesWith(way, replyOf());
  const calling = repliesWith(way, replyOf("Bash"));

  test("an allowed call goes on, and its receipt says that a policy applies", async () => {
    const { sink, engine, receipt, decisions } = await servePoliced({
      way,
      script: repliesWith(way, replyOf("Read")),
      policy: { allowed_tools: ["Read"], allowed_models: ["m"], allowed_engines: ["e"] },
      tools: ["Read"],
    });
    expect([sink.status, engine.requests.length, decisions]).toEqual([200, 1, []]);
    expect(sink.text).toContain(ARGUMENT);
    expect(receipt?.observed?.policy).toBe("enforced");
  });

  test("a denied tool that is offered is refused", async () => {
    const { decisions } = await expectRefusal(
      { way, script, tools: ["Read", "bash "], key: { disallowed_tools: ["x", "Bash*"] } },
      "E005",
      'keys.dev.policy.disallowed_tools[1] "Bash*"',
    );
    expect(decisions).toEqual([
      expect.objectContaining({
        verdict: "denied",
        operation: "offer_tool",
        subject: "bash",
        rule: "keys.dev.policy.disallowed_tools[1]",
        pattern: "Bash*",
        where: expect.stringMatching(/^\$\.tools/),
      }),
    ]);
  });

  test("a tool that needs approval is refused if nobody approves", async () => {
    const { decisions } = await expectRefusal(
      { way, script, tools: ["Bash"], policy: { require_approval_for: ["Bash"] } },
      "E004",
      "not approved",
    );
    expect(decisions).toEqual([
      expect.objectContaining({ verdict: "approval_denied", rule: "policy.require_approval_for[0]" }),
    ]);
  });

  test("a tool that is approved is offered and called", async () => {
    const { sink, engine, decisions } = await servePoliced({
      way,
      script: calling,
      tools: ["Bash"],
      route: { require_approval_for: ["Bash"] },
      more: approves,
    });
    expect([sink.status, engine.requests.length]).toEqual([200, 1]);
    expect(sink.text).toContain(ARGUMENT);
    expect(decisions.map(({ verdict, operation, rule }) => [verdict, operation, rule])).toEqual([
      ["approved", "offer_tool", "routes.r.policy.require_approval_for[0]"],
      // In an answer that passes through nobody can be asked for each call.
      ...(isMapped(way) ? [["approved", "call_tool", "routes.r.policy.require_approval_for[0]"]] : []),
    ]);
  });

  test("a denied model is refused", async () => {
    const { decisions } = await expectRefusal(
      { way, script, policy: { disallowed_models: ["M"] } },
      "E005",
      'policy.disallowed_models[0] "M"',
    );
    expect(decisions).toEqual([
      expect.objectContaining({ verdict: "denied", operation: "request_model", subject: "m" }),
    ]);
  });

  test("a model that the route puts in place of the caller's is judged", async () => {
    const { decisions } = await expectRefusal(
      { way, script, policy: { disallowed_models: ["secret-*"] }, routes: { model: "secret-1" } },
      "E005",
      "secret-1",
    );
    expect(decisions).toEqual([expect.objectContaining({ subject: "secret-1" })]);
  });

  test("a denied engine is refused", async () => {
    const { decisions } = await expectRefusal(
      { way, script, policy: { allowed_engines: ["other"] } },
      "E005",
      "engine 'e' not in allowlist",
    );
    expect(decisions).toEqual([
      expect.objectContaining({
        verdict: "denied",
        operation: "use_engine",
        subject: "e",
        rule: "policy.engines.not_in_allowlist",
      }),
    ]);
  });

  test("a denied fallback is not tried", async () => {
    const second = scriptedEngine("second", way.engine, script);
    const third = scriptedEngine("third", way.engine, script);
    const { sink, engine, decisions } = await servePoliced({
      way,
      script: (handler) => {
        handler.onHead(503, ["content-type", "application/json"]);
        handler.onData(Buffer.from("{}"));
        handler.onEnd();
      },
      policy: { disallowed_engines: ["second"], disallowed_models: ["big"] },
      engines: [second, third],
      routes: { fallback: ["second", { engine: "third", model: "big" }] },
    });
    expect([engine.requests.length, second.requests.length, third.requests.length]).toEqual([1, 0, 0]);
    expect(sink.status).toBeGreaterThanOrEqual(500);
    expect(decisions.map(({ verdict, subject, reason }) => [verdict, subject, reason])).toEqual([
      ["denied", "second", "the fallback is not tried"],
      ["denied", "big", "the fallback is not tried"],
    ]);
  });

  test("a denied call ends a mapped answer, and is a violation of one that passes through", async () => {
    const { sink, engine, receipt, decisions } = await servePoliced({
      way,
      script: calling,
      tools: ["Read"],
      policy: { disallowed_tools: ["Bash"] },
    });
    expect(engine.requests).toHaveLength(1);
    const [decision] = decisions;
    expect(decisions).toHaveLength(1);
    expect(decision).toMatchObject({
      verdict: isMapped(way) ? "denied" : "violation",
      operation: "call_tool",
      subject: "Bash",
      rule: "policy.disallowed_tools[0]",
    });
    if (!isMapped(way)) {
      expect(sink.text).toBe(writeAnswer(findDialect(way.engine), replyOf("Bash"), way.streams));
      expect([sink.status, receipt?.outcome]).toEqual([200, "complete"]);
      return;
    }
    expect(sink.text).not.toContain(ARGUMENT);
    expect(sink.text).toContain("E005");
    expect(sink.isEnded).toBe(true);
    expect(receipt).toMatchObject({ outcome: "failed", termination: { code: "policy_denied" } });
    if (!way.streams) expect(receipt?.usage.output_tokens).toBe(2);
    if (!way.streams) expect([sink.status, sink.header("x-abp-error")]).toEqual([400, "E005"]);
    else expectFailedStream(way, sink.text);
  });

  test("a call that needs approval ends a mapped answer if nobody approves", async () => {
    const { sink, decisions } = await servePoliced({
      way,
      script: calling,
      tools: ["Read"],
      policy: { require_approval_for: ["Bash"] },
    });
    expect(decisions).toEqual([
      expect.objectContaining({
        verdict: isMapped(way) ? "approval_denied" : "violation",
        operation: "call_tool",
      }),
    ]);
    if (!isMapped(way)) return;
    expect(sink.text).not.toContain(ARGUMENT);
    expect(sink.text).toContain("E004");
    if (!way.streams) expect([sink.status, sink.header("x-abp-error")]).toEqual([400, "E004"]);
    else expectFailedStream(way, sink.text);
  });

  test("a body that cannot be read is refused if a policy has rules for tools", async () => {
    const body = Buffer.from('{"model":"m","tools":[{]}');
    await expectRefusal(
      { way, script, body, policy: { disallowed_tools: ["Bash"] } },
      "E005",
      "cannot be judged",
    );
  });
});

/** Expects that the caller's own reader finds an error in a stream, and no normal end. */
function expectFailedStream({ caller }: Way, text: string): void {
  const dialect = findDialect(caller);
  const reader = dialect.openReader();
  const types: string[] = [];
  const frames = text.startsWith("[")
    ? (JSON.parse(text) as unknown[]).map((one) => JSON.stringify(one))
    : text.split(/\n\n/).flatMap((event) => /^data: ?(.*)$/m.exec(event)?.[1] ?? []);
  for (const data of frames) {
    const type = /"type":"([\w.]+)"/.exec(data)?.[1];
    if (data !== "[DONE]") reader.push(data, type, ({ type: found }) => types.push(found));
  }
  expect(types).toContain("error");
  expect(types).not.toContain("reply_stop");
}
