import { describe, expect, it } from "vitest";
import { recognise } from "../routing/recognition.ts";
import { idInPath, idsInQuery, isNaming, madeId, namedIds, uploadInQuery } from "./resource-id.ts";

const see = (method: string, target: string, headers: string[] = []) =>
  recognise({ method, target, headers });
const passedOf = (method: string, target: string) => see(method, target).endpoint.passed!;

describe("the id that a path names", () => {
  it.each([
    ["GET", "/openai/v1/files/file-1", "file-1"],
    ["GET", "/openai/v1/files/file-1/content", "file-1"],
    ["GET", "/openai/v1/vector_stores/vs_1/files/file-2", "vs_1"],
    ["GET", "/claude/v1/messages/batches/b_1/results", "b_1"],
    ["GET", "/gemini/v1beta/files/abc", "files/abc"],
    ["GET", "/gemini/v1beta/files/abc:download?alt=media", "files/abc"],
    ["POST", "/gemini/v1beta/batches/1:cancel", "batches/1"],
    ["GET", "/gemini/v1beta/models/veo/operations/o1", "models/veo/operations/o1"],
    ["POST", "/gemini/upload/v1beta/fileSearchStores/s:uploadToFileSearchStore", "fileSearchStores/s"],
    ["GET", "/openai/v1/files", undefined],
  ])("of %s %s is %s", (method, target, id) => expect(idInPath(see(method, target))).toBe(id));
});

it("an upload is named by its query", () => {
  expect(uploadInQuery(see("POST", "/gemini/upload/v1beta/files?upload_id=u1&x=y"))).toBe("upload_id=u1");
  expect(uploadInQuery(see("POST", "/gemini/upload/v1beta/files"))).toBeUndefined();
  expect(uploadInQuery(see("POST", "/openai/v1/files?upload_id=u1"))).toBeUndefined();
});

it("a query names things too", () => {
  expect(idsInQuery(see("GET", "/openai/v1/realtime?call_id=rtc_1&model=m"))).toEqual(["rtc_1"]);
  expect(idsInQuery(see("GET", "/openai/v1/realtime"))).toEqual([]);
});

describe("the ids that a body names", () => {
  it("stand in members of any spelling and depth, and in the elements of lists", () => {
    const passed = passedOf("POST", "/openai/v1/vector_stores");
    for (const path of [["file_ids", "*"], ["a", "*", "fileId"], ["FILE_ID"], ["file_ids[]"], ["x[file_id]"]])
      expect([path, isNaming(passed, path)]).toEqual([path, true]);
    for (const path of [["file"], ["name"], ["*"], []])
      expect([path, isNaming(passed, path)]).toEqual([path, false]);
  });

  it("have the kind before them where the vendor writes it", () => {
    const interactions = passedOf("POST", "/gemini/v1beta/interactions");
    expect(namedIds(interactions, "previous_interaction_id", "v1_a")).toContain("interactions/v1_a");
    expect(namedIds(interactions, "environment", "e1")).toContain("environments/e1");
    expect(madeId(interactions, "v1_a")).toBe("interactions/v1_a");
    expect(madeId(interactions, "interactions/v1_a")).toBe("interactions/v1_a");
    const files = passedOf("POST", "/openai/v1/files");
    expect(madeId(files, "file-1")).toBe("file-1");
  });

  it("are not those that the vendor has for everybody", () => {
    const skills = passedOf("POST", "/claude/v1/messages/batches");
    expect(namedIds(skills, "skill_id", "pptx")).toEqual([]);
    expect(namedIds(skills, "skill_id", "skill_1")).toEqual(["skill_1"]);
  });

  it("may be addresses, which stand for the thing at their end", () => {
    const operation = passedOf("GET", "/gemini/v1beta/models/veo/operations/o1");
    expect(madeId(operation, "https://h.test/v1beta/files/abc:download?alt=media")).toBe("files/abc");
  });
});
