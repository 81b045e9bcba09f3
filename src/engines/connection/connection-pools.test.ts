import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { describe, expect, it } from "vitest";
import { type BaseUrl, readBaseUrl } from "../address/base-url.ts";
import { ConnectionPools } from "./connection-pools.ts";

const settings = { allowPrivate: false, connectTimeoutMs: 5000, maxConnections: 8 };
const base = (url: string): BaseUrl => readBaseUrl(url) as BaseUrl;

function open(address = "93.184.216.34") {
  const opened: { origin: string; options: Record<string, unknown>; destroyed: number }[] = [];
  const pools = new ConnectionPools(
    (_, done) => done(null, [{ address, family: 4 }]),
    (origin, options) => {
      const entry = { origin, options: options as Record<string, unknown>, destroyed: 0 };
      opened.push(entry);
      const pool = {
        destroy: async () => {
          entry.destroyed++;
        },
      };
      return pool as never;
    },
  );
  return { pools, opened };
}

/** Resolves a host name as a socket of the pool would. */
function lookUp(options: Record<string, unknown>): Promise<unknown> {
  const { lookup } = options["connect"] as { lookup: LookupFunction };
  return new Promise((resolve) => {
    lookup("h.test", { all: true }, (error, addresses) => {
      resolve(error === null ? (addresses as LookupAddress[]).map((one) => one.address) : error.name);
    });
  });
}

describe("the connection pools", () => {
  it("are one for each origin, whatever the path", () => {
    const { pools, opened } = open();
    const first = pools.acquire(base("https://a.test/v1"), settings);
    const second = pools.acquire(base("https://a.test/other"), { ...settings });
    const third = pools.acquire(base("https://b.test/v1"), settings);
    expect(second.pool).toBe(first.pool);
    expect(third.pool).not.toBe(first.pool);
    expect(opened.map(({ origin }) => origin)).toEqual(["https://a.test", "https://b.test"]);
  });

  it.each([{ allowPrivate: true }, { connectTimeoutMs: 5001 }, { maxConnections: 9 }])(
    "are not shared by engines with other settings: %j",
    (own) => {
      const { pools, opened } = open();
      pools.acquire(base("https://a.test"), settings);
      pools.acquire(base("https://a.test"), { ...settings, ...own });
      expect(opened).toHaveLength(2);
    },
  );

  it("close with the last release, and a second release of one share counts once", async () => {
    const { pools, opened } = open();
    const first = pools.acquire(base("https://a.test"), settings);
    const second = pools.acquire(base("https://a.test"), settings);
    await first.release();
    await first.release();
    expect(opened[0]!.destroyed).toBe(0);
    await second.release();
    expect(opened[0]!.destroyed).toBe(1);
    await second.release();
    expect(opened[0]!.destroyed).toBe(1);
    pools.acquire(base("https://a.test"), settings);
    expect(opened).toHaveLength(2);
  });

  it("are opened for HTTP/1.1 with one call per connection and the timeouts of the settings", () => {
    const { pools, opened } = open();
    pools.acquire(base("https://a.test"), settings);
    expect(opened[0]!.options).toMatchObject({
      connections: 8,
      pipelining: 1,
      allowH2: false,
      connectTimeout: 5000,
      connect: { timeout: 5000, highWaterMark: 16 * 1024 },
      keepAliveTimeout: 30_000,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  });

  it("connect to allowed addresses only", async () => {
    const publicly = open();
    publicly.pools.acquire(base("https://a.test"), settings);
    expect(await lookUp(publicly.opened[0]!.options)).toEqual(["93.184.216.34"]);
    const privately = open("10.0.0.1");
    privately.pools.acquire(base("https://a.test"), settings);
    privately.pools.acquire(base("https://a.test"), { ...settings, allowPrivate: true });
    expect(await lookUp(privately.opened[0]!.options)).toBe("AddressDenied");
    expect(await lookUp(privately.opened[1]!.options)).toEqual(["10.0.0.1"]);
  });

  it("are undici's own unless told otherwise", async () => {
    const pools = new ConnectionPools((_, done) => done(null, []));
    const { pool, release } = pools.acquire(base("http://127.0.0.1:1"), settings);
    expect(pool.constructor.name).toBe("Pool");
    await release();
    expect(pool.destroyed).toBe(true);
  });
});
