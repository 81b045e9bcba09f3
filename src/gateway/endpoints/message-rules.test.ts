import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { MessageRules, type SessionRules } from "./message-rules.ts";

const MODELS = [
  ["setup", "model"],
  ["session", "audio", "model"],
];

function open(more: Partial<SessionRules> = {}, judgesModels = true) {
  const log: string[] = [];
  const rights: SessionRules["rights"] = {
    judgesModels,
    check: (model) => {
      log.push(`check ${model}`);
      if (model === "bad") throw new AbpError("policy_denied", "no");
    },
    checkUnnamed: () => void log.push("unnamed"),
    checkRoute: (model) => void log.push(`route ${model}`),
  };
  const rules = new MessageRules({
    passed: { messageModels: MODELS, opensWithModel: true },
    rights,
    isModelKnown: false,
    checkNames: undefined,
    ...more,
  });
  const check = (message: unknown) =>
    rules.check(Buffer.from(typeof message === "string" ? message : JSON.stringify(message)));
  return { rules, check, log };
}

describe("the rules of a session's messages", () => {
  it("judge the model of each message, at the places that the endpoint names", () => {
    const { rules, check, log } = open();
    check({ setup: { model: "models/good" } });
    check({ setup: { model: "second", other: { model: "not one" } }, model: "not one" });
    check({ session: { audio: { model: "third" } } });
    expect(log).toEqual([
      "check good",
      "route good",
      "check second",
      "route second",
      "check third",
      "route third",
    ]);
    expect(rules.model).toBe("good");
  });

  it.each([513, 9000])("refuse a name of %i bytes", (length) => {
    const { check, log } = open({}, false);
    expect(() => check({ setup: { model: "m".repeat(length) } })).toThrow(
      expect.objectContaining({ code: "contract_schema_violation", where: "$.setup.model" }),
    );
    expect(log).toEqual([]);
  });

  it("refuse a forbidden model in a later message", () => {
    const { check } = open();
    check({ setup: { model: "good" } });
    expect(() => check({ setup: { model: "bad" } })).toThrow(
      expect.objectContaining({ code: "policy_denied" }),
    );
  });

  it("find a name that is written with escapes", () => {
    const { check, log } = open();
    check({ setup: { model: "good" } });
    expect(() => check('{"setup":{"\\u006dodel":"bad"}}')).toThrow();
    expect(log.at(-1)).toBe("check bad");
  });

  it("judge every model of a message that has two", () => {
    const { check } = open();
    expect(() => check('{"setup":{"model":"good","model":"bad"}}')).toThrow();
  });

  it("demand a model of the first message alone, and only if nothing before it names one", () => {
    const first = open();
    first.check({ hello: 1 });
    first.check({ hello: 2, model: "x" });
    expect(first.log).toEqual(["unnamed"]);
    const inQuery = open({ isModelKnown: true });
    inQuery.check({ hello: 1 });
    inQuery.check({ session: { audio: { model: "m" } } });
    expect(inQuery.log).toEqual(["check m"]);
    const never = open({ passed: { messageModels: MODELS } });
    never.check({ hello: 1 });
    expect(never.log).toEqual([]);
  });

  it("refuse a message whose model not every reader finds, if models are judged", () => {
    for (const text of ["{setup:{model:'bad'}}", '{"setup":{/* */"model":"bad"}}', "model=bad", '"model"']) {
      const { check } = open();
      check({ setup: { model: "good" } });
      expect(() => check(text), text).toThrow(expect.objectContaining({ code: "input_invalid_json" }));
      expect(() => open({}, false).check(text.replaceAll("bad", "good"))).not.toThrow();
    }
    const { check } = open();
    expect(() => check("no JSON at all")).not.toThrow();
  });

  it("read only the first message if no rule judges models, for the receipt", () => {
    const { rules, check, log } = open({}, false);
    check({ setup: { model: "good" } });
    check({ setup: { model: "bad" } });
    expect([log, rules.model]).toEqual([["check good", "route good"], "good"]);
  });

  it("judge nothing if the endpoint's messages name no models", () => {
    const { rules, check, log } = open({ passed: {}, isModelKnown: true });
    check({ setup: { model: "bad" } });
    expect([log, rules.model]).toEqual([[], undefined]);
  });

  it("look up what each message names, after its models", async () => {
    const seen: string[] = [];
    const { check } = open({
      checkNames: (data) => {
        seen.push(data.toString());
        return seen.length === 1 ? undefined : Promise.resolve();
      },
    });
    expect(check('{"a":1}')).toBeUndefined();
    await expect(check('{"b":1}')).resolves.toBeUndefined();
    expect(() => check({ setup: { model: "bad" } })).toThrow();
    expect(seen).toEqual(['{"a":1}', '{"b":1}']);
  });
});
