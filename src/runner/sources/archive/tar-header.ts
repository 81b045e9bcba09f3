import { archiveError } from "./archive-error.ts";

export const BLOCK_BYTES = 512;

/** One header of 512 bytes. */
export interface TarHeader {
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly isExecutable: boolean;
}

const OWNER_MAY_EXECUTE = 0o100;
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Reads a header of the formats ustar and GNU. Undefined for a block of zeros. Throws `run_source_invalid` for everything else. */
export function readTarHeader(block: Buffer): TarHeader | undefined {
  if (block.every((byte) => byte === 0)) return undefined;
  const magic = block.toString("latin1", 257, 265);
  const isGnu = magic === "ustar  \0";
  if (!isGnu && magic !== "ustar\x0000")
    throw archiveError("it is neither a tar archive nor a compressed one");
  if (readOctal(block, 148, 156, "checksum") !== checksumOf(block))
    throw archiveError("the checksum of a header is wrong");
  // Only ustar keeps the beginning of a long name here.
  const prefix = isGnu ? "" : textOf(block, 345, 500);
  const name = textOf(block, 0, 100);
  return {
    name: prefix === "" ? name : `${prefix}/${name}`,
    size: readOctal(block, 124, 136, "size"),
    type: String.fromCharCode(block[156] ?? 0),
    isExecutable: (readOctal(block, 100, 108, "mode") & OWNER_MAY_EXECUTE) !== 0,
  };
}

/** The text of bytes that ends at the first zero. */
export function decodeName(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  try {
    return decoder.decode(end === -1 ? bytes : bytes.subarray(0, end));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw archiveError("a name is not UTF-8");
  }
}

function textOf(block: Buffer, from: number, to: number): string {
  return decodeName(block.subarray(from, to));
}

/** The sum of all bytes, in which the bytes of the sum itself count as spaces. */
function checksumOf(block: Buffer): number {
  let sum = 0;
  for (const [at, byte] of block.entries()) sum += at >= 148 && at < 156 ? 0x20 : byte;
  return sum;
}

function readOctal(block: Buffer, from: number, to: number, what: string): number {
  const text = block.toString("latin1", from, to);
  const digits = /^ *([0-7]+)[ \0]*$/.exec(text)?.[1];
  if (digits === undefined) throw archiveError(`the ${what} of a header is not an octal number`);
  return Number.parseInt(digits, 8);
}
