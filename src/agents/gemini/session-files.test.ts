import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { setAsideSession } from "./session-files.ts";

let home: string;
let chats: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "abp-gemini-"));
  chats = join(home, ".gemini", "tmp", "repo", "chats");
  mkdirSync(chats, { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const session = "3bc28ad1-2735-4e41-9ee2-d31b894411ba";

describe("the files of an earlier session of Gemini CLI", () => {
  it("get names that a new file cannot have, and stay apart", async () => {
    const earlier = ["session-2026-01-01T10-00-3bc28ad1.jsonl", "session-2026-01-01T10-01-3bc28ad1.json"];
    const others = ["session-2026-01-01T10-00-aaaaaaaa.jsonl", "notes.txt"];
    for (const name of [...earlier, ...others]) writeFileSync(join(chats, name), name);
    writeFileSync(join(home, ".gemini", "tmp", "a-file"), "");
    await setAsideSession(home, session);
    const names = readdirSync(chats);
    expect(names).toHaveLength(4);
    expect(names).toEqual(expect.arrayContaining(others));
    const moved = names.filter((name) => name.includes("3bc28ad1")).sort();
    expect(moved[0]).toMatch(/^session-earlier-\d+-1-3bc28ad1\.jsonl$/);
    expect(moved[1]).toMatch(/^session-earlier-\d+-2-3bc28ad1\.json$/);
    expect(moved.map((name) => readFileSync(join(chats, name), "utf8"))).toEqual(earlier);
  });

  it("may be missing", async () => {
    rmSync(join(home, ".gemini"), { recursive: true });
    await expect(setAsideSession(home, session)).resolves.toBeUndefined();
  });
});
