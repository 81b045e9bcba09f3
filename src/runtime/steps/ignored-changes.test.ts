import { describe, expect, it } from "vitest";
import type { Change } from "../../workspace/index.ts";
import { chooseKept, describeIgnored, separateIgnored, unkeptWarning } from "./ignored-changes.ts";

const change = (rawPath: string, before?: number, after?: number) =>
  ({
    rawPath,
    kind: "modified",
    ...(before === undefined ? {} : { before: { size: before } }),
    ...(after === undefined ? {} : { after: { size: after } }),
  }) as unknown as Change;
const names = (changes: readonly Change[]) => changes.map(({ rawPath }) => rawPath).join("");

describe("the changes that git ignores", () => {
  it("are those that git ignored before the run", async () => {
    const changes = [change("a", 1, 1), change("b", 1, 1)];
    const { signal } = new AbortController();
    const seen: unknown[] = [];
    const stage = {
      ignored: async (...given: unknown[]) => {
        seen.push(given);
        return new Set(["b"]);
      },
    };
    const split = await separateIgnored(stage as never, changes, signal);
    expect([names(split.ignored), seen]).toEqual(["b", [[["a", "b"], signal]]]);
  });

  it("are kept from the smallest on, as many as fit", () => {
    const all = [change("a", 3, 2), change("b", 1), change("c", undefined, 2), change("d", 0, 0)];
    const kept = (maxBytes: number) => {
      const chosen = chooseKept(all, maxBytes);
      return [names(chosen.kept), names(chosen.dropped)];
    };
    expect([kept(0), kept(1), kept(2), kept(3), kept(7), kept(8)]).toEqual([
      ["d", "abc"],
      ["bd", "ac"],
      ["bd", "ac"],
      ["bcd", "a"],
      ["bcd", "a"],
      ["abcd", ""],
    ]);
  });

  it("are named in a warning if they are not kept, five of them", () => {
    const words = "changes of files that git ignores are not kept (why): ";
    const some = ["a", "b", "c", "d", "e"];
    expect(unkeptWarning([], "why")).toBeUndefined();
    expect(unkeptWarning(some, "why")).toBe(`${words}a, b, c, d, e`);
    expect(unkeptWarning([...some, "f", "g"], "why")).toBe(`${words}a, b, c, d, e and 2 more`);
  });

  it("are listed in the receipt, a thousand of them", () => {
    const saved = { patch: { sha256: "h", bytes: 9, path: "p" } };
    expect(describeIgnored([], saved as never, ["a"])).toEqual({});
    expect(describeIgnored([change("a", 1), change("b", 1)], saved as never, ["b"])).toEqual({
      ignored_changes: [
        { path: "a", reason: "modified" },
        { path: "b", reason: "modified, not kept" },
      ],
      ignored_count: 2,
      ignored_not_kept: 1,
      ignored_patch: { sha256: "h", bytes: 9 },
    });
    const many = Array.from({ length: 1001 }, (_, index) => change(`${index}`, 1));
    const { ignored_changes: listed, ...rest } = describeIgnored(many, undefined, []);
    expect([listed?.length, rest]).toEqual([1000, { ignored_count: 1001 }]);
  });
});
