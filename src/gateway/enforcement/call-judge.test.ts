import { describe, expect, test, vi } from "vitest";
import { openPolicy } from "../../contract/index.ts";
import type { ApprovalQuestion, Approver } from "../../policy/index.ts";
import type { CallPlan } from "../call/plan.ts";
import { scriptedEngine } from "../fixtures/scripted-engine.ts";
import { admissionTo, bodyOf } from "../fixtures/test-context.ts";
import { CallRequest } from "../request/call-request.ts";
import { CallJudge } from "./call-judge.ts";
import { type BoundServers, CallPolicies, type CallPolicyLists, callPolicyOf } from "./call-policy.ts";

const chat = { model: "m", messages: [{ role: "user", content: "hi" }] };
const tools = (...names: readonly string[]) =>
  names.map((name) => ({ type: "function", function: { name } }));

function judgeOf(
  lists: CallPolicyLists,
  body: unknown = chat,
  more: {
    approver?: Approver;
    target?: string;
    method?: string;
    approved?: ReadonlySet<string>;
    headers?: string[];
    servers?: BoundServers;
  } = {},
) {
  const floors = [{ prefix: "policy.", profile: { ...openPolicy(), ...lists } }];
  const policies = new CallPolicies(floors, {}, more.servers);
  const policy = callPolicyOf(policies.ofKey("k", undefined), undefined)!;
  const target = more.target ?? "/v1/chat/completions";
  const admission = admissionTo(target, more.headers, undefined, more.method);
  const request = new CallRequest(admission, Buffer.isBuffer(body) ? body : bodyOf(body));
  request.scan(64);
  return new CallJudge({
    runId: "run",
    request,
    policy,
    approver: more.approver ?? { approve: async () => false },
    now: () => 0,
    approved: more.approved,
  });
}

const planTo = (name: string, model?: string, ...fallbacks: readonly string[]): CallPlan => {
  const targetOf = (engine: string) => ({
    engine: scriptedEngine(engine, "openai"),
    model,
    getsCallerKey: true,
  });
  return {
    first: targetOf(name),
    fallbacks: fallbacks.map((one) => ({ ...targetOf(one), model: undefined })),
    compatibility: "best_effort",
    waived: [],
    warnings: [],
    policy: undefined,
  };
};

const verdicts = (judge: CallJudge) => judge.decisions.map(({ verdict, subject }) => [verdict, subject]);

describe("the plan of a call", () => {
  test("stays as it is if the policy allows it", () => {
    const plan = planTo("e", undefined, "f");
    const judge = judgeOf({ allowed_engines: ["e", "f"], allowed_models: ["m"] });
    expect(judge.checkPlan(plan)).toBe(plan);
    expect(judge.decisions).toEqual([]);
  });

  test("loses the fallbacks that are denied", () => {
    const judge = judgeOf({ disallowed_engines: ["f"] });
    expect(
      judge.checkPlan(planTo("e", undefined, "f", "g")).fallbacks.map(({ engine }) => engine.name),
    ).toEqual(["g"]);
    expect(verdicts(judge)).toEqual([["denied", "f"]]);
  });

  test("is refused for its engine, at the header that names the engine", () => {
    const judge = judgeOf({ disallowed_engines: ["e"] }, chat, { headers: ["x-abp-engine", "e"] });
    expect(() => judge.checkPlan(planTo("e"))).toThrow(
      expect.objectContaining({ code: "policy_denied", where: "header x-abp-engine" }),
    );
    expect(() => judgeOf({ disallowed_engines: ["e"] }).checkPlan(planTo("e"))).toThrow(
      expect.objectContaining({ where: "$.model" }),
    );
  });

  test("is refused if no model is named, unless the route names one", () => {
    const body = { messages: chat.messages };
    expect(() => judgeOf({ disallowed_models: ["x"] }, body).checkPlan(planTo("e"))).toThrow(
      /names no model/,
    );
    expect(() => judgeOf({ disallowed_models: ["x"] }, body).checkPlan(planTo("e", "m"))).not.toThrow();
    expect(() => judgeOf({ disallowed_models: ["x"] }, body).checkPlan(planTo("e", "x"))).toThrow(
      /'x' is disallowed/,
    );
  });

  test("of a call that fetches a response is judged by its engine alone", () => {
    const more = { target: "/v1/responses/resp_1", method: "GET" };
    const judge = judgeOf({ allowed_models: ["x"], disallowed_tools: ["y"] }, Buffer.alloc(0), more);
    expect(() => judge.checkPlan(planTo("e"))).not.toThrow();
    expect(judge.readsBody).toBe(false);
    expect(() =>
      judgeOf({ disallowed_engines: ["e"] }, Buffer.alloc(0), more).checkPlan(planTo("e")),
    ).toThrow(/engine 'e'/);
  });
});

describe("the body of a request", () => {
  test("is read only for rules that need it", () => {
    expect(judgeOf({ disallowed_tools: ["x"] }).readsBody).toBe(true);
    expect(judgeOf({ disallowed_engines: ["x"] }).readsBody).toBe(false);
    // Servers of Chat Completions take a list of models as well.
    const reads = (more: object, target = "/v1/messages") =>
      judgeOf({ disallowed_models: ["x"] }, { ...chat, ...more }, { target }).readsBody;
    expect(judgeOf({ disallowed_models: ["x"] }, { ...chat, models: [] }).readsBody).toBe(true);
    expect(reads({})).toBe(false);
    expect(reads({ tools: [{ type: "advisor_20260301", model: "big" }] })).toBe(true);
    expect(reads({ fallbacks: ["big"] })).toBe(true);
    expect(reads({ metadata: { user_id: "\u0001" } })).toBe(true);
    expect(reads({ tools: [{ model: "big" }] }, "/v1/embeddings")).toBe(true);
  });

  test("is refused for a model in a list of models", async () => {
    const judge = judgeOf({ disallowed_models: ["big"] }, { ...chat, models: ["m", "big"] });
    await expect(judge.checkBody()).rejects.toMatchObject({ code: "policy_denied", where: "$.models[1]" });
    await expect(judgeOf({ disallowed_models: ["big"] }, chat).checkBody()).resolves.toBeUndefined();
    await expect(
      judgeOf({ disallowed_models: ["big"] }, { ...chat, models: [1] }).checkBody(),
    ).resolves.toBeUndefined();
    const odd = judgeOf({ allowed_models: ["m"] }, { ...chat, models: [1] });
    await expect(odd.checkBody()).rejects.toThrow(/allowlist/);
    expect(verdicts(odd)).toEqual([["denied", ""]]);
  });

  test("may hide tools, or be unreadable, if no rule needs them", async () => {
    const hidden = judgeOf({ disallowed_models: ["x"] }, { ...chat, plugins: [{ id: "web" }] });
    await expect(hidden.checkBody()).resolves.toBeUndefined();
    const unread = judgeOf({ disallowed_engines: ["x"] }, Buffer.from("{"));
    await expect(unread.checkBody()).resolves.toBeUndefined();
    expect([hidden.decisions, unread.decisions]).toEqual([[], []]);
  });

  test("that fails to be read by a defect of ours is no decision", async () => {
    const value = vi.spyOn(CallRequest.prototype, "value", "get").mockImplementation(() => {
      throw new TypeError("defect");
    });
    try {
      const judge = judgeOf({ disallowed_tools: ["x"] });
      await expect(judge.checkBody()).rejects.toThrow(TypeError);
      expect(judge.decisions).toEqual([]);
    } finally {
      value.mockRestore();
    }
  });

  test("names no engine to the approver before the plan is checked", async () => {
    const engines: string[] = [];
    const approver = { approve: async ({ engine }: ApprovalQuestion) => engines.push(engine ?? "") > 0 };
    const lists = { require_approval_for: ["A"] };
    await judgeOf(lists, { ...chat, tools: tools("A") }, { approver }).checkBody();
    expect(engines).toEqual(["none"]);
  });

  test("records every denied tool and names the first", async () => {
    const judge = judgeOf({ disallowed_tools: ["A", "B"] }, { ...chat, tools: tools("C", "A", "B") });
    await expect(judge.checkBody()).rejects.toMatchObject({ where: "$.tools[1]" });
    expect(verdicts(judge)).toEqual([
      ["denied", "A"],
      ["denied", "B"],
    ]);
  });

  test("asks nobody if another tool is denied anyway", async () => {
    const asked: string[] = [];
    const approver = { approve: async ({ subject }: ApprovalQuestion) => asked.push(subject) > 0 };
    const lists = { disallowed_tools: ["B"], require_approval_for: ["A"] };
    await expect(
      judgeOf(lists, { ...chat, tools: tools("A", "B") }, { approver }).checkBody(),
    ).rejects.toThrow();
    expect(asked).toEqual([]);
  });

  test("asks for each tool once, with what an approver needs to know", async () => {
    const questions: ApprovalQuestion[] = [];
    const approver = { approve: async (question: ApprovalQuestion) => questions.push(question) > 0 };
    const judge = judgeOf(
      { require_approval_for: ["A", "B"] },
      { ...chat, tools: tools("A", "B", "A") },
      { approver },
    );
    judge.checkPlan(planTo("e"));
    await judge.checkBody();
    expect(questions).toHaveLength(2);
    expect(questions[0]).toEqual({
      runId: "run",
      caller: "dev",
      operation: "offer_tool",
      subject: "A",
      rule: "policy.require_approval_for[0]",
      riskLevel: "medium",
      model: "m",
      engine: "e",
    });
    expect(verdicts(judge)).toEqual([
      ["approved", "A"],
      ["approved", "B"],
    ]);
    expect([...judge.approved]).toEqual(["A", "B"]);
  });

  test("does not ask again for what was approved before the call went into the background", async () => {
    const approver = { approve: () => Promise.reject(new Error("asked")) };
    const more = { approver, approved: new Set(["A"]) };
    const judge = judgeOf({ require_approval_for: ["A"] }, { ...chat, tools: tools("A") }, more);
    await judge.checkBody();
    expect(verdicts(judge)).toEqual([["approved", "A"]]);
  });

  test.each([
    ["nobody approves", async () => false, undefined],
    ["the approver fails", () => Promise.reject(new Error("x")), "the approver failed"],
  ])("is refused if %s", async (_, approve, reason) => {
    const judge = judgeOf(
      { require_approval_for: ["A"] },
      { ...chat, tools: tools("A") },
      { approver: { approve } },
    );
    await expect(judge.checkBody()).rejects.toMatchObject({
      code: "policy_approval_required",
      where: "$.tools[0]",
    });
    expect(judge.decisions).toEqual([expect.objectContaining({ verdict: "approval_denied" })]);
    expect(judge.decisions[0]?.reason).toBe(reason);
  });

  test("leaves the question in the record if the call ends first", async () => {
    const approver = { approve: () => new Promise<boolean>(() => undefined) };
    const judge = judgeOf({ require_approval_for: ["A"] }, { ...chat, tools: tools("A") }, { approver });
    const checked = judge.checkBody();
    judge.close();
    await expect(checked).rejects.toThrow(/ended before/);
    expect(verdicts(judge)).toEqual([["approval_asked", "A"]]);
  });

  test.each([
    ["is no JSON", Buffer.from("{"), "$"],
    ["gives its tools twice", Buffer.from('{"model":"m","messages":[],"tools":[],"tools":[]}'), "$"],
    ["has no list of tools", { ...chat, tools: "A" }, "$.tools"],
    ["may have hidden tools", { ...chat, plugins: [{ id: "web" }] }, "$.plugins"],
  ])("is refused if it %s", async (_, body, where) => {
    const judge = judgeOf({ disallowed_tools: ["x"] }, body);
    await expect(judge.checkBody()).rejects.toMatchObject({
      code: "policy_denied",
      where,
      details: { policy_rule: "request.unreadable" },
    });
    expect(judge.decisions).toEqual([
      expect.objectContaining({ verdict: "denied", rule: "request.unreadable" }),
    ]);
  });
});

describe("an answer", () => {
  const judge = () => judgeOf({ disallowed_tools: ["Bash"], require_approval_for: ["Write"] });

  test("is denied, allowed or asked for by its calls", async () => {
    const one = judge();
    expect(one.judgeAnswer({ name: "Read" })).toBe("allow");
    expect(one.judgeAnswer({ name: "bash" })).toMatchObject({ code: "policy_denied", where: "answer" });
    await expect(one.judgeAnswer({ name: "Write" })).resolves.toMatchObject({
      code: "policy_approval_required",
    });
    expect(verdicts(one)).toEqual([
      ["denied", "bash"],
      ["approval_denied", "Write"],
    ]);
  });

  test("that passes through is recorded, and a tool whose offer was approved is no violation", async () => {
    const one = judge();
    one.recordAnswer({ name: "Read" });
    one.recordAnswer({ name: "Bash" });
    one.recordAnswer({ name: "Write" });
    expect(verdicts(one)).toEqual([
      ["violation", "Bash"],
      ["violation", "Write"],
    ]);
    const approver = { approve: async () => true };
    const other = judgeOf(
      { require_approval_for: ["Write"] },
      { ...chat, tools: tools("Write") },
      { approver },
    );
    await other.checkBody();
    other.recordAnswer({ name: "Write" });
    expect(verdicts(other)).toEqual([["approved", "Write"]]);
  });

  test("is judged by the place of the server that it calls, and by the names under which a tool was offered", async () => {
    const servers = [
      { type: "url", name: "shop", url: "https://shop.test/mcp" },
      { type: "url", name: "bank", url: "https://bank.test/mcp" },
    ];
    const own = [{ type: "web_search_20250305", name: "web_search" }];
    const one = judgeOf(
      { allowed_tools: ["mcp__shop__*", "mcp__bank.test__*", "web_search_20250305"] },
      { ...chat, max_tokens: 9, mcp_servers: servers, tools: own },
      { target: "/v1/messages", servers: { shop: ["shop.test"] } },
    );
    await one.checkBody();
    for (const server of ["shop", "bank"]) one.recordAnswer({ name: "pay", server });
    one.recordAnswer({ name: "web_search", aliases: ["server_tool_use"], runsElsewhere: true });
    expect(one.decisions).toEqual([]);
    one.recordAnswer({ name: "pay", server: "other" });
    one.recordAnswer({ name: "web_fetch", runsElsewhere: true });
    expect(verdicts(one)).toEqual([
      ["violation", "mcp__other__pay"],
      ["violation", "web_fetch"],
    ]);
  });

  test("that calls a denied tool is a violation, also if its offer was approved before", () => {
    const one = judgeOf({ disallowed_tools: ["Bash"] }, chat, { approved: new Set(["Bash"]) });
    one.recordAnswer({ name: "Bash" });
    expect(verdicts(one)).toEqual([["violation", "Bash"]]);
  });

  test("that cannot be read is recorded as not judged", () => {
    const one = judge();
    one.recordUnreadable("it is too large");
    expect(one.decisions).toEqual([
      expect.objectContaining({
        operation: "call_tool",
        subject: "answer",
        verdict: "unjudged",
        rule: "answer.unreadable",
        reason: "it is too large",
      }),
    ]);
  });
});
