import { describe, expect, test } from "vitest";
import { CallPolicies, type CallPolicyLists } from "../enforcement/call-policy.ts";
import { PassedJudge } from "../enforcement/passed-judge.ts";
import { fakeEngine } from "../fixtures/engines.ts";
import { admissionTo, testCaller, testContext } from "../fixtures/test-context.ts";
import { planTransfer } from "./plan-transfer.ts";

const engines = ["openai", "claude", "gemini", "kimi"].map((id) =>
  fakeEngine(id, id, { isSimulated: false, location: "https://api.test" }),
);
const routes = {
  o: { models: ["strict-o"], engine: "openai" },
  c: { models: ["strict-c"], engine: "claude" },
  g: { models: ["strict-g"], engine: "gemini" },
};
const callerUnder = (lists: CallPolicyLists) => {
  const policed = Object.entries(routes).map(([name, route]) => [name, { ...route, policy: lists }] as const);
  const policies = new CallPolicies([], Object.fromEntries(policed)).ofKey("dev", undefined);
  return testCaller({ policies });
};
const toolCaller = callerUnder({ disallowed_tools: ["web_search"] });

async function plan(method: string, target: string, caller = toolCaller) {
  const context = testContext({ engines, routes });
  const judge = new PassedJudge(caller.policies, context.now);
  return {
    judge,
    plan: await planTransfer(context, admissionTo(target, [], caller, method), undefined, judge),
  };
}

async function send(target: string, body: object, caller = toolCaller) {
  const { plan: one, judge } = await plan("POST", target, caller);
  const watch = one.openBodyWatch("application/json")!;
  watch.push(Buffer.from(JSON.stringify(body)));
  return watch.end().then(
    () => "passed",
    () => judge.decisions.map(({ rule }) => rule).join(),
  );
}

const search = { type: "web_search_20250305", name: "web_search" };
const request = (model: string, tools?: readonly object[]) => ({ custom_id: "1", params: { model, tools } });

describe("the rules of a route", () => {
  test("count for every request of a batch that goes to it", async () => {
    const batch = (...requests: readonly object[]) => send("/claude/v1/messages/batches", { requests });
    expect(await batch(request("free"), request("strict-c", [search]))).toBe(
      "routes.c.policy.disallowed_tools[0]",
    );
    expect(await batch(request("free", [search]))).toBe("passed");
    expect(await batch(request("free"), request("strict-c"))).toBe("passed");
  });

  test("count for a batch whose requests stand in a file, because its models are not seen", async () => {
    for (const target of ["/openai/v1/batches", "/kimi/v1/batches"]) {
      const cases: readonly (readonly [CallPolicyLists, string])[] = [
        [{ disallowed_tools: ["web_search"] }, "request.unreadable"],
        [{ disallowed_models: ["strict-*"] }, "models.unnamed"],
        [{ disallowed_engines: ["other"] }, "passed"],
      ];
      for (const [lists, rule] of cases) {
        const body = { input_file_id: "file-1" };
        expect([rule, await send(target, body, callerUnder(lists))]).toEqual([rule, rule]);
      }
    }
    expect(await send("/openai/v1/moderations", { input: "x" }, callerUnder({ allowed_models: ["x"] }))).toBe(
      "passed",
    );
  });

  test("count for a session that names its model in its messages", async () => {
    const target = "/gemini/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent";
    const check = async (...messages: readonly object[]) => {
      const { plan: one, judge } = await plan("GET", target);
      const watch = one.openMessageWatch!()!;
      try {
        for (const message of messages) await watch.check(Buffer.from(JSON.stringify(message)));
        return "passed";
      } catch {
        return judge.decisions.map(({ rule }) => rule).join();
      }
    };
    const tools = [{ googleSearch: {} }];
    const denied = "routes.g.policy.disallowed_tools[0]";
    expect(await check({ setup: { model: "models/strict-g", tools } })).toBe(denied);
    expect(await check({ setup: { model: "models/free", tools } })).toBe("passed");
    expect(await check({ setup: { model: "models/strict-g" } }, { setup: { tools } })).toBe(denied);
  });
});
