import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import type { Caller } from "../exchange/caller.ts";
import { fakeEngine } from "../fixtures/engines.ts";
import {
  admissionTo,
  bodyOf,
  type TestContextOptions,
  testCaller,
  testContext,
} from "../fixtures/test-context.ts";
import { keepsAnswer } from "../kept-content/keeping-rule.ts";
import { CallRequest } from "../request/call-request.ts";
import { planCall } from "./plan.ts";

function requestOf(
  body: unknown,
  { target = "/v1/chat/completions", headers = [] as string[], caller = testCaller() } = {},
): CallRequest {
  const request = new CallRequest(admissionTo(target, headers, caller), bodyOf(body));
  request.scan(64);
  return request;
}

function plan(
  options: TestContextOptions,
  { headers = [] as string[], caller = testCaller() as Caller, model = "m" } = {},
) {
  const request = requestOf({ model, messages: [] }, { headers, caller });
  return planCall(testContext(options), request);
}

describe("the engines of a plan", () => {
  const a = fakeEngine("a", "openai", { fallback: [{ engine: "b" }, { engine: "c" }] });
  const b = fakeEngine("b", "openai");
  const c = fakeEngine("c", "claude");

  it("are the route's engine and its fallbacks, in order", () => {
    const { first, fallbacks } = plan({ engines: [a, b, c], defaultEngine: "a" });
    expect([first.engine.name, ...fallbacks.map(({ engine }) => engine.name)]).toEqual(["a", "b", "c"]);
  });

  it("leave out a fallback that the key may not use", () => {
    const caller = testCaller({ mayUse: (engine) => engine !== "b" });
    const { fallbacks } = plan({ engines: [a, b, c], defaultEngine: "a" }, { caller });
    expect(fallbacks.map(({ engine }) => engine.name)).toEqual(["c"]);
  });

  it("begin with the engine that the caller's header names", () => {
    const { first, fallbacks } = plan(
      { engines: [a, b, c], defaultEngine: "a" },
      { headers: ["X-ABP-Engine", "c"] },
    );
    expect([first.engine.name, fallbacks.length]).toEqual(["c", 0]);
  });

  it("are missing for a request without a model, which is the request's fault; a model without an engine is not", () => {
    const codeOf = (target: string, body: object) => {
      try {
        planCall(testContext({ engines: [b, c] }), requestOf(body, { target }));
      } catch (error) {
        if (AbpError.is(error)) return [error.code, error.where, error.message];
        throw error;
      }
      return undefined;
    };
    for (const target of ["/v1/chat/completions", "/v1/responses", "/v1/responses/compact", "/v1/messages"]) {
      expect(codeOf(target, {})).toEqual([
        "contract_schema_violation",
        "$.model",
        "$.model names no model, and neither does the configuration",
      ]);
      expect(codeOf(target, { model: "m" })?.[0]).toBe("model_not_routed");
    }
  });

  it("that the key may not use are denied as such, also to a request that names no model", () => {
    const caller = testCaller({ mayUse: () => false });
    const request = requestOf({ messages: [] }, { caller });
    expect(() => planCall(testContext({ engines: [a], defaultEngine: "a" }), request)).toThrow(
      expect.objectContaining({ code: "access_denied" }),
    );
  });

  it("begin with the engine that overrides every route", () => {
    const request = requestOf({ model: "m" }, { headers: ["x-abp-engine", "a"] });
    const { first } = planCall(testContext({ engines: [a, b, c], defaultEngine: "a" }), request, b);
    expect(first.engine.name).toBe("b");
  });

  it("are not chosen by a model that readers may read differently, but may be named beside such a body", () => {
    const open = (headers: readonly string[]) => {
      const request = new CallRequest(
        admissionTo("/v1/chat/completions", headers),
        Buffer.from('{/* "model":"x", */"model":"m"}'),
      );
      request.scan(64);
      return planCall(testContext({ engines: [a, b, c], defaultEngine: "a" }), request);
    };
    expect(() => open([])).toThrow(expect.objectContaining({ code: "input_invalid_json" }));
    expect(open(["x-abp-engine", "b"]).first.engine.name).toBe("b");
  });

  it("are refused if the key may not use the first one", () => {
    const caller = testCaller({ mayUse: () => false });
    expect(() => plan({ engines: [a, b, c], defaultEngine: "a" }, { caller })).toThrow(
      expect.objectContaining({ code: "access_denied" }),
    );
  });
});

describe("the caller's key in a plan", () => {
  const here = { usesCallerKey: true, location: "https://here.test" };
  const there = { usesCallerKey: true, location: "https://there.test" };

  it("is meant for the engine that the route names", () => {
    const { first } = plan({ engines: [fakeEngine("a", "openai", here)] });
    expect(first.getsCallerKey).toBe(true);
  });

  it("is meant for a fallback at the same address, and no other", () => {
    const fallback = [{ engine: "same" }, { engine: "other" }, { engine: "own" }];
    const engines = [
      fakeEngine("a", "openai", { ...here, fallback }),
      fakeEngine("same", "openai", here),
      fakeEngine("other", "openai", there),
      fakeEngine("own", "openai", { location: "https://own.test" }),
    ];
    const { fallbacks, warnings } = plan({ engines, defaultEngine: "a" });
    expect(fallbacks.map(({ engine, getsCallerKey }) => [engine.name, getsCallerKey])).toEqual([
      ["same", true],
      ["own", false],
    ]);
    expect(warnings).toEqual(["other is no fallback here: the caller's key was meant for a"]);
  });

  it("is not passed on from an engine of `auto` that does not use it", () => {
    const engines = [
      fakeEngine("a", "openai", { location: "https://here.test" }),
      fakeEngine("b", "claude", here),
    ];
    const routes = { r: { models: ["m"], engine: "auto", fallback: ["b"] } };
    const { first, fallbacks } = plan({ engines, routes });
    expect([first.engine.name, first.getsCallerKey, fallbacks]).toEqual(["a", false, []]);
  });
});

describe("the compatibility of a plan", () => {
  const engines = [fakeEngine("a", "openai")];
  const modes = ["strict", "best_effort", undefined] as const;
  const cases = modes.flatMap((key) =>
    modes.flatMap((route) => modes.map((header) => [key, route, header] as const)),
  );

  it.each(cases)(
    "with key %s, route %s and header %s is strict where key or route say so",
    (key, route, header) => {
      const routes = { r: { models: ["m"], engine: "a", ...(route === undefined ? {} : { mode: route }) } };
      const { compatibility } = plan(
        { engines, routes },
        {
          headers: header === undefined ? [] : ["x-abp-compatibility", header],
          caller: testCaller({ mode: key }),
        },
      );
      const strict = key === "strict" || route === "strict" || header === "strict";
      expect(compatibility).toBe(strict ? "strict" : "best_effort");
    },
  );

  it("is the gateway's if nobody says one, and a caller may then loosen it", () => {
    const more = { mode: "strict" } as const;
    expect(plan({ engines, more }).compatibility).toBe("strict");
    const headers = ["x-abp-compatibility", "best_effort"];
    expect(plan({ engines, more }, { headers }).compatibility).toBe("best_effort");
  });

  it("waives the names of whoever asks for strict mode, and none in best effort", () => {
    const routes = { r: { models: ["m"], engine: "a", allow_loss: ["of-route"] } };
    const more = { allowLoss: ["of-gateway"] };
    const strict = testCaller({ mode: "strict", allowLoss: ["of-key"] });
    expect(plan({ engines, routes, more }, { caller: strict }).waived).toEqual(["of-key"]);
    const headers = ["x-abp-compatibility", "strict"];
    expect(plan({ engines, routes, more }, { headers }).waived).toEqual(["of-gateway", "of-route"]);
    expect(plan({ engines, routes, more }).waived).toEqual([]);
    const strictRoute = { r: { ...routes.r, mode: "strict" } } as const;
    expect(plan({ engines, routes: strictRoute, more }).waived).toEqual(["of-route"]);
  });

  it("may be requested by the header's former name, which the new one overrides", () => {
    expect(plan({ engines }, { headers: ["X-ABP-Mode", "strict"] }).compatibility).toBe("strict");
    const both = ["x-abp-mode", "strict", "x-abp-compatibility", "best_effort"];
    expect(plan({ engines }, { headers: both }).compatibility).toBe("best_effort");
  });

  it.each(["x-abp-mode", "x-abp-compatibility"])(
    "is refused where the header %s has another word",
    (name) => {
      expect(() => plan({ engines }, { headers: [name, "passthrough"] })).toThrow(
        expect.objectContaining({ code: "validation_failed", where: `header ${name}` }),
      );
    },
  );
});

describe("whether an answer is kept", () => {
  const keeper = fakeEngine("keeper", "codex", { keepsResponses: true });
  const same = fakeEngine("same", "codex");
  const other = fakeEngine("other", "openai");
  const otherKeeper = fakeEngine("other-keeper", "openai", { keepsResponses: true });
  const responses = (body: object) =>
    requestOf({ model: "m", input: "hi", ...body }, { target: "/v1/responses" });

  it("depends on the request, and on whether an engine of the dialect keeps it itself", () => {
    expect(keepsAnswer(responses({}), same)).toBe(true);
    expect(keepsAnswer(responses({}), other)).toBe(true);
    expect(keepsAnswer(responses({}), otherKeeper)).toBe(true);
    expect(keepsAnswer(responses({}), keeper)).toBe(false);
    expect(keepsAnswer(responses({ store: false }), same)).toBe(false);
  });

  it("is no for a dialect without kept responses, and for other operations", () => {
    expect(keepsAnswer(requestOf({ model: "m" }), other)).toBe(false);
    const count = requestOf({ model: "m", input: "hi" }, { target: "/v1/responses/input_tokens" });
    expect(keepsAnswer(count, same)).toBe(false);
  });

  it("is no for a body that cannot be read, which the engine of the dialect refuses itself", () => {
    const request = new CallRequest(admissionTo("/v1/responses"), Buffer.from("{broken"));
    request.scan(64);
    expect(keepsAnswer(request, same)).toBe(false);
    expect(() => keepsAnswer(request, other)).toThrow(AbpError);
  });
});
