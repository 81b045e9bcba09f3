import { describe, expect, it } from "vitest";
import { MemoryResources } from "../fixtures/memory-resources.ts";
import { isRestricted, NamedResources, resourceNotFound } from "./resource-ownership.ts";

async function owned() {
  const resources = new MemoryResources(async () => undefined);
  await resources.of("key:me").keep([
    { engine: "e", id: "mine" },
    { engine: "f", id: "files/mine", address: "https://f.test/up" },
    { engine: "e", id: "files/mine", address: "https://e.test/up" },
  ]);
  await resources.of("key:you").keep([{ engine: "e", id: "yours", address: "https://e.test/yours" }]);
  return new NamedResources(resources.of("key:me"));
}

const codeOf = (run: () => void) => {
  try {
    run();
    return "passed";
  } catch (error) {
    return (error as { code: string }).code;
  }
};

it.each([
  [false, false, true],
  [true, false, false],
  [false, true, false],
  [true, true, false],
])(
  "a caller that is the only key (%s), at an engine with the caller's key (%s), is restricted: %s",
  (isOnlyKey, usesCallerKey, expected) => {
    expect(isRestricted({ isOnlyKey }, { usesCallerKey })).toBe(expected);
  },
);

describe("the things that a call names", () => {
  it("are looked up under each way to write them, all at once", async () => {
    const asked: string[] = [];
    const gate = Promise.withResolvers<void>();
    const resources = new NamedResources({
      find: async (id) => {
        asked.push(id);
        await gate.promise;
        return [];
      },
    });
    const added = resources.add(["a", "files/a"]);
    expect(asked).toEqual(["a", "files/a"]);
    gate.resolve();
    await added;
  });

  it("pass where each is the caller's own, in one of its spellings", async () => {
    const resources = await owned();
    expect(codeOf(() => resources.check())).toBe("passed");
    await resources.add(["mine"]);
    await resources.add(["nothing", "files/mine"]);
    expect(codeOf(() => resources.check())).toBe("passed");
    expect(codeOf(() => resources.check(["e"]))).toBe("passed");
    expect(codeOf(() => resources.check(["f"]))).toBe("resource_not_found");
    expect(codeOf(() => resources.check(["g", "e"]))).toBe("passed");
    expect(codeOf(() => resources.check([]))).toBe("resource_not_found");
  });

  it("are refused alike where they are another's and where they never were", async () => {
    const errorOf = async (...ids: string[]) => {
      const resources = await owned();
      await resources.add(["mine"]);
      await resources.add(ids);
      try {
        resources.check();
      } catch (error) {
        return error as Error & { code: string };
      }
      throw new Error("passed");
    };
    const foreign = await errorOf("yours", "files/yours");
    const missing = await errorOf("never");
    expect([foreign.code, missing.code]).toEqual(["resource_not_found", "resource_not_found"]);
    expect(foreign.message).toBe('nothing with the id "yours" belongs to this key');
    expect(missing.message).toBe(foreign.message.replace("yours", "never"));
    expect((await errorOf()).message).toContain('the id ""');
  });

  it("are kept by the engine of the first one that is the caller's own", async () => {
    const resources = await owned();
    expect(resources.keeper).toBeUndefined();
    await resources.add(["never"]);
    await resources.add(["yours"]);
    expect(resources.keeper).toBeUndefined();
    await resources.add(["files/mine"]);
    await resources.add(["mine"]);
    expect(resources.keeper).toBe("f");
  });

  it("have the address that is stored with an own one at the engine", async () => {
    const resources = await owned();
    await resources.add(["yours"]);
    await resources.add(["mine"]);
    expect(resources.addressAt("e")).toBeUndefined();
    await resources.add(["files/mine"]);
    expect(resources.addressAt("e")).toBe("https://e.test/up");
    expect(resources.addressAt("f")).toBe("https://f.test/up");
    expect(resources.addressAt("g")).toBeUndefined();
  });
});

it("the error for an id that is not found shows a long one in part", () => {
  expect(resourceNotFound("x".repeat(200)).message).toContain(`"${"x".repeat(200)}"`);
  expect(resourceNotFound("x".repeat(201)).message).toContain(`"${"x".repeat(200)}…"`);
  expect(resourceNotFound('a"b').message).toContain('"a\\"b"');
});
