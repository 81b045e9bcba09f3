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
