import { describe, expect, it } from "vitest";
import { openBench } from "../fixtures/cleanup.ts";
import { run } from "../fixtures/loopback.ts";
import {
  AddressDenied,
  allowedKinds,
  guardLookup,
  isHostAllowed,
  type Resolve,
  resolveBySystem,
} from "./address-guard.ts";

const { serve, open } = openBench();

const resolveTo =
  (...addresses: string[]): Resolve =>
  (_, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );

const inner = [
  "127.0.0.1",
  "127.8.8.8",
  "10.1.2.3",
  "172.16.0.1",
  "192.168.1.1",
  "100.64.0.1",
  "169.254.169.254",
  "0.0.0.0",
  "224.0.0.1",
  "255.255.255.255",
  "::1",
  "::",
  "fe80::1",
  "fd00:ec2::254",
  "ff02::1",
  "::ffff:127.0.0.1",
  "::ffff:169.254.169.254",
  "::ffff:a9fe:a9fe",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
];

describe("the check of an engine's addresses", () => {
  it.each(inner)("G02: a name that resolves to %s is not connected to", async (address) => {
    const engine = open({ base_url: "http://engine.test" }, { resolve: resolveTo(address) });
    const { error } = await run(engine);
    expect(error?.code).toBe("engine_address_denied");
    expect(JSON.stringify([error?.message, error?.details])).not.toContain(address);
  });

  it.each([
    "http://10.0.0.1",
    "http://169.254.169.254/latest",
    "http://[fd00::1]",
    "http://[::ffff:10.0.0.1]",
    "http://0xa9fea9fe",
    "http://0/",
    "http://[::]",
  ])("G02: the literal address of %s is not connected to", async (base_url) => {
    expect((await run(open({ base_url }))).error?.code).toBe("engine_address_denied");
  });

  it("G02: one bad address among good ones refuses them all", async () => {
    const server = await serve((response) => response.end("x"));
    const base_url = `http://engine.test:${server.port}`;
    const engine = open({ base_url }, { resolve: resolveTo("93.184.216.34", "127.0.0.1") });
    expect((await run(engine)).error?.code).toBe("engine_address_denied");
    expect(server.connections()).toBe(0);
  });

  it("G02: a name that is rebound is checked at each connection, which goes to the checked address", async () => {
    const server = await serve((response) => {
      response.writeHead(200, { connection: "close" });
      response.end("x");
    });
    const answers = ["127.0.0.1", "169.254.169.254", "127.0.0.1"];
    let asked = 0;
    const resolve: Resolve = (name, done) => {
      expect(name).toBe("engine.test");
      resolveTo(answers[asked++]!)(name, done);
    };
    const base_url = `http://engine.test:${server.port}`;
    const engine = open({ base_url, allow_private: true, retries: 0 }, { resolve });
    expect((await run(engine)).status).toBe(200);
    expect((await run(engine)).error?.code).toBe("engine_address_denied");
    expect((await run(engine)).status).toBe(200);
    expect(asked).toBe(3);
    expect(server.connections()).toBe(2);
  });

  it("G02: allow_private opens private networks, but not where clouds keep their credentials", async () => {
    const server = await serve((response) => response.end("x"));
    const base_url = `http://engine.test:${server.port}`;
    const open1 = open({ base_url, allow_private: true }, { resolve: resolveTo("127.0.0.1") });
    expect((await run(open1)).status).toBe(200);
    for (const address of ["169.254.169.254", "0.0.0.0", "224.0.0.1"]) {
      const engine = open({ base_url, allow_private: true }, { resolve: resolveTo(address) });
      expect((await run(engine)).error?.code).toBe("engine_address_denied");
    }
  });

  it("G02: localhost may be this machine and nothing else", async () => {
    const server = await serve((response) => response.end("x"));
    const base_url = `http://localhost:${server.port}`;
    expect((await run(open({ base_url }, { resolve: resolveTo("127.0.0.1") }))).status).toBe(200);
    const elsewhere = open({ base_url }, { resolve: resolveTo("10.0.0.1") });
    expect((await run(elsewhere)).error?.code).toBe("engine_address_denied");
  });

  it("says so when a name has no address", async () => {
    const resolve: Resolve = (_, done) => done(Object.assign(new Error("x"), { code: "ENOTFOUND" }), []);
    const { error } = await run(open({ base_url: "http://engine.test", retries: 0 }, { resolve }));
    expect(error?.code).toBe("backend_unavailable");
    expect(error?.details).toEqual({ engine: "e", reason: "ENOTFOUND" });
  });
});

describe("the allowed address classes", () => {
  const kinds = (host: string, allowPrivate: boolean) => [...allowedKinds(host, allowPrivate)];

  it.each([
    ["h.test", false, ["public"]],
    ["h.test", true, ["public", "loopback", "private"]],
    ["localhost", false, ["loopback"]],
    ["localhost", true, ["public", "loopback", "private"]],
    ["127.0.0.1", false, ["loopback"]],
    ["::1", false, ["loopback"]],
    ["10.0.0.1", false, ["public"]],
    ["8.8.8.8", false, ["public"]],
    ["2001:4860:4860::8888", false, ["public"]],
  ])("of %s with allow_private %s are %j", (host, allowPrivate, expected) => {
    expect(kinds(host, allowPrivate)).toEqual(expected);
  });

  it.each([
    ["8.8.8.8", true],
    ["2001:4860:4860::8888", true],
    ["10.0.0.1", false],
    ["fd00::1", false],
    ["h.test", true],
  ])("allow the host %s: %s", (host, isAllowed) => {
    expect(isHostAllowed(host, new Set(["public"]))).toBe(isAllowed);
  });
});

describe("the guarded look-up", () => {
  const look = (all: boolean, ...addresses: string[]) =>
    new Promise<unknown[]>((resolve) => {
      guardLookup(new Set(["public"]), resolveTo(...addresses))("h.test", { all }, (...result) =>
        resolve(result),
      );
    });

  it("returns all addresses, or the first", async () => {
    expect(await look(true, "8.8.8.8", "2001:4860:4860::8888")).toEqual([
      null,
      [
        { address: "8.8.8.8", family: 4 },
        { address: "2001:4860:4860::8888", family: 6 },
      ],
    ]);
    expect(await look(false, "2001:4860:4860::8888", "8.8.8.8")).toEqual([null, "2001:4860:4860::8888", 6]);
  });

  it("fails without addresses, with one that is not allowed, and with the resolver's error", async () => {
    for (const addresses of [[], ["8.8.8.8", "10.0.0.1"], ["10.0.0.1"]]) {
      const [error, found] = await look(true, ...addresses);
      expect(error).toBeInstanceOf(AddressDenied);
      expect(error).toMatchObject({
        name: "AddressDenied",
        code: "ABP_ADDRESS_DENIED",
        message: "an address of the host is not allowed",
      });
      expect(found).toEqual([]);
    }
    const failure = new Error("resolver");
    const result = await new Promise((resolve) => {
      guardLookup(new Set(["public"]), (_, done) => done(failure, []))("h.test", { all: true }, (...args) =>
        resolve(args),
      );
    });
    expect(result).toEqual([failure, []]);
  });

  it("resolves by the system all addresses of a name", async () => {
    const addresses = await new Promise((resolve, reject) => {
      resolveBySystem("localhost", (error, found) => (error === null ? resolve(found) : reject(error)));
    });
    expect(addresses).toContainEqual(
      expect.objectContaining({ address: expect.stringMatching(/^(127\.|::1)/) }),
    );
  });
});
