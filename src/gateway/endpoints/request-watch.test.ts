import { describe, expect, it } from "vitest";
import { MemoryResources } from "../fixtures/memory-resources.ts";
import { idPlacesOf } from "../id-owners/id-places.ts";
import { RequestReader } from "./request-reader.ts";
import { type RequestRules, RequestWatch } from "./request-watch.ts";

const NO_IDS = { places: [], notRead: [] };
const nothing = () => undefined;
const passed = { group: "g", access: "resource", names: ["file_id"] } as const;

async function watch(body: string, rules: Partial<RequestRules> = {}, type = "application/json") {
  const calls: string[] = [];
  const rights: RequestRules["rights"] = {
    judgesModels: false,
    check: (model) => void calls.push(`check ${model}`),
    checkUnnamed: () => void calls.push("unnamed"),
    checkRoute: (model) => void calls.push(`route ${model}`),
  };
  const one = new RequestWatch(new RequestReader(passed, idPlacesOf(NO_IDS, passed), type), {
    owners: undefined,
    engines: ["e", "f"],
    rights,
    isModelKnown: false,
    isModelReplaced: false,
    ...rules,
  });
  one.push(Buffer.from(body));
  const failure = await one.end().catch((error: { code: string }) => error.code);
  return { calls, failure, model: one.model };
}

async function owned() {
  const resources = new MemoryResources(async () => undefined);
  await resources.of("key:me").keep([{ engine: "f", id: "mine" }]);
  await resources.of("key:me").keep([{ engine: "other", id: "elsewhere" }]);
  await resources.of("key:you").keep([{ engine: "e", id: "yours" }]);
  return resources.of("key:me");
}

describe("the watch of a body", () => {
  it("checks every model, and that its route leads to the engine", async () => {
    expect(await watch('{"model":"a","model":"b"}')).toEqual({
      calls: ["check a", "route a", "check b", "route b"],
      failure: undefined,
      model: "a",
    });
    expect((await watch('{"model":"a"}', { isModelReplaced: true })).calls).toEqual(["check a"]);
    expect((await watch('{"model":"a"}', { isModelKnown: true })).calls).toEqual(["check a"]);
    expect((await watch("{}")).calls).toEqual(["unnamed"]);
    expect((await watch("{}", { isModelKnown: true })).calls).toEqual([]);
  });

  it("lets only things of the caller's own pass, which an engine of the vendor made", async () => {
    const owners = await owned();
    expect((await watch('{"file_id":"mine"}', { owners })).failure).toBeUndefined();
    for (const id of ["yours", "unknown", "elsewhere"])
      expect([id, (await watch(`{"file_id":"${id}"}`, { owners })).failure]).toEqual([
        id,
        "resource_not_found",
      ]);
    expect((await watch('{"file_id":"yours"}')).failure).toBeUndefined();
  });

  it("refuses a body that others may read in another way, if something in it has to be seen", async () => {
    const rights = { judgesModels: true, check: nothing, checkUnnamed: nothing, checkRoute: nothing };
    expect((await watch("{'model':'a'}")).failure).toBeUndefined();
    expect((await watch("{'model':'a'}", { rights })).failure).toBe("input_invalid_json");
    expect((await watch("{'model':'a'}", { rights, isModelKnown: true })).failure).toBeUndefined();
    expect((await watch("{'file_id':'yours'}", { owners: await owned() })).failure).toBe(
      "input_invalid_json",
    );
  });

  it("says of a body without a model whether it names something that an engine reads", async () => {
    const seen: boolean[] = [];
    const rights = {
      judgesModels: false,
      check: nothing,
      checkUnnamed: (hasInput: boolean) => void seen.push(hasInput),
      checkRoute: nothing,
    };
    const input = {
      places: [{ at: ["input_id"], kind: { prefixes: ["file-"], isInput: true } }],
      notRead: [],
    };
    const read = async (body: string) => {
      const reader = new RequestReader(passed, idPlacesOf(input, passed), "application/json");
      const one = new RequestWatch(reader, {
        owners: undefined,
        engines: [],
        rights,
        isModelKnown: false,
        isModelReplaced: false,
      });
      one.push(Buffer.from(body));
      await one.end();
    };
    await read("{}");
    await read('{"file_id":"a"}');
    await read('{"file_id":"a","input_id":"b"}');
    expect(seen).toEqual([false, false, true]);
  });

  it("passes the bytes to the rules of tools, and checks these before the lines of a file", async () => {
    const log: string[] = [];
    const tools = {
      push: (chunk: Uint8Array) => void log.push(Buffer.from(chunk).toString()),
      end: () => void log.push("tools"),
    };
    const checkLines = async () => void log.push("lines");
    await watch("{}", { tools, checkLines });
    expect(log).toEqual(["{}", "tools", "lines"]);
    const denied = { ...tools, end: () => expect.unreachable("not after a model that is denied") };
    const rights = {
      judgesModels: true,
      check: () => {
        throw Object.assign(new Error("denied"), { code: "access_denied" });
      },
      checkUnnamed: nothing,
      checkRoute: nothing,
    };
    expect((await watch('{"model":"a"}', { rights, tools: denied })).failure).toBe("access_denied");
  });

  it("reads a body of any kind if the endpoint takes it and no model in it is judged", async () => {
    const owners = await owned();
    const plain = async (rules: Partial<RequestRules>) =>
      (await watch("plain text", { owners, ...rules }, "text/plain")).failure;
    const rights = { judgesModels: true, check: nothing, checkUnnamed: nothing, checkRoute: nothing };
    expect(await plain({ isFree: true })).toBeUndefined();
    expect(await plain({ isFree: false })).toBe("media_type_unsupported");
    expect(await plain({})).toBe("media_type_unsupported");
    expect(await plain({ isFree: true, rights })).toBe("media_type_unsupported");
    expect(await plain({ isFree: true, rights, isModelKnown: true })).toBeUndefined();
  });
});
