import { describe, expect, it } from "vitest";
import { recognise } from "../routing/recognition.ts";
import { idInPath, madeId, namedInQuery, uploadInQuery } from "./resource-id.ts";

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
  const named = (target: string) => namedInQuery(see("GET", target)).map(({ ids }) => ids[0]);
  expect(named("/openai/v1/realtime?call_id=rtc_1&model=m")).toEqual(["rtc_1"]);
  expect(named("/openai/v1/realtime?file_ids[]=file-1&prompt[id]=pmpt_1&x=file-2")).toEqual([
    "file-1",
    "pmpt_1",
  ]);
  expect(named("/openai/v1/realtime")).toEqual([]);
});

describe("the id of what a call made", () => {
  it("has its kind in front if the vendor writes it so", () => {
    const interactions = passedOf("POST", "/gemini/v1beta/interactions");
    expect(madeId(interactions, "v1_a")).toBe("interactions/v1_a");
    expect(madeId(interactions, "interactions/v1_a")).toBe("interactions/v1_a");
    expect(madeId(passedOf("POST", "/openai/v1/files"), "file-1")).toBe("file-1");
  });

  it("is the end of an address", () => {
    const operation = passedOf("GET", "/gemini/v1beta/models/veo/operations/o1");
    expect(madeId(operation, "https://h.test/v1beta/files/abc:download?alt=media")).toBe("files/abc");
    for (const other of ["https://h.test/elsewhere", "https://", "http:", "ftp://h.test/v1/files/abc"])
      expect(madeId(passedOf("POST", "/openai/v1/files"), other)).toBe(other);
  });
});
