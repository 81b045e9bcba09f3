import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Message } from "../../contract/index.ts";
import { Transcript } from "./transcript.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "abp-transcript-"));
});
afterEach(() => rmSync(home, { recursive: true }));

const text = { type: "text", text: "hi" } as const;
const messages = [
  { role: "user", content: [text] },
  {
    role: "assistant",
    content: [
      { type: "thinking", text: "hm", signature: "s" },
      { type: "redacted_thinking", data: "x" },
      {
        type: "tool_use",
        id: "1",
        name: "read",
        kind: "function",
        input: {},
        signature: "s",
        vendor: { claude: { a: 1 } },
      },
    ],
    vendor: { claude: { b: 1 } },
  },
] as unknown as Message[];

/** Keeps the messages of a run of `claude`, and opens them again. */
async function reopen(dialect: string, fork?: boolean) {
  const first = await Transcript.open(home, "claude", undefined);
  first.messages.push(...messages);
  await first.save();
  const resume = { run_id: "r", session: first.session, ...(fork === undefined ? {} : { fork }) };
  return { first, again: await Transcript.open(home, dialect, resume as never) };
}

describe("a transcript", () => {
  it("begins empty, with a session of its own", async () => {
    const [one, other] = [
      await Transcript.open(home, "claude", undefined),
      await Transcript.open(home, "claude", undefined),
    ];
    expect(one.messages).toEqual([]);
    expect(one.session).toMatch(/^[0-9a-f]{8}-/);
    expect(one.session).not.toBe(other.session);
    expect(readdirSync(home)).toEqual([]);
  });

  it("is kept in private files, and goes on as it is in the same dialect", async () => {
    const { first, again } = await reopen("claude");
    expect([again.session, again.messages]).toEqual([first.session, messages]);
    const folder = join(home, ".abp-engine");
    expect(readdirSync(folder)).toEqual([`${first.session}.json`]);
    const modes = [folder, join(folder, `${first.session}.json`)].map((path) => statSync(path).mode & 0o777);
    expect(modes).toEqual([0o700, 0o600]);
    await again.save();
    expect(JSON.parse(readFileSync(join(folder, `${first.session}.json`), "utf8"))).toEqual({
      dialect: "claude",
      messages,
    });
  });

  it("goes on in a copy if it forks", async () => {
    const { first, again } = await reopen("claude", true);
    expect(again.session).not.toBe(first.session);
    expect(again.messages).toEqual(messages);
    expect((await reopen("claude", false)).again.session).toMatch(/^[0-9a-f-]{36}$/);
    const same = await reopen("claude", false);
    expect(same.again.session).toBe(same.first.session);
  });

  it("loses what only its own dialect can read in another one", async () => {
    expect((await reopen("gemini")).again.messages).toEqual([
      { role: "user", content: [text] },
      {
        role: "assistant",
        content: [{ type: "tool_use", id: "1", name: "read", kind: "function", input: {} }],
      },
    ]);
  });

  it("is refused if it is named wrongly, absent or damaged", async () => {
    const open = (session: string) => Transcript.open(home, "claude", { run_id: "r", session });
    await expect(open("../x")).rejects.toThrow('"../x" is no session of an engine backend');
    const { first } = await reopen("claude");
    for (const session of [`${first.session}a`, `a${first.session}`])
      await expect(open(session)).rejects.toThrow("is no session");
    await expect(open("00000000-0000-4000-8000-000000000000")).rejects.toThrow("ENOENT");
    const path = join(home, ".abp-engine", `${first.session}.json`);
    for (const damaged of ["{", '{"dialect":"claude"}', '{"dialect":"claude","messages":[],"more":1}']) {
      writeFileSync(path, damaged);
      await expect(open(first.session)).rejects.toThrow();
    }
  });
});
