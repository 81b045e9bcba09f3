import { AbpError } from "../../contract/index.ts";

/** Reads a whole number that is at least one. */
export function readCount(text: string, flag: string): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new AbpError("usage_invalid", `${JSON.stringify(text)} is not a whole number above zero`, {
    where: flag,
  });
}

/** Reads an amount that is above zero. */
export function readAmount(text: string, flag: string): number {
  const amount = Number(text);
  if (text.trim() !== "" && Number.isFinite(amount) && amount > 0) return amount;
  throw new AbpError("usage_invalid", `${JSON.stringify(text)} is not a number above zero`, { where: flag });
}

/** Reads a TCP port; 0 stands for any that is free. */
export function readPort(text: string, flag: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new AbpError("usage_invalid", `${JSON.stringify(text)} is not a port`, { where: flag });
}
