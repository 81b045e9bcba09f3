import type { Random } from "../dialects/random.ts";

/** What a reader of the bytes would call them. */
export type BodyKind = "json" | "not_json" | "not_utf8";

type TextDamage = (text: string, random: Random) => string;
type ByteDamage = (bytes: Buffer, random: Random) => Buffer;

const textDamages: readonly TextDamage[] = [
  (text) => text.replace(/\}(\s*)$/, ",}$1"),
  (text, random) => text.slice(0, Math.ceil(text.length * (0.5 + random.next() / 2)) - 1),
  (text) => `${text}${text}`,
  (text) => `${text} trailing words`,
  (text) => `/* a comment */ ${text}`,
  (text) => text.replace(/^(\s*)\{/, "$1{'single': NaN, "),
  (text) => text.replace(/^(\s*)\{/, '$1{"raw control": "a\u0001b\nc", '),
  (text) => text.replace(/^(\s*)\{/, '$1{"bad escape": "\\x41\\u12", '),
  (text) => text.replace(/^(\s*)\{/, '$1{"number": 01.e5, '),
  (text) => `\u001e${text}`,
  () => "",
  () => " \r\n\t",
  () => "not JSON at all",
];

const insertions = [[0xff], [0xc0, 0x80], [0xe6, 0x9d], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0x80]];

const byteDamages: readonly ByteDamage[] = [
  ...insertions.map(
    (bad): ByteDamage =>
      (bytes, random) => {
        const any = random.below(bytes.length + 1);
        // A damaged member that says whether the answer is kept is refused, as its meaning cannot be known.
        const at = bytes.subarray(Math.max(0, any - 30), any).includes("store") ? bytes.length : any;
        return Buffer.concat([bytes.subarray(0, at), Buffer.from(bad), bytes.subarray(at)]);
      },
  ),
  (bytes) => Buffer.concat([bytes, Buffer.from([0xff, 0xfe])]),
  (bytes) => Buffer.concat([Buffer.from("ÿé", "latin1"), bytes]),
];

/** Makes a text into one that is no JSON any more. */
export function damageText(text: string, random: Random): string {
  return random.pick(textDamages)(text, random);
}

/** Makes bytes into ones that are no UTF-8 any more. */
export function damageBytes(bytes: Buffer, random: Random): Buffer {
  return random.pick(byteDamages)(bytes, random);
}

/** What the bytes are in truth, whatever was meant when they were made. */
export function classify(bytes: Uint8Array): BodyKind {
  let text: string;
  try {
    // A byte order mark stays: JSON has none (RFC 8259 section 8.1).
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return "not_utf8";
  }
  try {
    JSON.parse(text);
    return "json";
  } catch {
    return "not_json";
  }
}

/** The bytes in pieces as a network might bring them: never empty, and together the same. */
export function cutIntoChunks(bytes: Uint8Array, random: Random): Uint8Array[] {
  const most = random.pick([1, 7, 100, 1500, 16_384, Number.POSITIVE_INFINITY]);
  // One byte at a time only if that is not a hundred thousand writes.
  const limit = bytes.length > 20_000 ? Math.max(most, 1500) : most;
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = limit === Number.POSITIVE_INFINITY ? bytes.length : 1 + random.below(limit);
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}
