import { describe, expect, it } from "vitest";
import { AbpError } from "../contract/index.ts";
import { openBench } from "./fixtures/cleanup.ts";
import { openOne, run, type SeenCall } from "./fixtures/loopback.ts";

const { serve, open } = openBench();

const LOCATION = "/v1/projects/p/locations/us-east5";

function header({ headers }: SeenCall, name: string): string[] {
  return headers.filter((_, index) => index % 2 === 1 && headers[index - 1]!.toLowerCase() === name);
}

function refusal(own: Parameters<typeof openOne>[0]): AbpError {
  try {
    openOne(own);
  } catch (error) {
    if (AbpError.is(error)) return error;
  }
  throw new Error("it was not refused");
}

describe("an engine at Azure", () => {
  it("is called below the resource's address, with the key in `api-key` and the token as a bearer token", async () => {
    const server = await serve((response) => response.end("{}"));
    const azure = { preset: "azure", base_url: `${server.url}/openai/v1/` } as const;
    await run(open({ ...azure, api_key: "k1" }), { headers: ["api-key", "stolen", "authorization", "x"] });
    const runCommand = async () => "t1";
    await run(open({ ...azure, dialect: "codex", credential_command: ["x"] }, { runCommand }));
    await run(open({ ...azure, credential: "caller" }), { callerCredential: "own" });
    expect(
      server.seen.map((call) => [call.target, header(call, "api-key"), header(call, "authorization")]),
    ).toEqual([
      ["/openai/v1/chat/completions", ["k1"], []],
      ["/openai/v1/chat/completions", [], ["Bearer t1"]],
      ["/openai/v1/chat/completions", [], ["Bearer own"]],
    ]);
  });

  it("misses its credential when it is called, and its address when it is opened", async () => {
    const engine = open({ preset: "azure", base_url: "http://127.0.0.1:1/openai/v1" });
    expect((await run(engine)).error?.code).toBe("credential_missing");
    expect(refusal({ preset: "azure" }).message).toContain("base_url");
    expect(
      refusal({ preset: "azure", base_url: "http://h/openai/v1", api_key: "k", headers: ["api-key: x"] })
        .message,
    ).toContain("headers[0]");
  });
});

describe("an engine at Vertex AI", () => {
  it("is called below the project's location with a bearer token, whatever the dialect", async () => {
    const server = await serve((response) => response.end("{}"));
    const vertex = { preset: "vertex", base_url: server.url + LOCATION, api_key: "t" } as const;
    for (const dialect of ["claude", "gemini"]) {
      const engine = open({ ...vertex, dialect });
      expect([engine.provider, engine.cloud]).toEqual([engine.dialect.modelPrefix, engine.dialect.vertex]);
      await run(engine, { path: "/publishers/x/models/m@1:rawPredict" });
    }
    expect(server.seen.map((call) => [call.target, header(call, "authorization")])).toEqual([
      [`${LOCATION}/publishers/x/models/m@1:rawPredict`, ["Bearer t"]],
      [`${LOCATION}/publishers/x/models/m@1:rawPredict`, ["Bearer t"]],
    ]);
  });

  it("is checked by a question that needs the credential, and lists no models", async () => {
    let status = 200;
    const server = await serve((response) => response.writeHead(status).end("{}"));
    const engine = open({ preset: "vertex", base_url: server.url + LOCATION, api_key: "t" });
    const { signal } = new AbortController();
    expect(await engine.listModels(signal)).toEqual([]);
    expect((await engine.check(signal)).ok).toBe(true);
    status = 403;
    expect((await engine.check(signal)).error).toMatchObject({ code: "backend_auth_failed" });
    expect(new Set(server.seen.map(({ target }) => target))).toEqual(
      new Set([`${LOCATION}/endpoints?pageSize=1`]),
    );
  });

  it("needs the address of a location, and a dialect that Vertex AI serves", () => {
    expect(refusal({ preset: "vertex", base_url: "https://aiplatform.googleapis.com" })).toMatchObject({
      message: expect.stringContaining("/v1/projects/<project>/locations/<location>"),
    });
    expect(
      refusal({ preset: "vertex", base_url: `https://h.test${LOCATION}`, dialect: "codex" }).message,
    ).toContain("does not serve codex");
  });
});

describe("the settings of a token", () => {
  it.each([
    [{ credential_command: ["x"], credential_file: "/f" }, "credential_command"],
    [{ credential_command: ["x"], api_key: "k" }, "credential_command"],
    [{ credential_file: "/f", credential: "caller" }, "credential_file"],
    [{ credential_file: "/f", credential: "none" }, "credential_file"],
    [{ credential_file: "/f", headers: ["Authorization: x"] }, "headers[0]"],
  ] as const)("are refused where they contradict each other (%#)", (own, key) => {
    const error = refusal({ base_url: "http://127.0.0.1:1", ...own });
    expect([error.code, error.where]).toEqual(["config_invalid", `engines.e.${key}`]);
  });
});
