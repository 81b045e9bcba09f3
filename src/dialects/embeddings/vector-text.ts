import { AbpError } from "../../contract/index.ts";

const FLOAT_BYTES = 4;

/** Writes a vector as float32 in little endian and base64. */
export function encodeVector(values: readonly number[]): string {
  const bytes = Buffer.alloc(values.length * FLOAT_BYTES);
  for (const [index, value] of values.entries()) bytes.writeFloatLE(value, index * FLOAT_BYTES);
  return bytes.toString("base64");
}

/** Reads what `encodeVector` writes. Throws `contract_schema_violation` if the bytes are no list of float32. */
export function decodeVector(text: string, path: string): number[] {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length === 0 || bytes.length % FLOAT_BYTES !== 0) {
    throw new AbpError("contract_schema_violation", `${path} is no list of float32 in base64`, {
      where: path,
    });
  }
  return Array.from({ length: bytes.length / FLOAT_BYTES }, (_, index) =>
    bytes.readFloatLE(index * FLOAT_BYTES),
  );
}
