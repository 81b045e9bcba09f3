import { lookup } from "node:dns/promises";

/** Finds the addresses of a host name. Rejects if there are none. */
export type Resolve = (name: string) => Promise<readonly string[]>;

type Find = (name: string, options: { all: true }) => Promise<readonly { readonly address: string }[]>;

const MAX_LOOKUPS = 2;
const LOOKUP_TIMEOUT_MS = 10_000;
const MAX_ADDRESSES = 8;

/**
 * Resolves by the system. At most two look-ups run at a time, because the system's resolver blocks a thread for each, also
 * after our time limit. The limit includes the wait for a thread.
 */
export function resolveBySystem(find: Find = lookup): Resolve {
  const waiting: (() => void)[] = [];
  let free = MAX_LOOKUPS;
  const findInTurn = async (name: string) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await find(name, { all: true });
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
  return async (name) => {
    const found = await withTimeout(findInTurn(name));
    return found.slice(0, MAX_ADDRESSES).map(({ address }) => address);
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
