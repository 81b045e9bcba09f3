import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { encodeProgram, load, unlessEqualSkip } from "./bpf.ts";
import { seccompProgram } from "./filter.ts";
import { runProgram } from "./fixtures/interpreter.ts";
import { filterRules } from "./rules.ts";
import { type SyscallName, syscallNumber } from "./syscalls.ts";

const arch = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;
const ALLOW = 0x7fff0000;
const EPERM = 0x50001;
const ENOSYS = 0x50026;
const KILL = 0x80000000;

const processors = ["x64", "arm64"] as const;

/** The verdict on a call by name; `undefined` if the processor has no such call. */
function judge(processor: "x64" | "arm64", name: SyscallName, ...args: bigint[]): number | undefined {
  const number = syscallNumber(name, processor);
  if (number === undefined) return undefined;
  return runProgram(seccompProgram(processor)!, { arch: arch[processor], number, arguments: args });
}

describe.each(processors)("the seccomp program for %s", (processor) => {
  const program = seccompProgram(processor)!;
  const verdict = (name: SyscallName, ...args: bigint[]) => judge(processor, name, ...args);
  const allowed = (name: SyscallName, ...args: bigint[]) =>
    expect([ALLOW, undefined]).toContain(verdict(name, ...args));
  const refused = (name: SyscallName, ...args: bigint[]) =>
    expect([EPERM, undefined]).toContain(verdict(name, ...args));

  it("kills a process that calls by the table of another processor", () => {
    for (const other of [0x40000003, 0x40000028, 0, arch[processor === "x64" ? "arm64" : "x64"]]) {
      expect(runProgram(program, { arch: other, number: 0 })).toBe(KILL);
    }
  });

  it("knows no call of the x32 ABI and none that is newer than the table", () => {
    for (const number of [0x40000000, 0x40000029, 0xffffffff, 470, 1000]) {
      expect(runProgram(program, { arch: arch[processor], number })).toBe(ENOSYS);
    }
  });

  it("allows read, write, futex, execve and the last known call", () => {
    const numbers = processor === "x64" ? [0, 1, 202, 59, 469, 57, 58] : [63, 64, 98, 221, 469];
    for (const number of numbers) expect(runProgram(program, { arch: arch[processor], number })).toBe(ALLOW);
  });

  it("refuses what has no case, whatever its arguments", () => {
    const plain = filterRules.filter(({ cases, otherwise }) => cases === undefined && otherwise === "refuse");
    const names = plain.flatMap(({ syscalls }) => syscalls);
    for (const name of names) {
      refused(name);
      refused(name, ...Array<bigint>(6).fill(-1n));
    }
    for (const name of [
      "ptrace",
      "bpf",
      "keyctl",
      "io_uring_setup",
      "mount",
      "setns",
      "userfaultfd",
    ] as const) {
      expect(names).toContain(name);
    }
  });

  it("P20 refuses every socket of a local family, and permits a connected pair", () => {
    refused("socket", 1n, 1n, 0n);
    refused("socket", 1n, 2n, 0n);
    refused("socket", 0x1_0000_0001n, 1n, 0n);
    allowed("socketpair", 1n, 1n, 0n);
    allowed("socketpair", 1n, 0x80801n, 0n);
    allowed("socketpair", 1n, 5n, 0n);
    // Datagram pairs can be connected again; the raw type of this family is a datagram too.
    refused("socketpair", 1n, 2n, 0n);
    refused("socketpair", 1n, 0x80002n, 0n);
    refused("socketpair", 1n, 3n, 0n);
    refused("socketpair", 16n, 1n, 0n);
  });

  it("P19 permits TCP and UDP of the empty network, and no other family or protocol", () => {
    for (const family of [2n, 10n]) {
      for (const protocol of [0n, 6n, 17n]) allowed("socket", family, 0x80001n, protocol);
      for (const protocol of [1n, 58n, 132n, 255n, 262n]) refused("socket", family, 2n, protocol);
    }
    allowed("socket", 16n, 3n, 0n);
    for (const protocol of [2n, 9n, 12n, 15n, 16n]) refused("socket", 16n, 3n, protocol);
    for (const family of [3n, 9n, 15n, 17n, 29n, 31n, 38n, 40n, 44n]) refused("socket", family, 3n, 0n);
  });

  it("permits threads and processes, and no new namespace", () => {
    allowed("clone", 0x3d0f00n);
    allowed("clone", 0x1200011n);
    allowed("unshare", 0x400n);
    const flags = [0x20000n, 0x2000000n, 0x4000000n, 0x8000000n, 0x10000000n, 0x20000000n, 0x40000000n];
    for (const flag of flags) {
      refused("clone", flag | 17n);
      refused("unshare", flag);
    }
    refused("unshare", 0x80n);
    expect(verdict("clone3")).toBe(ENOSYS);
  });

  it("refuses to write into a terminal's input, also with high bits set", () => {
    refused("ioctl", 0n, 0x5412n);
    refused("ioctl", 0n, 0x1_0000_5412n);
    refused("ioctl", 0n, 0x541cn);
    allowed("ioctl", 0n, 0x5401n);
  });

  it("refuses the set-user-ID bit wherever a call can set it", () => {
    for (const name of ["chmod", "fchmod", "creat", "mknod"] as const) {
      refused(name, 0n, 0o4755n);
      allowed(name, 0n, 0o2755n);
    }
    for (const name of ["fchmodat", "fchmodat2", "mknodat"] as const) {
      refused(name, 0n, 0n, 0o4755n);
      allowed(name, 0n, 0o4000n, 0o755n);
    }
    refused("open", 0n, 0o101n, 0o4755n);
    allowed("open", 0n, 0o101n, 0o644n);
    allowed("open", 0n, 0n, 0o4755n);
    refused("openat", 0n, 0n, 0o101n, 0o4755n);
    refused("openat", 0n, 0n, 0o20200002n, 0o4755n);
    allowed("openat", 0n, 0n, 0o2n, 0o4755n);
    allowed("openat", 0n, 0n, 0o101n, 0o777n);
    expect(verdict("openat2")).toBe(ENOSYS);
  });
});

describe("the assembler", () => {
  // The table was compared with the kernel's headers. Compare a change of it with them too before you change a digest.
  it.each([
    ["x64", 2128, "a1d0a7f114e8002080115212ab3c939e80b7b47032bbe1a8194e823011393b9c"],
    ["arm64", 1824, "028b02b7d0b7808254b880426c7a809bf8b523de8a0bd501f647014991127d9f"],
  ])("makes exactly the program for %s that was checked", (processor, bytes, digest) => {
    const program = seccompProgram(processor)!;
    expect([program.length, createHash("sha256").update(program).digest("hex")]).toEqual([bytes, digest]);
  });

  it("has no program for other processors", () => {
    for (const name of ["ia32", "arm", "riscv64", ""]) expect(seccompProgram(name)).toBeUndefined();
  });

  it("refuses a jump that does not fit, and a program that the kernel does not take", () => {
    expect(() => unlessEqualSkip(1, 256)).toThrow(RangeError);
    expect(unlessEqualSkip(1, 255).jf).toBe(255);
    expect(() => encodeProgram(Array(4097).fill(load(0)))).toThrow(RangeError);
    expect(encodeProgram(Array(4096).fill(load(0)))).toHaveLength(4096 * 8);
  });
});
