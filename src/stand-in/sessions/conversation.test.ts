import { describe, expect, it } from "vitest";
import { counter, MemoryTable, usage } from "../fixtures/fakes.ts";
import { Conversation, type ConversationChoice } from "./conversation.ts";

const none: ConversationChoice = {
  sessionId: undefined,
  resume: undefined,
  forks: false,
  keepsSession: true,
};

function placeOf(table = new MemoryTable()) {
  return { table, cwd: "/w", backend: "fake", newId: counter("s") };
}

describe("Conversation", () => {
  it("begins a new one, and continues its own last run", async () => {
    const place = placeOf();
    const one = await Conversation.open(none, place);
    expect([one.id, one.resume]).toEqual(["s1", undefined]);
    await one.ended({ runId: "r1", hasSession: true }, "hello");
    expect(one.resume).toEqual({ runId: "r1", fork: false });
    await one.ended({ runId: "r2", hasSession: true }, "x".repeat(5000));
    expect(one.resume?.runId).toBe("r2");
    expect(place.table.entries.at(-1)).toEqual({
      session_id: "s1",
      cwd: "/w",
      backend: "fake",
      turns: [
        { run_id: "r1", prompt: "hello" },
        { run_id: "r2", prompt: "x".repeat(4000) },
      ],
    });
  });

  it("continues a session by its id, in place or in a copy", async () => {
    const place = placeOf();
    const turns = [{ run_id: "r1", prompt: "p" }];
    place.table.entries.push({ session_id: "old", cwd: "/w", backend: "fake", turns });
    const same = await Conversation.open({ ...none, resume: "old" }, place);
    expect([same.id, same.resume]).toEqual(["old", { runId: "r1", fork: false }]);
    const copy = await Conversation.open({ ...none, resume: "old", forks: true }, place);
    expect([copy.id, copy.resume]).toEqual(["s1", { runId: "r1", fork: true }]);
    await copy.ended({ runId: "r2", hasSession: true }, "q");
    expect(copy.resume).toEqual({ runId: "r2", fork: false });
    expect(place.table.entries.at(-1)?.turns.map(({ run_id }) => run_id)).toEqual(["r1", "r2"]);
    const named = await Conversation.open({ ...none, resume: "old", sessionId: "mine" }, place);
    expect(named.id).toBe("mine");
  });

  it("continues the latest session of the directory, or begins one", async () => {
    const place = placeOf();
    expect((await Conversation.open({ ...none, resume: "latest" }, place)).resume).toBeUndefined();
    const turns = [{ run_id: "r7", prompt: "p" }];
    place.table.entries.push({ session_id: "old", cwd: "/w", backend: "fake", turns });
    expect((await Conversation.open({ ...none, resume: "latest" }, place)).resume?.runId).toBe("r7");
  });

  it("refuses a session that is not known or belongs to another backend", async () => {
    const place = placeOf();
    place.table.entries.push({ session_id: "other", cwd: "/w", backend: "codex", turns: [] });
    await expect(Conversation.open({ ...none, resume: "lost" }, place)).rejects.toMatchObject({
      code: "session_not_found",
      message: "No conversation found with session ID: lost",
    });
    await expect(Conversation.open({ ...none, resume: "other" }, place)).rejects.toMatchObject({
      code: "session_not_found",
      message: "the session other belongs to the backend codex, and this one is fake",
      advice: "Set ABP_BACKEND=codex to continue it.",
    });
  });

  it("cannot go on after a first turn without a session", async () => {
    const place = placeOf();
    const one = await Conversation.open(none, place);
    await one.ended({ runId: undefined, hasSession: false }, "p");
    expect(one.resume).toBeUndefined();
    await one.ended({ runId: "r1", hasSession: false }, "p");
    expect(() => one.resume).toThrow(/reported no session/);
    expect(place.table.entries).toEqual([]);
  });

  it("stays at the run before a turn that was cut short", async () => {
    const one = await Conversation.open(none, placeOf());
    await one.ended({ runId: "r1", hasSession: true }, "p");
    await one.ended({ runId: "r2", hasSession: false }, "p");
    expect(one.resume).toEqual({ runId: "r1", fork: false });
  });

  it("adds up what its turns used, those of earlier processes and of the copied conversation included", async () => {
    const place = placeOf();
    const one = await Conversation.open(none, place);
    await one.ended({ runId: "r1", hasSession: true, usage: { ...usage, input_tokens: 5 } }, "p");
    for (const forks of [false, true]) {
      const next = await Conversation.open({ ...none, resume: "s1", forks }, place);
      await next.ended({ runId: "r2", hasSession: false, usage: { ...usage, input_tokens: 2 } }, "p");
      expect(next.used?.input_tokens).toBe(7);
    }
  });

  it("records nothing if the session is not kept", async () => {
    const place = placeOf();
    const one = await Conversation.open({ ...none, keepsSession: false }, place);
    await one.ended({ runId: "r1", hasSession: true }, "p");
    expect([one.resume?.runId, place.table.entries]).toEqual(["r1", []]);
  });
});
