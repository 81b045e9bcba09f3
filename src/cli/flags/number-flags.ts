import { AbpError } from "../../contract/index.ts";

/** Reads a whole number of at least 1. Throws `usage_invalid`, like all readers of flags. */
export function readCount(text: string, flag: string): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new AbpError("usage_invalid", `${JSON.stringify(text)} is not a whole number above zero`, {
    where: flag,
  });
}

/** Reads a number greater than 0. */
export function readAmount(text: string, flag: string): number {
  const amount = Number(text);
  if (text.trim() !== "" && Number.isFinite(amount) && amount > 0) return amount;
  throw new AbpError("usage_invalid", `${JSON.stringify(text)} is not a number above zero`, { where: flag });
}

/** Reads a TCP port. 0 means any free port. */
export function readPort(text: string, flag: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new AbpError("usage_invalid", `${JSON.stringify(text)} is not a port`, { where: flag });
}
