import { describe, expect, it } from "vitest";
import { openBench } from "../fixtures/cleanup.ts";
import { run } from "../fixtures/loopback.ts";
import { redirectError } from "./redirect.ts";

const { serve, open } = openBench();

describe("a redirect", () => {
  it.each([300, 301, 302, 303, 307, 308])("G03: with status %i is never followed", async (status) => {
    const target = await serve((response) => response.end("x"));
    const server = await serve((response) => {
      response.writeHead(status, { location: `${target.url}/elsewhere?token=canary` });
      response.end("moved");
    });
    const engine = open({ base_url: server.url, api_key: "sk-canary" });
    const { error, ends, status: head } = await run(engine);
    expect(error?.code).toBe("engine_redirected");
    expect(head).toBeUndefined();
    expect(ends).toBe(1);
    expect(target.connections()).toBe(0);
    expect(JSON.stringify([error?.message, error?.details])).not.toMatch(/canary|127\.0\.0\.1|elsewhere/);
    expect(String(error?.cause)).toContain("/elsewhere");
    expect(String(error?.cause)).not.toContain("canary");
  });

  it("G03: without a location is an answer like any other", async () => {
    const server = await serve((response) => {
      response.writeHead(304);
      response.end();
    });
    expect((await run(open({ base_url: server.url }))).status).toBe(304);
  });
});

describe("the error of a redirect", () => {
  it.each([
    ["https://user:canary@h.test:81/a/b?token=canary#canary", "redirected to https://h.test:81/a/b"],
    ["/a/b?token=canary", "redirected to /a/b"],
    ["b", "redirected to /b"],
    ["http://[", "redirected to something that is not a URL"],
  ])("names of %s the origin and the path in its cause only", (location, cause) => {
    const error = redirectError("e", 302, location);
    expect(error.code).toBe("engine_redirected");
    expect(error.message).toBe('engine "e" answered with a redirect');
    expect(error.details).toEqual({ engine: "e", reason: "302" });
    expect((error.cause as Error).message).toBe(cause);
  });
});
