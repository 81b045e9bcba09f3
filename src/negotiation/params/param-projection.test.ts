import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../lib/index.ts";
import { claim, MAPPED, manifest } from "../fixtures/builders.ts";
import { buildBag, emptyLayer, listLeaves, type ParamLayers } from "./param-layers.ts";
import { checkByManifest, projectParams } from "./param-projection.ts";

const layers = (values: Partial<Record<keyof ParamLayers, JsonObject>>): ParamLayers => ({
  defaults: { values: values.defaults ?? {}, unset: [] },
  launch: { values: values.launch ?? {}, unset: [] },
  runtime: { values: values.runtime ?? {}, unset: [] },
});

describe("projection of parameters", () => {
  const set = layers({
    defaults: { temperature: 1 },
    launch: { topK: 40, thinking: { type: "enabled", budget_tokens: 2000 } },
    runtime: { max_tokens: 64_000, custom: true },
  });
  const plain = manifest({ temperature: "native", max_tokens: claim("native", { limit: 8192 }) });

  it("leaves out what the target does not support or allow, and names layer and reason", () => {
    const { bag, affected } = projectParams(set, checkByManifest(plain, MAPPED));
    expect(bag).toEqual({ temperature: 1, custom: true });
    expect(affected).toEqual([
      { path: ["max_tokens"], reason: "acme/large allows at most 8192", layer: "runtime", value: 64_000 },
      {
        path: ["thinking", "budget_tokens"],
        reason: "acme/large does not support extended_thinking",
        layer: "launch",
        value: 2000,
      },
      {
        path: ["thinking", "type"],
        reason: "acme/large does not support extended_thinking",
        layer: "launch",
        value: "enabled",
      },
      { path: ["topK"], reason: "acme/large does not support top_k", layer: "launch", value: 40 },
    ]);
  });

  it("keeps what is unknown, and what an emulator provides", () => {
    const open = manifest({}, { closed: false });
    expect(projectParams(set, checkByManifest(open, MAPPED)).affected).toEqual([]);
    const emulators = [{ id: "stop-scanner", capability: "stop_sequences", fidelity: "none" }];
    const stop = layers({ runtime: { stop: ["END"] } });
    expect(projectParams(stop, checkByManifest(manifest({}), { ...MAPPED, emulators })).bag).toEqual({
      stop: ["END"],
    });
    expect(projectParams(stop, checkByManifest(manifest({}), MAPPED)).bag).toEqual({});
  });

  it("redacts values when the impact is made: by name, by form and by known value", () => {
    const secret = layers({
      runtime: {
        thinking: { apiKey: "hunter2", note: "sk-ant-abcdefghijkl", other: "see swordfish", plain: "ok" },
      },
    });
    const { affected } = projectParams(secret, checkByManifest(plain, MAPPED), ["swordfish"]);
    expect(affected.map(({ value }) => value)).toEqual(["[redacted]", "[redacted]", "see [redacted]", "ok"]);
  });
});

describe("the common parameters", () => {
  it.each([
    ["temperature", "temperature"],
    ["top_p", "top_p"],
    ["top_k", "top_k"],
    ["max_tokens", "max_tokens"],
    ["max_output_tokens", "max_tokens"],
    ["max_completion_tokens", "max_tokens"],
    ["frequency_penalty", "frequency_penalty"],
    ["presence_penalty", "presence_penalty"],
    ["stop", "stop_sequences"],
    ["stop_sequences", "stop_sequences"],
    ["seed", "seed_determinism"],
    ["logprobs", "logprobs"],
    ["top_logprobs", "logprobs"],
    ["thinking", "extended_thinking"],
    ["reasoning", "extended_thinking"],
    ["reasoning_effort", "extended_thinking"],
    ["response_format", "structured_output_json_schema"],
    ["cache_control", "cache_control"],
    ["tool_choice", "tool_use"],
    ["parallel_tool_calls", "tool_use"],
  ])("%s depends on %s, in snake_case and camelCase", (name, capability) => {
    const check = checkByManifest(manifest({}), MAPPED);
    const camel = name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    const reason = `acme/large does not support ${capability}`;
    expect([check([name], 1), check([camel, "deeper"], 1)]).toEqual([reason, reason]);
    expect(checkByManifest(manifest({ [capability]: "native" }), MAPPED)([name], 1)).toBeUndefined();
  });

  it.each(["max_tokens", "max_output_tokens", "max_completion_tokens"])(
    "%s counts against the limit, if it is a number",
    (name) => {
      const check = checkByManifest(manifest({ max_tokens: claim("native", { limit: 5 }) }), MAPPED);
      expect(check([name], 5)).toBeUndefined();
      expect(check([name], 6)).toBe("acme/large allows at most 5");
      expect(check([name], "6")).toBeUndefined();
    },
  );

  it("are not compared with a limit otherwise, and other parameters are not checked", () => {
    const check = checkByManifest(manifest({ top_k: claim("native", { limit: 5 }) }), MAPPED);
    expect(check(["top_k"], 6)).toBeUndefined();
    expect(check(["custom", "temperature"], 6)).toBeUndefined();
    expect(check([], 6)).toBeUndefined();
  });

  it("can be replaced by other rules", () => {
    const rules = [{ name: "size", capability: "vision" }];
    const check = checkByManifest(manifest({}), MAPPED, rules);
    expect([check(["size"], 1), check(["top_k"], 1)]).toEqual([
      "acme/large does not support vision",
      undefined,
    ]);
  });

  it("are reported with secrets removed from their path and reason", () => {
    const layered = layers({ launch: { swordfish: 1 } });
    const { affected } = projectParams(layered, () => "swordfish is not taken", ["swordfish"]);
    expect(affected).toMatchObject([{ path: ["[redacted]"], reason: "[redacted] is not taken" }]);
  });
});

describe("parameters over several targets", () => {
  const anyBag = fc.dictionary(
    fc.constantFrom("temperature", "top_k", "thinking", "custom"),
    fc.oneof(fc.integer(), fc.record({ a: fc.integer(), b: fc.string() })),
  ) as fc.Arbitrary<JsonObject>;
  const anyLayers = fc.tuple(anyBag, anyBag).map(([launch, runtime]) => layers({ launch, runtime }));
  const anyTarget = fc
    .subarray(["temperature", "top_k", "extended_thinking"])
    .map((names) => manifest(Object.fromEntries(names.map((name) => [name, "native" as const]))));

  it("come back when a later target accepts them: where one was before makes no difference", () => {
    fc.assert(
      fc.property(anyLayers, fc.array(anyTarget), anyTarget, (set, visited, last) => {
        const alone = projectParams(set, checkByManifest(last, MAPPED));
        for (const target of visited) projectParams(set, checkByManifest(target, MAPPED));
        expect(projectParams(set, checkByManifest(last, MAPPED))).toEqual(alone);
      }),
    );
  });

  it("are each either in the bag or listed, never both, never neither", () => {
    fc.assert(
      fc.property(anyLayers, anyTarget, (set, target) => {
        const { bag, affected } = projectParams(set, checkByManifest(target, MAPPED));
        const kept = listLeaves({
          defaults: emptyLayer,
          launch: emptyLayer,
          runtime: { values: bag, unset: [] },
        });
        const paths = [...kept, ...affected].map(({ path }) => JSON.stringify(path)).sort();
        expect(paths).toEqual(
          listLeaves(set)
            .map(({ path }) => JSON.stringify(path))
            .sort(),
        );
        expect(buildBag(kept)).toEqual(bag);
      }),
    );
  });
});
