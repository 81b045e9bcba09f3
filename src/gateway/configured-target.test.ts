import { describe, expect, it } from "vitest";
import { findDialect } from "../dialects/index.ts";
import { type AskedRequest, type NamedTarget, questionOf } from "./configured-target.ts";

const dialect = findDialect("claude");
const engine = { dialect: findDialect("openai"), provider: "openai" };
const target: NamedTarget = { engine, limits: undefined, evidence: [], choice: [] };
const request = (body: AskedRequest["body"]): AskedRequest => ({ dialect, body });
const asked = { model: "m" };

describe("the question of a translation", () => {
  it("is that of the request in the default mode unless something else is said", () => {
    expect(questionOf(request(asked), target, {})).toEqual({
      dialect,
      engine,
      body: asked,
      headers: [],
      mode: "best_effort",
      waived: undefined,
      operation: "generate",
      pathModel: undefined,
      pathStream: undefined,
      targetModel: undefined,
      custody: expect.any(Object),
      limits: undefined,
      emulators: undefined,
      emulatorSet: undefined,
      gatewaySearch: undefined,
    });
  });

  it("has what is known of the target", () => {
    const known = {
      ...{ model: "t", mode: "disclose", waived: ["w"], emulators: ["e"] },
      ...{ limits: {}, emulatorSet: {}, gatewaySearch: {} },
    } as unknown as NamedTarget;
    const { mode, waived, emulators, limits, emulatorSet, gatewaySearch, targetModel, pathModel } =
      questionOf(request(asked), { ...target, ...known, engine }, {});
    expect({ mode, waived, emulators, limits, emulatorSet, gatewaySearch, targetModel, pathModel }).toEqual({
      ...{ mode: "disclose", waived: ["w"], emulators: ["e"] },
      ...{ limits: {}, emulatorSet: {}, gatewaySearch: {}, targetModel: "t", pathModel: undefined },
    });
  });

  it("prefers the flags, except for the model that the target requests", () => {
    const known = { ...target, mode: "disclose", waived: ["w"], emulators: ["e"] } as unknown as NamedTarget;
    const flags = { strict: true, allowLoss: ["a"], emulate: ["b"], model: "f" };
    const said = { mode: "strict", waived: ["a"], emulators: ["b"], pathModel: "f" };
    expect(questionOf(request(asked), known, flags)).toMatchObject({ ...said, targetModel: "f" });
    expect(questionOf(request(asked), { ...known, model: "t" }, flags)).toMatchObject({
      ...said,
      targetModel: "t",
    });
    expect(questionOf(request(asked), target, { strict: false })).toMatchObject({ mode: "best_effort" });
  });

  it.each<[AskedRequest["body"]]>([[{}], [{ model: "" }], [{ model: 5 }], [{ model: null }]])(
    "needs a model, which the body %j does not name",
    (body) => {
      expect(() => questionOf(request(body), target, {})).toThrow(
        expect.objectContaining({ code: "usage_invalid", where: "--model" }),
      );
      expect(questionOf(request(body), target, { model: "f" }).targetModel).toBe("f");
      expect(questionOf(request(body), { ...target, model: "t" }, {}).targetModel).toBe("t");
    },
  );
});
