import { describe, expect, it } from "vitest";
import { nextCommands } from "./next-commands.ts";
import type { ShownResult } from "./summary.ts";

const runId = "00000000-0000-4000-8000-00001a2b3c4d";
const shown = ({
  receipt = {},
  key = null,
  patch,
}: {
  receipt?: object;
  key?: string | null;
  patch?: string;
} = {}) =>
  ({
    receipt: { meta: { run_id: runId }, ...receipt },
    verification: { key },
    patch,
  }) as unknown as ShownResult;

const applies = [`abp apply ${runId}`, "changes the workspace as the patch says"];
const proves = [`abp receipt prove ${runId} -o 1a2b3c4d.tlog-proof`, "makes the proof to hand over"];
const verifies = ["abp receipt verify 1a2b3c4d.tlog-proof", "verifies it, here or anywhere with the keys"];

describe("the commands after a run", () => {
  it("are none if there is no patch, no key and no file", () => {
    expect(nextCommands(shown(), undefined)).toEqual([]);
  });

  it("apply a patch that is not applied yet", () => {
    expect(nextCommands(shown({ patch: "p" }), undefined)).toEqual([applies]);
    const workspace = (applied: boolean) => ({ observed: { workspace: { applied } } });
    expect(nextCommands(shown({ patch: "p", receipt: workspace(false) }), undefined)).toEqual([applies]);
    expect(nextCommands(shown({ patch: "p", receipt: workspace(true) }), undefined)).toEqual([]);
  });

  it("prove and verify a signed receipt, and resume a session", () => {
    expect(nextCommands(shown({ key: "k" }), "r.json")).toEqual([proves, verifies]);
    const reported = [{ by: "a" }, { by: "b", session: "s" }];
    expect(nextCommands(shown({ key: "k", patch: "p", receipt: { reported } }), undefined)).toEqual([
      applies,
      [`abp run --resume ${runId} --task "…"`, "goes on with the conversation"],
      proves,
      verifies,
    ]);
    expect(nextCommands(shown({ receipt: { reported } }), undefined)).toEqual([]);
    expect(nextCommands(shown({ key: "k", receipt: { reported: [{ by: "a" }] } }), undefined)).toEqual([
      proves,
      verifies,
    ]);
  });

  it.each([
    ["out/r-1.json", "out/r-1.json"],
    ["a b.json", "'a b.json'"],
    ["it's", "'it'\\''s'"],
    ["it's 'a'", "'it'\\''s '\\''a'\\'''"],
    ["", "''"],
  ])("verify the file %j of a receipt without a signature", (file, word) => {
    expect(nextCommands(shown(), file)).toEqual([[`abp receipt verify ${word}`, "verifies its hash"]]);
  });
});
