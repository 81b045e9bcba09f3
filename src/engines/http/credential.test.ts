import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { UpstreamRequest } from "../engine.ts";
import { openBench } from "../fixtures/cleanup.ts";
import { run, type SeenCall } from "../fixtures/loopback.ts";
import { type CredentialSource, credentialMissing, openConcealer } from "./credential.ts";
import { openFakeEngine } from "./fixtures/fake-engine.ts";

const { serve, open } = openBench();

function header({ headers }: SeenCall, name: string): string[] {
  return headers.filter((_, index) => index % 2 === 1 && headers[index - 1]!.toLowerCase() === name);
}

async function serveAll() {
  return serve((response) => response.end("x"));
}

describe("an engine's credential", () => {
  it("goes into the dialect's own header, in place of whatever the caller sent there", async () => {
    const server = await serveAll();
    await run(open({ preset: "anthropic", base_url: server.url, api_key: "k1\n" }), {
      headers: ["X-Api-Key", "stolen"],
    });
    await run(open({ preset: "openai-chat", base_url: server.url, api_key: "k2" }));
    await run(open({ preset: "google", base_url: server.url, api_key: "k3" }));
    expect(header(server.seen[0]!, "x-api-key")).toEqual(["k1"]);
    expect(header(server.seen[1]!, "authorization")).toEqual(["Bearer k2"]);
    expect(header(server.seen[2]!, "x-goog-api-key")).toEqual(["k3"]);
  });

  it("goes from the preset's variable to the preset's own address and to no other", async () => {
    const server = await serveAll();
    const env = { ANTHROPIC_API_KEY: "from-env" };
    const elsewhere = await run(open({ preset: "anthropic", base_url: server.url }, { env }));
    expect(elsewhere.error?.code).toBe("credential_missing");
    await run(open({ preset: "anthropic", base_url: server.url, api_key: "own" }, { env }));
    expect(server.seen.map((call) => header(call, "x-api-key"))).toEqual([["own"]]);
  });

  it("is the caller's own if that is configured", async () => {
    const server = await serveAll();
    const engine = open({ preset: "anthropic", base_url: server.url, credential: "caller", api_key: "own" });
    await run(engine, { callerCredential: "theirs" });
    expect(header(server.seen[0]!, "x-api-key")).toEqual(["theirs"]);
    expect((await run(engine)).error?.code).toBe("credential_missing");
    expect(server.seen).toHaveLength(1);
  });

  it("is missed when the engine is called, never when it is opened", async () => {
    const server = await serveAll();
    const engine = open({ preset: "anthropic", base_url: server.url });
    const { error, ends } = await run(engine);
    expect(error?.code).toBe("credential_missing");
    expect(ends).toBe(1);
    expect(server.connections()).toBe(0);
    expect((await engine.check(new AbortController().signal)).error?.code).toBe("credential_missing");
  });

  it("is not sent if none is wanted, nor to a server of one's own that has none", async () => {
    const server = await serveAll();
    await run(open({ preset: "anthropic", base_url: server.url, credential: "none" }), {
      callerCredential: "theirs",
      headers: ["x-api-key", "theirs"],
    });
    await run(open({ preset: "compatible", base_url: server.url }), { callerCredential: "theirs" });
    expect(server.seen.map((call) => header(call, "x-api-key"))).toEqual([[], []]);
    expect(server.seen.map((call) => header(call, "authorization"))).toEqual([[], []]);
  });
});

describe("an engine's headers", () => {
  it("are added if the caller has none of that name, and configured ones stand in place of the caller's", async () => {
    const server = await serveAll();
    const plain = open({ preset: "anthropic", base_url: server.url, api_key: "k" });
    await run(plain);
    await run(plain, { headers: ["Anthropic-Version", "2026-10-21"] });
    const own = open({
      preset: "anthropic",
      base_url: server.url,
      api_key: "k",
      headers: ["anthropic-version: mine", "X-Team:  a: b "],
    });
    await run(own, { headers: ["anthropic-version", "2026-10-21", "x-team", "theirs", "x-other", "kept"] });
    const versions = server.seen.map((call) => header(call, "anthropic-version"));
    expect(versions).toEqual([["2023-06-01"], ["2026-10-21"], ["mine"]]);
    expect(header(server.seen[2]!, "x-team")).toEqual(["a: b"]);
    expect(header(server.seen[2]!, "x-other")).toEqual(["kept"]);
  });
});

describe("a caller's credential", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** What a caller may try: the credential itself, and headers with it. */
  const request: Partial<UpstreamRequest> = {
    callerCredential: "canary-caller",
    headers: ["x-api-key", "canary-1", "Authorization", "Bearer canary-2", "x-other", "kept"],
  };

  it.each<[string, CredentialSource, string[]]>([
    ["a configured key", { from: "key", key: "engine-key-1" }, ["x-api-key", "engine-key-1"]],
    ["no credential", { from: "none" }, []],
  ])("is never sent by an engine with %s, on no retry either", (_, credential, expected) => {
    const { pool, send } = openFakeEngine({ credential });
    send(request);
    pool.last.error("ECONNREFUSED");
    vi.advanceTimersByTime(1);
    pool.last.start().head(429, "retry-after", "0");
    vi.advanceTimersByTime(1);
    expect(pool.exchanges).toHaveLength(3);
    for (const { options } of pool.exchanges) {
      expect(JSON.stringify(options)).not.toContain("canary");
      const sent = options.headers as string[];
      expect(sent.slice(0, 2)).toEqual(["x-other", "kept"]);
      expect(sent.slice(sent.length - expected.length)).toEqual(expected);
    }
  });

  it("is sent by an engine that uses it, in the dialect's form, and only from the call's own credential", () => {
    const { pool, send } = openFakeEngine({ credential: { from: "caller" } });
    send(request);
    const sent = pool.last.options.headers as string[];
    expect(sent.slice(-2)).toEqual(["x-api-key", "canary-caller"]);
    expect(sent.join()).not.toMatch(/canary-[12]/);
  });

  it("is not taken from another call", async () => {
    vi.useRealTimers();
    const { pool, send } = openFakeEngine({ credential: { from: "caller" } });
    send(request);
    const { handler } = send({ headers: request.headers! });
    await new Promise((resolve) => setImmediate(resolve));
    expect(handler.error?.code).toBe("credential_missing");
    expect(pool.exchanges).toHaveLength(1);
  });

  it("does not follow a redirect", () => {
    const { pool, send } = openFakeEngine({ credential: { from: "caller" } });
    const { handler } = send(request);
    pool.last.start().head(307, "location", "https://elsewhere.test/");
    vi.advanceTimersByTime(60_000);
    expect(handler.error?.code).toBe("engine_redirected");
    expect(pool.exchanges).toHaveLength(1);
  });
});

describe("an engine's own secrets", () => {
  it("are concealed: the key and the values of configured headers, not their names", () => {
    const conceal = openConcealer({ from: "key", key: "the-key-1" }, [
      "x-team-key",
      "team-secret",
      "x",
      "other-one",
    ]);
    expect(conceal("x-team-key: team-secret, the-key-1 and the-key-1, other-one")).toBe(
      "x-team-key: [redacted], [redacted] and [redacted], [redacted]",
    );
  });

  it("are concealed whole when one is the beginning of another", () => {
    const conceal = openConcealer({ from: "key", key: "abcdefgh" }, [
      "x",
      "abcdefgh-1234",
      "y",
      "abcdefgh-12",
    ]);
    expect(conceal("abcdefgh-1234 abcdefgh-12 abcdefgh")).toBe("[redacted] [redacted] [redacted]");
  });

  it("are no short words, which occur in harmless texts, but a short key where a credential stands", () => {
    const conceal = openConcealer({ from: "key", key: "1234567" }, ["x", "enabled", "y", "12345678"]);
    expect(conceal("1234567 enabled 12345678")).toBe("1234567 enabled [redacted]");
    expect(conceal("Incorrect API key provided: 1234567")).toBe("Incorrect API key provided: [redacted]");
  });

  it.each<CredentialSource>([{ from: "none" }, { from: "caller" }, { from: "key", key: undefined }])(
    "are none for %j without headers",
    (credential) => {
      expect(openConcealer(credential, [])("any text")).toBe("any text");
    },
  );
});

describe("the error of a missing credential", () => {
  it("says whose credential is missing, and what the caller can do", () => {
    const own = credentialMissing("e", "key");
    expect(own.code).toBe("credential_missing");
    expect(own.message).toBe('engine "e" has no key');
    const callers = credentialMissing("e", "caller");
    expect(callers.code).toBe("credential_missing");
    expect(callers.message).toBe('engine "e" needs the caller\'s own credential, and the call has none');
    expect(callers.advice).toBe(
      "Send your vendor key as the vendor's SDK does, and this backplane's key as `x-abp-key`.",
    );
  });
});
