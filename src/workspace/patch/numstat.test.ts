import { expect, it } from "vitest";
import { parseNumstat } from "./numstat.ts";

it("reads files, renames, binary files and names with tabs, and adds them up", () => {
  const output = "3\t1\ta\0-\t-\tbin\0" + "0\t2\t\0old\tname\0new\xff\0" + "10\t0\ttab\there\0";
  expect(parseNumstat(Buffer.from(output, "latin1"))).toStrictEqual({
    files: [
      { path: "a", added: 3, deleted: 1, binary: false },
      { path: "bin", added: 0, deleted: 0, binary: true },
      { from: "old\tname", path: "base64:bmV3/w==", added: 0, deleted: 2, binary: false },
      { path: "tab\there", added: 10, deleted: 0, binary: false },
    ],
    added: 13,
    deleted: 3,
  });
});

it("reads nothing from nothing", () => {
  expect(parseNumstat(Buffer.alloc(0))).toEqual({ files: [], added: 0, deleted: 0 });
});
