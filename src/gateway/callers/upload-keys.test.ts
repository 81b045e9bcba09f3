import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { recognise } from "../routing/recognition.ts";
import { openCallers } from "./callers.ts";
import { UploadKeys, type UploadPlace } from "./upload-keys.ts";

const DAY_MS = 86_400_000;
const KEYS = { ada: { token: "token-of-ada-1", engines: [] }, bob: { token: "token-of-bob-1", engines: [] } };
const PLACE: UploadPlace = { parentRun: undefined, path: "/upload/v1beta/files", id: "u1" };

function open() {
  let time = 0;
  const keys = new UploadKeys(randomBytes(32), () => time);
  const callers = openCallers(KEYS, { tenant: "default", maxConcurrent: 1 });
  const issued = keys.issue(PLACE, callers.holderOf("ada")!);
  const present = (target: string, headers: readonly string[] = [], using = keys) => {
    const head = { method: "POST", target, headers };
    try {
      return callers.authenticate(head, using.find(head, recognise(head))).name;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  return { callers, issued, present, setTime: (milliseconds: number) => (time = milliseconds) };
}

describe("the key of an upload", () => {
  it("stands for the key that began it, below a prefix of the gateway as well", () => {
    const { issued, present } = open();
    expect(present(`/upload/v1beta/files?upload_id=u1&key=${issued}`)).toBe("ada");
    expect(present(`/gemini/upload/v1beta/files?upload_id=u1&more=1&key=${issued}`)).toBe("ada");
  });

  const wrong: readonly (readonly [string, (key: string) => string])[] = [
    ["another upload", (key) => `/upload/v1beta/files?upload_id=u2&key=${key}`],
    ["no upload", (key) => `/upload/v1beta/files?key=${key}`],
    ["another path of uploads", (key) => `/upload/v1/files?upload_id=u1&key=${key}`],
    ["a path that continues nothing", (key) => `/v1beta/models/m:generateContent?upload_id=u1&key=${key}`],
    ["a run", (key) => `/r/some-run/upload/v1beta/files?upload_id=u1&key=${key}`],
    ["a changed signature", (key) => `/upload/v1beta/files?upload_id=u1&key=${key.slice(0, -4)}AAAA`],
    ["a shorter signature", (key) => `/upload/v1beta/files?upload_id=u1&key=${key.slice(0, -4)}`],
    [
      "another name",
      (key) => {
        const facts = Buffer.from(JSON.stringify(["bob", DAY_MS])).toString("base64url");
        return `/upload/v1beta/files?upload_id=u1&key=abp_upload_${facts}${key.slice(key.lastIndexOf("."))}`;
      },
    ],
    [
      "facts that are none",
      (key) =>
        `/upload/v1beta/files?upload_id=u1&key=abp_upload_${Buffer.from("{}").toString("base64url")}${key.slice(key.lastIndexOf("."))}`,
    ],
  ];
  it.each(wrong)("is refused with %s", (_, targetOf) => {
    const { issued, present } = open();
    expect(present(targetOf(issued))).toBe("auth_invalid");
  });

  it("is refused after a day, and when another gateway issued it", () => {
    const { issued, present, setTime } = open();
    const target = `/upload/v1beta/files?upload_id=u1&key=${issued}`;
    expect(present(target, [], new UploadKeys(randomBytes(32), () => 0))).toBe("auth_invalid");
    setTime(DAY_MS - 1);
    expect(present(target)).toBe("ada");
    setTime(DAY_MS);
    expect(present(target)).toBe("auth_invalid");
  });

  it("is refused when the key that began the upload is gone, or has another token", () => {
    const { callers, issued, present } = open();
    const target = `/upload/v1beta/files?upload_id=u1&key=${issued}`;
    callers.replace({ ...KEYS, ada: { token: "token-of-ada-2", engines: [] } });
    expect(present(target)).toBe("auth_invalid");
    callers.replace({ bob: KEYS.bob });
    expect(present(target)).toBe("auth_invalid");
    expect(callers.holderOf("ada")).toBeUndefined();
  });

  it("counts for nothing beside a key in a header", () => {
    const { issued, present } = open();
    const target = `/upload/v1beta/files?upload_id=u1&key=${issued}`;
    expect(present(target, ["x-goog-api-key", "token-of-bob-1"])).toBe("bob");
    expect(present(target, ["x-goog-api-key", "nobody"])).toBe("auth_invalid");
  });
});
