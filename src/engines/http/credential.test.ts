import { describe, expect, it } from "vitest";
import { openBench } from "../fixtures/cleanup.ts";
import { run, type SeenCall } from "../fixtures/loopback.ts";

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

  it("is the caller's own where that is configured", async () => {
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

  it("is not sent where none is wanted, nor to a server of one's own that has none", async () => {
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
  it("are added where the caller has none of that name, and configured ones stand in place of the caller's", async () => {
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
