import { beforeEach, describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { SidecarFacts } from "./sidecar-facts.ts";
import { StderrTail } from "./streams/stderr-tail.ts";
import { ViolationCounts } from "./violation-counts.ts";

const redact = (text: string) => text.replaceAll("secret", "***");
const hex = (text: string) => Buffer.from(text).toString("hex");

describe("SidecarFacts", () => {
  let stderr: StderrTail;
  let facts: SidecarFacts;

  beforeEach(() => {
    stderr = new StderrTail(10_000, redact);
    facts = new SidecarFacts(stderr, new ViolationCounts(), redact);
  });

  it("records only what there is", () => {
    expect(facts.record()).toStrictEqual({
      stderr_tail: "",
      stderr_bytes: 0,
      stderr_dropped_bytes: 0,
      stdout_bytes: 0,
      skipped_lines: 0,
    });
  });

  it("records everything that it saw", () => {
    const small = new StderrTail(100, redact);
    small.push(Buffer.from(`${"x".repeat(99)}\nlog secret`));
    facts = new SidecarFacts(small, new ViolationCounts(), redact);
    facts.contractVersion = "abp/v0.1";
    facts.stdoutBytes = 7;
    facts.skippedLines = 2;
    facts.droppedMembers = 3;
    facts.violations.add("wrong_ref_id");
    facts.keepIncompleteLine(Buffer.from("half"));
    expect(facts.record()).toStrictEqual({
      contract_version: "abp/v0.1",
      stderr_tail: "log ***",
      stderr_bytes: 110,
      stderr_dropped_bytes: 10,
      stdout_bytes: 7,
      skipped_lines: 2,
      dropped_members: 3,
      violations: { wrong_ref_id: 1 },
      incomplete_line_hex: hex("half"),
    });
  });

  it("forgets everything of an earlier run, and keeps the version", () => {
    const before = facts.record();
    facts.contractVersion = "abp/v0.1";
    stderr.push(Buffer.from("log"));
    facts.stdoutBytes = 7;
    facts.skippedLines = 2;
    facts.droppedMembers = 3;
    facts.violations.add("wrong_ref_id");
    facts.clear();
    expect(facts.record()).toStrictEqual({ ...before, contract_version: "abp/v0.1" });
  });

  it("S11 keeps the last 512 bytes of an incomplete line as they are, and without a secret", () => {
    facts.keepIncompleteLine(Buffer.concat([Buffer.from([0xff]), Buffer.alloc(511, 0x61)]));
    expect(facts.record().incomplete_line_hex).toBe(`ff${"61".repeat(511)}`);
    facts.keepIncompleteLine(Buffer.concat([Buffer.from([0xff]), Buffer.alloc(512, 0x61)]));
    expect(facts.record().incomplete_line_hex).toBe("61".repeat(512));
    facts.keepIncompleteLine(Buffer.from("a secret"));
    expect(facts.record().incomplete_line_hex).toBe(hex("a ***"));
  });

  it("adds what it knows to the details of an error, and keeps the rest of it", () => {
    const cause = new Error("why");
    const error = new AbpError("sidecar_stalled", "m", {
      where: "here",
      advice: "do",
      details: { a: 1 },
      cause,
    });
    expect(facts.describe(error)).toMatchObject({ where: "here", advice: "do", message: "m", cause });
    expect(facts.describe(error).details).toStrictEqual({ a: 1 });
    stderr.push(Buffer.from("y".repeat(5000)));
    facts.exit = { code: 3, signal: null, outOfMemory: true };
    facts.keepIncompleteLine(Buffer.from("half"));
    expect(facts.describe(error).details).toStrictEqual({
      a: 1,
      exit: { code: 3, signal: null },
      stderr_tail: "y".repeat(4096),
      incomplete_line_hex: hex("half"),
    });
    expect(facts.describe(new AbpError("sidecar_stalled", "m")).where).toBeUndefined();
  });

  it("S02 S26 names how a program ended, and when", () => {
    const ended = { code: 3, signal: null, outOfMemory: false };
    expect(facts.exitError(ended, false)).toMatchObject({
      code: "sidecar_exited_before_hello",
      message: "The sidecar ended with exit code 3 before its hello",
    });
    expect(facts.exitError({ ...ended, code: null, signal: "SIGSEGV" }, true)).toMatchObject({
      code: "sidecar_exited_without_final",
      message: "The sidecar ended by SIGSEGV before it reported a result",
    });
  });

  it("S42 names the memory limit if the kernel ended the program itself", () => {
    const codeOf = (code: number | null, signal: NodeJS.Signals | null, outOfMemory: boolean) =>
      facts.exitError({ code, signal, outOfMemory }, true).code;
    expect(codeOf(null, "SIGKILL", true)).toBe("sidecar_out_of_memory");
    expect(codeOf(137, null, true)).toBe("sidecar_out_of_memory");
    expect(codeOf(1, null, true)).toBe("sidecar_exited_without_final");
    expect(codeOf(null, "SIGTERM", true)).toBe("sidecar_exited_without_final");
    expect(codeOf(null, "SIGKILL", false)).toBe("sidecar_exited_without_final");
    expect(codeOf(137, null, false)).toBe("sidecar_exited_without_final");
  });
});
