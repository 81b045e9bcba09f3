import { describe, expect, it } from "vitest";
import { type AccountIds, findDialect } from "../../dialects/index.ts";
import { formPath, IdPlaces, idPlacesOf } from "./id-places.ts";

const FILE = { prefixes: ["file-"], certain: /^file-/ };
const PROMPT = { prefixes: ["pmpt_"] };
const ids: AccountIds = {
  places: [
    { at: ["file_id"], kind: FILE },
    { at: ["file_ids"], kind: FILE },
    { at: ["prompt", "id"], kind: PROMPT },
  ],
  models: { prefixes: ["ft:"], only: /^ft:/ },
  notRead: [["tools", "parameters"], ["metadata"]],
};
const places = new IdPlaces(ids, undefined);

function search(of: IdPlaces, body: string) {
  const found = of.openSearch(Buffer.from(body));
  while (!found.step());
  return found;
}

describe("the places of ids", () => {
  it.each([
    [["file_ids", "*"], FILE],
    [["a", "*", "fileId"], FILE],
    [["FILE-ID"], FILE],
    [["prompt", "id"], PROMPT],
    [["x", "prompt", "*", "id"], PROMPT],
    [["params", "model"], ids.models],
    [["id"], undefined],
    [["prompt", "version", "id"], undefined],
    [["file"], undefined],
    [["*"], undefined],
    [[], undefined],
    [["metadata", "file_id"], undefined],
    [["tools", "*", "function", "parameters", "examples", "*", "file_id"], undefined],
    [["parameters", "tools", "file_id"], FILE],
  ])("at %j is %j", (path, kind) => expect(places.kindAt(path)).toEqual(kind));

  it("tell the thing that a value names", () => {
    expect(places.read(["file_id"], "file-1")).toEqual({ ids: ["file-1"], isCertain: true });
    expect(places.read(["file"], "file-1")).toBeUndefined();
    expect(places.read(["model"], "gpt-5")).toBeUndefined();
    expect(places.read(["model"], "ft:gpt-5:a")).toEqual({ ids: ["ft:gpt-5:a"], isCertain: false });
  });

  it.each([
    ['{"file_id":"x"}', true],
    ['{"file_ids":["x"]}', true],
    ['{"prompt" : {"id":"x"}}', true],
    ['{"file\\u005fid":"x"}', true],
    ['{"prompt_cache_key":"x"}', false],
    ['{"text":"the \\"file_id\\" is file-1"}', false],
    ['{"model":"ft:gpt-5:a"}', false],
  ])("%s may name things: %s", (body, expected) => {
    expect(search(places, body).mayName).toBe(expected);
    expect(search(places, body.padEnd(300 * 1024)).mayName).toBe(expected);
    expect(search(places, `${" ".repeat(256 * 1024 - 3)}${body}`).mayName).toBe(expected);
  });

  it.each([0, 200_000, 256 * 1024 - 5, 700_000])(
    "tell that a body makes things, %i bytes behind its start",
    (at) => {
      const makers = new IdPlaces({ ...ids, makers: ['"code_interpreter"'] }, undefined);
      const text = (type: string) =>
        `{"a":"${"x".repeat(at)}","type":"${type}","file_id":"${"x".repeat(400_000)}"}`;
      const found = search(makers, text("code_interpreter"));
      expect([found.mayName, found.mayMake]).toEqual([true, true]);
      const other = search(makers, text("code"));
      expect([other.mayName, other.mayMake]).toEqual([true, false]);
    },
  );

  it("are none if a vendor keeps nothing", () => {
    const none = idPlacesOf(findDialect("copilot").accountIds);
    expect(search(none, '{"file_id":"\\u0041"}').mayName).toBe(false);
  });

  it("include those that an endpoint alone has, with the kinds that its ids have", () => {
    const own = new IdPlaces(ids, { id: "interactions/:id", names: ["previous_id"] });
    expect(own.read(["previous_id"], "v1")).toEqual({
      ids: ["v1", "interactions/v1", "previous_ids/v1"],
      isCertain: true,
    });
    const some = new IdPlaces(ids, { names: ["agent"], namePattern: /_/ });
    expect(some.read(["agent"], "agent_1")).toEqual({ ids: ["agent_1"], isCertain: true });
    expect(some.read(["agent"], "claude")).toEqual({ ids: ["claude"], isCertain: false });
  });

  it("are made once for each endpoint", () => {
    const endpoint = { names: ["agent"] };
    expect(idPlacesOf(ids, endpoint)).toBe(idPlacesOf(ids, endpoint));
    expect(idPlacesOf(ids, endpoint)).not.toBe(idPlacesOf(ids));
  });

  it("hold few names of bodies, and no long ones", () => {
    const few = new IdPlaces(ids, undefined);
    for (let at = 0; at < 2000; at += 1) few.kindAt([`n${at}`]);
    expect(few.kindAt(["File_Id"])).toEqual(FILE);
    expect(few.kindAt([`file${"_".repeat(70)}id`])).toBeUndefined();
  });
});

it("the name of a form's field is a path", () => {
  expect(formPath("file_ids[]")).toEqual(["file_ids"]);
  expect(formPath("file_ids[0]")).toEqual(["file_ids"]);
  expect(formPath("video[id]")).toEqual(["video", "id"]);
  expect(formPath("model")).toEqual(["model"]);
});
