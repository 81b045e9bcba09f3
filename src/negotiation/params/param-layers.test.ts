import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../lib/index.ts";
import {
  buildBag,
  emptyLayer,
  listLeaves,
  type ParamLayers,
  resetParam,
  setParam,
  unsetParam,
} from "./param-layers.ts";

const layer = (values: JsonObject, ...unset: string[][]) => ({ values, unset });
const bagOf = (layers: Partial<ParamLayers>): JsonObject =>
  buildBag(listLeaves({ defaults: emptyLayer, launch: emptyLayer, runtime: emptyLayer, ...layers }));

const anyName = fc.constantFrom("a", "b", "c", "__proto__");
const anyValue: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue; object: JsonObject }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, fc.constantFrom<JsonValue>(1, "x", null, true, [1, 2], {}), tie("object")),
  object: fc.dictionary(anyName, tie("value"), { maxKeys: 3 }) as fc.Arbitrary<JsonObject>,
})).value;
const anyObject = fc.dictionary(anyName, anyValue) as fc.Arbitrary<JsonObject>;
const anyPath = fc.array(anyName, { minLength: 1, maxLength: 3 });

describe("parameter layers", () => {
  it("are merged leaf by leaf, the stronger layer winning", () => {
    const layers = {
      defaults: layer({ temperature: 1, thinking: { type: "enabled", budget: 1000 } }),
      launch: layer({ thinking: { budget: 2000 }, stop: ["a"] }),
      runtime: layer({ temperature: 0.2, stop: ["b"] }),
    };
    expect(bagOf(layers)).toEqual({
      temperature: 0.2,
      thinking: { type: "enabled", budget: 2000 },
      stop: ["b"],
    });
    expect(listLeaves(layers).map(({ path, layer: from }) => [path.join("."), from])).toEqual([
      ["stop", "runtime"],
      ["temperature", "runtime"],
      ["thinking.budget", "launch"],
      ["thinking.type", "defaults"],
    ]);
  });

  it("replace a tree by a value and a value by a tree", () => {
    expect(bagOf({ defaults: layer({ a: { b: 1, c: 2 } }), launch: layer({ a: 5 }) })).toEqual({ a: 5 });
    expect(bagOf({ defaults: layer({ a: 5 }), launch: layer({ a: { b: 1 } }) })).toEqual({ a: { b: 1 } });
  });

  it("set nothing by an empty object if members stand, and set it if nothing does", () => {
    expect(bagOf({ defaults: layer({ a: { b: 1 } }), launch: layer({ a: {} }) })).toEqual({ a: { b: 1 } });
    expect(bagOf({ defaults: layer({ a: 1 }), launch: layer({ a: {}, c: {} }) })).toEqual({ a: {}, c: {} });
  });

  it("take a parameter away although a weaker layer sets it, and only then set their own", () => {
    const defaults = layer({ a: { b: 1, c: 2 }, d: 3 });
    expect(bagOf({ defaults, runtime: layer({}, ["a", "b"], ["d"]) })).toEqual({ a: { c: 2 } });
    expect(bagOf({ defaults, runtime: layer({ a: { x: 1 } }, ["a"]) })).toEqual({ a: { x: 1 }, d: 3 });
  });

  it("give back every single layer exactly", () => {
    fc.assert(
      fc.property(anyObject, (values) => {
        expect(bagOf({ launch: layer(values) })).toEqual(values);
      }),
    );
  });
});

describe("the order and the paths of leaves", () => {
  const paths = (values: JsonObject) =>
    listLeaves({ defaults: emptyLayer, launch: emptyLayer, runtime: layer(values) }).map(({ path }) =>
      path.join("."),
    );

  it("sorts by name at each level, and a parent's siblings by code unit", () => {
    expect(paths({ b: { z: 1, a: { y: 1, x: 1 } }, a: 1, B: 1, "a.b": 1 })).toEqual([
      "B",
      "a",
      "a.b",
      "b.a.x",
      "b.a.y",
      "b.z",
    ]);
  });

  it("takes null, arrays and empty objects as leaves", () => {
    expect(paths({ a: null, b: [{ c: 1 }], d: {} })).toEqual(["a", "b", "d"]);
  });

  it("removes only the paths that start with an unset path", () => {
    const defaults = layer({ a: { b: 1, bc: 2 }, ab: 3 });
    expect(bagOf({ defaults, launch: layer({}, ["a", "b"]) })).toEqual({ a: { bc: 2 }, ab: 3 });
    expect(bagOf({ defaults, launch: layer({}, ["a"]) })).toEqual({ ab: 3 });
    expect(bagOf({ defaults, launch: layer({}, ["a", "b", "deeper"]) })).toEqual({
      a: { b: 1, bc: 2 },
      ab: 3,
    });
  });
});

describe("a changed layer", () => {
  const start = layer({ a: { b: 1, c: 2 }, d: 3 }, ["e"], ["f", "g"]);

  it("has a plain value at its path and keeps everything else", () => {
    expect(setParam(start, ["a", "b"], 9)).toEqual(layer({ a: { c: 2, b: 9 }, d: 3 }, ["e"], ["f", "g"]));
    expect(setParam(start, ["e"], 9)).toEqual(layer({ ...start.values, e: 9 }, ["f", "g"]));
  });

  it("hides the members of weaker layers when it is given a tree", () => {
    expect(setParam(start, ["a"], { x: 1 })).toEqual(layer({ d: 3, a: { x: 1 } }, ["e"], ["f", "g"], ["a"]));
  });

  it("drops its own values and unset paths below an unset or reset path", () => {
    expect(unsetParam(start, ["a"])).toEqual(layer({ d: 3 }, ["e"], ["f", "g"], ["a"]));
    expect(unsetParam(start, ["f"])).toEqual(layer(start.values, ["e"], ["f"]));
    expect(resetParam(start, ["f"])).toEqual(layer(start.values, ["e"]));
    expect(resetParam(start, ["a", "b"])).toEqual(layer({ a: { c: 2 }, d: 3 }, ["e"], ["f", "g"]));
  });
});

describe("changes of a layer", () => {
  const at = (bag: JsonValue, path: readonly string[]): JsonValue | undefined =>
    path.reduce<JsonValue | undefined>(
      (value, name) =>
        typeof value === "object" && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)
          ? value[name]
          : undefined,
      bag,
    );

  it("set a value that is then in force, whatever weaker layers say", () => {
    fc.assert(
      fc.property(anyObject, anyObject, anyPath, anyValue, (defaults, runtime, path, value) => {
        const changed = setParam(layer(runtime), path, value);
        const bag = bagOf({ defaults: layer(defaults), runtime: changed });
        // An empty object says nothing about what a weaker layer holds below it.
        if (JSON.stringify(value) !== "{}") expect(at(bag, path)).toEqual(value);
      }),
    );
  });

  it("unset a path so that nothing is there", () => {
    fc.assert(
      fc.property(anyObject, anyObject, anyPath, (defaults, runtime, path) => {
        const changed = unsetParam(layer(runtime), path);
        expect(at(bagOf({ defaults: layer(defaults), runtime: changed }), path)).toBeUndefined();
      }),
    );
  });

  it("reset a path so that weaker layers show again", () => {
    fc.assert(
      fc.property(anyObject, anyPath, anyValue, (defaults, path, value) => {
        const before = bagOf({ defaults: layer(defaults) });
        for (const changed of [setParam(emptyLayer, path, value), unsetParam(emptyLayer, path)]) {
          expect(bagOf({ defaults: layer(defaults), runtime: resetParam(changed, path) })).toEqual(before);
        }
      }),
    );
  });
});
