import { lookup } from "node:dns/promises";

/** Finds the addresses of a host name. Rejects where there are none. */
export type Resolve = (name: string) => Promise<readonly string[]>;

const MAX_LOOKUPS = 2;
const LOOKUP_TIMEOUT_MS = 10_000;
const MAX_ADDRESSES = 8;

/** Resolves by the system. At most two look-ups run at a time, because the system's resolver blocks a thread for each. */
export function resolveBySystem(): Resolve {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (name) => {
    if (running >= MAX_LOOKUPS) await new Promise<void>((go) => waiting.push(go));
    running += 1;
    try {
      const found = await withTimeout(lookup(name, { all: true }));
      return found.slice(0, MAX_ADDRESSES).map(({ address }) => address);
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}

async function withTimeout<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the look-up took too long")), LOOKUP_TIMEOUT_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
