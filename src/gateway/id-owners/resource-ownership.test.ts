import { describe, expect, it } from "vitest";
import { MemoryResources } from "../fixtures/memory-resources.ts";
import { isRestricted, NamedResources, readInputId, resourceNotFound } from "./resource-ownership.ts";

async function owned() {
  return new NamedResources((await ownedStore()).owners);
}

async function ownedStore() {
  const resources = new MemoryResources(async () => undefined);
  await resources.of("key:me").keep([
    { engine: "e", id: "mine" },
    { engine: "f", id: "files/mine", address: "https://f.test/up" },
    { engine: "e", id: "files/mine", address: "https://e.test/up" },
  ]);
  await resources.of("key:you").keep([{ engine: "e", id: "yours", address: "https://e.test/yours" }]);
  return { owners: resources.of("key:me") };
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

async function add(resources: NamedResources, ids: string[], isCertain = true): Promise<void> {
  resources.add({ ids, isCertain });
  await resources.lookUp();
}

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
    resources.add({ ids: ["a", "files/a"], isCertain: true });
    const added = resources.lookUp();
    expect(asked).toEqual(["a", "files/a"]);
    gate.resolve();
    await added;
  });

  it("pass if each is the caller's own, in one of its spellings", async () => {
    const resources = await owned();
    expect(codeOf(() => resources.check())).toBe("passed");
    await add(resources, ["mine"]);
    await add(resources, ["nothing", "files/mine"]);
    expect(codeOf(() => resources.check())).toBe("passed");
    expect(codeOf(() => resources.check(["e"]))).toBe("passed");
    expect(codeOf(() => resources.check(["f"]))).toBe("resource_not_found");
    expect(codeOf(() => resources.check(["g", "e"]))).toBe("passed");
    expect(codeOf(() => resources.check([]))).toBe("resource_not_found");
  });

  it("are refused alike if they are another's and if they never were", async () => {
    const errorOf = async (...ids: string[]) => {
      const resources = await owned();
      await add(resources, ["mine"]);
      await add(resources, ids);
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

  it("are refused only if somebody else has them, if they may be no ids at all", async () => {
    const resources = await owned();
    await add(resources, ["never"], false);
    expect(codeOf(() => resources.check())).toBe("passed");
    await add(resources, ["files/mine"], false);
    expect(codeOf(() => resources.check(["g"]))).toBe("passed");
    await add(resources, ["never", "yours"], false);
    expect(codeOf(() => resources.check())).toBe("resource_not_found");
  });

  it("are things of everybody if nobody made them and the key has their group", async () => {
    const { owners } = await ownedStore();
    const named = { isCertain: true, sharedBy: "prompts" };
    for (const [groups, id, expected] of [
      [undefined, "never", "resource_not_found"],
      [["files"], "never", "resource_not_found"],
      [["prompts"], "never", "passed"],
      [["prompts"], "yours", "resource_not_found"],
    ] as const) {
      const resources = new NamedResources(owners, groups);
      resources.add({ ...named, ids: [id] });
      await resources.lookUp();
      expect([groups, id, codeOf(() => resources.check())]).toEqual([groups, id, expected]);
    }
  });

  it("may be the input of a batch only if their lines were read, unless there is one key", async () => {
    const resources = new MemoryResources(async () => undefined);
    const mine = resources.of("key:me");
    await mine.keep(["a", "b", "c", readInputId("b")].map((id) => ({ engine: "e", id })));
    await resources.of("key:you").keep([{ engine: "e", id: readInputId("a") }]);
    for (const [id, isInput, expected] of [
      ["a", true, "validation_failed"],
      ["b", true, "passed"],
      ["c", true, "validation_failed"],
      ["a", false, "passed"],
      ["never", true, "resource_not_found"],
    ] as const) {
      const one = new NamedResources(mine);
      one.add({ ids: [id], isCertain: true, isInput });
      await one.lookUp();
      expect([id, isInput, codeOf(() => one.check())]).toEqual([id, isInput, expected]);
    }
  });

  it("are certain ids if one of two places says so", async () => {
    for (const order of [
      [true, false],
      [false, true],
    ]) {
      const resources = await owned();
      for (const isCertain of order) resources.add({ ids: ["never"], isCertain });
      await resources.lookUp();
      expect(codeOf(() => resources.check())).toBe("resource_not_found");
    }
  });

  it("are kept by the engine of the first one that is the caller's own", async () => {
    const resources = await owned();
    expect(resources.keeper).toBeUndefined();
    await add(resources, ["never"]);
    await add(resources, ["yours"]);
    expect(resources.keeper).toBeUndefined();
    await add(resources, ["files/mine"]);
    await add(resources, ["mine"]);
    expect(resources.keeper).toBe("f");
  });

  it("have the address that is stored with an own one at the engine", async () => {
    const resources = await owned();
    await add(resources, ["yours"]);
    await add(resources, ["mine"]);
    expect(resources.addressAt("e")).toBeUndefined();
    await add(resources, ["files/mine"]);
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
