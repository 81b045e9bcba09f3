import { describe, expect, it } from "vitest";
import { until } from "../../../test/eventually.ts";
import type { Resolve } from "../address/address-guard.ts";
import { openBench } from "../fixtures/cleanup.ts";
import type { SeenCall } from "../fixtures/loopback.ts";
import { run, send } from "../fixtures/loopback.ts";
import { openFakeEngine } from "./fixtures/fake-engine.ts";

const { serve, open } = openBench();
const key = { api_key: "engine-key-1" };

const headerOf = ({ headers }: SeenCall, name: string) =>
  headers[headers.findIndex((one) => one.toLowerCase() === name) + 1];

describe("a call at another host that the engine named", () => {
  it("goes there with the engine's credential, and with its path as it is", async () => {
    const home = await serve((response) => response.end("home"));
    const other = await serve((response) => response.end("other"));
    const engine = open({ base_url: `${home.url}/base/v1`, ...key });
    const outcome = await run(engine, { path: "/up/v7?upload_id=1", origin: other.url, body: "rest" });
    expect([outcome.status, outcome.body.toString()]).toEqual([200, "other"]);
    expect(home.seen).toEqual([]);
    expect(other.seen).toMatchObject([{ method: "POST", target: "/up/v7?upload_id=1", body: "rest" }]);
    expect(headerOf(other.seen[0]!, "authorization")).toBe("Bearer engine-key-1");
    expect(headerOf(other.seen[0]!, "host")).toBe(new URL(other.url).host);
    // The next call of the engine is not led astray.
    await run(engine, { path: "/up/v7?upload_id=1" });
    expect(home.seen.map(({ target }) => target)).toEqual(["/base/v1/up/v7?upload_id=1"]);
  });

  it("has its path as it is at the engine's own host, too", async () => {
    const home = await serve((response) => response.end("home"));
    const engine = open({ base_url: `${home.url}/v1beta`, ...key });
    await run(engine, { path: "/session/7", origin: home.url });
    expect(home.seen.map(({ target }) => target)).toEqual(["/session/7"]);
  });

  it("closes its connection when it is over", async () => {
    const home = await serve((response) => response.end("home"));
    const other = await serve((response) => response.end("other"));
    const engine = open({ base_url: home.url, ...key });
    await run(engine, { origin: other.url });
    await until(() => other.sockets.size === 0);
    expect(other.connections()).toBe(1);
  });

  it("closes its connection when it is aborted", async () => {
    const home = await serve((response) => response.end("home"));
    const other = await serve((response) => void response.write("begun"));
    const engine = open({ base_url: home.url, ...key });
    let chunks = 0;
    const call = send(engine, { onData: () => ++chunks > 0 }, { origin: other.url });
    await until(() => chunks > 0);
    call.abort();
    await until(() => other.sockets.size === 0);
  });

  it("can be paused and resumed", async () => {
    const home = await serve((response) => response.end("home"));
    const other = await serve((response) => response.end(Buffer.alloc(1_000_000)));
    const engine = open({ base_url: home.url, ...key });
    let bytes = 0;
    let hasEnded = false;
    const call = send(
      engine,
      {
        onData: (chunk) => {
          bytes += chunk.length;
          setImmediate(() => call.resume());
          return false;
        },
        onEnd: () => {
          hasEnded = true;
        },
      },
      { origin: other.url },
    );
    await until(() => hasEnded);
    expect(bytes).toBe(1_000_000);
  });

  it.each([
    ["of another domain", "https://up.evil.test"],
    ["without encryption", "http://up.vendor.test"],
    ["that is none", "nowhere"],
  ])("is refused at a host %s, before anything is looked up", async (_, origin) => {
    const asked: string[] = [];
    const resolve: Resolve = (name, done) => {
      asked.push(name);
      done(null, []);
    };
    const engine = open({ base_url: "https://api.vendor.test", ...key }, { resolve });
    const { error, ends } = await run(engine, { origin });
    expect(error?.code).toBe("engine_address_denied");
    expect(error?.message).toBe('engine "e" named an address for the call that is not one of its own domain');
    expect(error?.advice).toContain("base_url");
    expect(JSON.stringify(error)).not.toContain("evil");
    expect([asked, ends]).toEqual([[], 1]);
  });

  it("is refused at a host of the domain whose addresses are not allowed", async () => {
    const asked: string[] = [];
    const resolve: Resolve = (name, done) => {
      asked.push(name);
      done(null, [{ address: "10.0.0.1", family: 4 }]);
    };
    const engine = open({ base_url: "https://api.vendor.test", retries: 0, ...key }, { resolve });
    const { error } = await run(engine, { origin: "https://up.vendor.test" });
    expect(error?.code).toBe("engine_address_denied");
    expect(asked).toEqual(["up.vendor.test"]);
  });

  it("is refused at a literal address that is not allowed", async () => {
    const engine = open({ base_url: "https://10.0.0.1", retries: 0, ...key });
    const { error } = await run(engine, { origin: "https://10.0.0.1:8443" });
    expect(error?.code).toBe("engine_address_denied");
  });

  it("is refused for a path that is not plain", async () => {
    const home = await serve((response) => response.end("home"));
    const engine = open({ base_url: home.url, ...key });
    const { error } = await run(engine, { path: "/a/../b", origin: home.url });
    expect(error?.code).toBe("request_malformed");
    expect(home.seen).toEqual([]);
  });

  it("fails with the engine that is closed", async () => {
    const { engine, send: sendFake } = openFakeEngine();
    const { handler } = sendFake({ origin: "https://up.h.test" });
    await engine.close();
    expect(handler.log.at(-1)).toMatch(/^failure backend_unavailable/);
  });
});
