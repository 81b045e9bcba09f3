import { expect, it } from "vitest";
import type { ManifestEntry } from "../manifest/manifest.ts";
import { toLostBase } from "./lost-base.ts";

const entry = { rawPath: "a", type: "file", mode: 0o644, sha256: "ab", size: 1 } as ManifestEntry;

it.each<[string, Partial<ManifestEntry>, object]>([
  ["a file", {}, { type: "file", executable: false, sha256: "ab" }],
  ["a program", { mode: 0o744 }, { type: "file", executable: true, sha256: "ab" }],
  ["a file that others may execute", { mode: 0o611 }, { type: "file", executable: false, sha256: "ab" }],
  ["a link", { type: "symlink", mode: 0o777 }, { type: "symlink", executable: false, sha256: "ab" }],
  ["a file that was never read", { unsettled: true }, { type: "file", executable: false }],
])("a lost base of %s says what is known", (_, more, expected) => {
  expect(toLostBase({ ...entry, ...more } as ManifestEntry)).toStrictEqual({ rawPath: "a", ...expected });
});
