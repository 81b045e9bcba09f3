/** One instruction of classic BPF (`struct sock_filter`). `jt` and `jf` are the instructions to skip. */
export interface Instruction {
  readonly code: number;
  readonly jt: number;
  readonly jf: number;
  readonly k: number;
}

// linux/bpf_common.h and linux/filter.h
const LOAD_WORD = 0x20;
const AND = 0x54;
const JUMP_EQUAL = 0x15;
const JUMP_GREATER = 0x25;
const RETURN = 0x06;

const MAX_JUMP = 255;
const MAX_INSTRUCTIONS = 4096;
const BYTES_PER_INSTRUCTION = 8;

/** Loads 32 bits of `struct seccomp_data` at a byte offset into the accumulator. */
export function load(offset: number): Instruction {
  return { code: LOAD_WORD, jt: 0, jf: 0, k: offset };
}

export function and(mask: number): Instruction {
  return { code: AND, jt: 0, jf: 0, k: mask };
}

export function returns(action: number): Instruction {
  return { code: RETURN, jt: 0, jf: 0, k: action };
}

/** Skips the next `skip` instructions unless the accumulator equals `value`. */
export function unlessEqualSkip(value: number, skip: number): Instruction {
  return { code: JUMP_EQUAL, jt: 0, jf: checkedJump(skip), k: value };
}

/** Skips the next `skip` instructions if the accumulator equals `value`. */
export function ifEqualSkip(value: number, skip: number): Instruction {
  return { code: JUMP_EQUAL, jt: checkedJump(skip), jf: 0, k: value };
}

/** Skips the next `skip` instructions unless the accumulator is greater than `value`. */
export function unlessGreaterSkip(value: number, skip: number): Instruction {
  return { code: JUMP_GREATER, jt: 0, jf: checkedJump(skip), k: value };
}

function checkedJump(skip: number): number {
  if (skip > MAX_JUMP) throw new RangeError(`A jump over ${skip} instructions does not fit into 8 bits.`);
  return skip;
}

/** The bytes of a program in the byte order of the processors that the filter supports, which is little-endian. */
export function encodeProgram(program: readonly Instruction[]): Buffer {
  if (program.length > MAX_INSTRUCTIONS) throw new RangeError("The kernel takes at most 4096 instructions.");
  const bytes = Buffer.alloc(program.length * BYTES_PER_INSTRUCTION);
  for (const [index, { code, jt, jf, k }] of program.entries()) {
    const at = index * BYTES_PER_INSTRUCTION;
    bytes.writeUInt16LE(code, at);
    bytes.writeUInt8(jt, at + 2);
    bytes.writeUInt8(jf, at + 3);
    bytes.writeUInt32LE(k, at + 4);
  }
  return bytes;
}
