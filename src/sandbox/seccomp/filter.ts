import {
  and,
  encodeProgram,
  type Instruction,
  ifEqualSkip,
  load,
  returns,
  unlessEqualSkip,
  unlessGreaterSkip,
} from "./bpf.ts";
import { type Action, type ArgumentTest, filterRules, type SyscallRule } from "./rules.ts";
import { LAST_KNOWN_SYSCALL, type Processor, syscallNumber } from "./syscalls.ts";

// linux/seccomp.h and asm-generic/errno.h
const KILL_PROCESS = 0x8000_0000;
const ERRNO = 0x0005_0000;
const EPERM = 1;
const ENOSYS = 38;
const actions: Readonly<Record<Action, number>> = {
  allow: 0x7fff_0000,
  refuse: ERRNO | EPERM,
  absent: ERRNO | ENOSYS,
};

// linux/audit.h
const auditArch: Readonly<Record<Processor, number>> = { x64: 0xc000_003e, arm64: 0xc000_00b7 };

// struct seccomp_data
const NUMBER_OFFSET = 0;
const ARCH_OFFSET = 4;
const ARGUMENTS_OFFSET = 16;
const ARGUMENT_BYTES = 8;

/** The seccomp program as bwrap reads it. Returns `undefined` for a processor that the table of calls does not know. */
export function seccompProgram(processor: string): Buffer | undefined {
  return processor === "x64" || processor === "arm64" ? encodeProgram(assembleFilter(processor)) : undefined;
}

/**
 * A call of another processor kills the process. A call that is newer than our table does not exist (ENOSYS); this covers
 * the x32 ABI, whose numbers have a high bit set. The other calls are looked up in the rules.
 */
function assembleFilter(processor: Processor): Instruction[] {
  return [
    load(ARCH_OFFSET),
    ifEqualSkip(auditArch[processor], 1),
    returns(KILL_PROCESS),
    load(NUMBER_OFFSET),
    unlessGreaterSkip(LAST_KNOWN_SYSCALL, 1),
    returns(actions.absent),
    ...filterRules.flatMap((rule) => assembleRule(rule, processor)),
    returns(actions.allow),
  ];
}

/** Every path through a rule's body returns, so the accumulator still holds the number if the body is skipped. */
function assembleRule(rule: SyscallRule, processor: Processor): Instruction[] {
  return rule.syscalls.flatMap((name) => {
    const number = syscallNumber(name, processor);
    if (number === undefined) return [];
    const body = [
      ...(rule.cases ?? []).flatMap(({ tests, action }) => assembleCase(tests, actions[action])),
      returns(actions[rule.otherwise]),
    ];
    return [unlessEqualSkip(number, body.length), ...body];
  });
}

const INSTRUCTIONS_PER_TEST = 3;

/** Returns `action` when every test holds; else the next case follows. */
function assembleCase(tests: readonly ArgumentTest[], action: number): Instruction[] {
  return [
    ...tests.flatMap(({ argument, mask, equals }, index) => [
      // The low half of the argument: each tested argument is an int or a set of flags below bit 32.
      load(ARGUMENTS_OFFSET + argument * ARGUMENT_BYTES),
      and(mask),
      unlessEqualSkip(equals, (tests.length - index - 1) * INSTRUCTIONS_PER_TEST + 1),
    ]),
    returns(action),
  ];
}
