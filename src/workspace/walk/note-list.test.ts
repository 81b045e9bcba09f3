import { describe, expect, it } from "vitest";
import { NoteList } from "./note-list.ts";

describe("the list of notes", () => {
  it("is sorted by path as it is displayed, and names a rule only if there is one", () => {
    const notes = new NoteList();
    notes.add("b", "socket");
    notes.add("a", "denied", "deny_read[0]");
    notes.add("c", "named pipe");
    notes.add("\xff", "socket");
    expect(notes.sorted()).toEqual([
      { path: "a", reason: "denied", rule: "deny_read[0]" },
      { path: "b", reason: "socket" },
      { path: "base64:/w==", reason: "socket" },
      { path: "c", reason: "named pipe" },
    ]);
    expect(Object.keys(notes.sorted()[1]!)).toEqual(["path", "reason"]);
  });

  it("keeps the order of notes on the same path", () => {
    const notes = new NoteList();
    for (const reason of ["first", "second", "third"]) notes.add("a", reason);
    expect(notes.sorted().map(({ reason }) => reason)).toEqual(["first", "second", "third"]);
  });

  it("W08 keeps the first thousand and counts them all", () => {
    const notes = new NoteList();
    expect(notes.count).toBe(0);
    for (let index = 0; index < 1000; index += 1) notes.add(`n${index}`, "socket");
    expect([notes.count, notes.sorted().length]).toEqual([1000, 1000]);
    notes.add("a", "one too many");
    expect([notes.count, notes.sorted().length]).toEqual([1001, 1000]);
    expect(notes.sorted().some(({ path }) => path === "a")).toBe(false);
  });
});
