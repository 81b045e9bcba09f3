import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { dialects } from "../../dialects/index.ts";
import { recognise } from "./recognition.ts";

function see(method: string, target: string, headers: readonly string[] = []) {
  const { dialect, endpoint, parameters, path, parentRun, alternatives } = recognise({
    method,
    target,
    headers,
  });
  return {
    dialect: dialect.id,
    operation: endpoint.operation,
    parameters,
    path,
    parentRun,
    alternatives: alternatives.map(({ id }) => id),
  };
}

function codeOf(method: string, target: string): string {
  try {
    recognise({ method, target, headers: [] });
  } catch (error) {
    return AbpError.is(error) ? error.code : String(error);
  }
  return "recognised";
}

describe("a call is recognised", () => {
  it("by each vendor's own path", () => {
    expect(see("POST", "/v1/messages?beta=true")).toMatchObject({
      dialect: "claude",
      operation: "generate",
      path: "/v1/messages?beta=true",
    });
    expect(see("POST", "/v1/messages/count_tokens")).toMatchObject({
      dialect: "claude",
      operation: "count_tokens",
    });
    expect(see("POST", "/v1/chat/completions")).toMatchObject({ dialect: "openai", alternatives: ["kimi"] });
    expect(see("POST", "/v1/responses")).toMatchObject({ dialect: "codex", operation: "generate" });
    expect(see("POST", "/chat/completions")).toMatchObject({ dialect: "copilot" });
    expect(see("POST", "/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse")).toMatchObject({
      dialect: "gemini",
      parameters: { model: "gemini-3-pro" },
    });
  });

  it("with the parameters of the path decoded", () => {
    expect(see("POST", "/v1beta/models/a%2Fb:generateContent").parameters).toEqual({ model: "a/b" });
    expect(see("GET", "/v1/responses/resp_1").parameters).toEqual({ id: "resp_1" });
    expect(codeOf("GET", "/v1/responses/%E0%A4%A")).toBe("request_malformed");
  });

  it("by a prefix that is the dialect's name, whatever else has the same path", () => {
    for (const { id, endpoints } of dialects) {
      for (const endpoint of endpoints) {
        const path = endpoint.path.replaceAll(/(?<=\/):[a-z]+/g, "x").replace(/\*$/, "rest");
        expect(see(endpoint.method, `/${id}${path}`)).toMatchObject({
          dialect: id,
          operation: endpoint.operation,
        });
      }
    }
    expect(see("POST", "/kimi/v1/chat/completions").alternatives).toEqual([]);
  });

  it("with or without the version, as base URLs are written both ways", () => {
    expect(see("POST", "/openai/chat/completions")).toMatchObject({
      dialect: "openai",
      path: "/v1/chat/completions",
    });
    expect(see("POST", "/codex/responses")).toMatchObject({ dialect: "codex", path: "/v1/responses" });
    expect(see("POST", "/responses")).toMatchObject({ dialect: "codex" });
  });

  it("below the run that it belongs to", () => {
    expect(see("POST", "/r/01890a5d-ac96-774b-bcce-b302099a8057/v1/messages")).toMatchObject({
      parentRun: "01890a5d-ac96-774b-bcce-b302099a8057",
      dialect: "claude",
      path: "/v1/messages",
    });
    expect(see("POST", "/r/01890A5D-AC96-774B-BCCE-B302099A8057/v1/messages").parentRun).toBe(
      "01890a5d-ac96-774b-bcce-b302099a8057",
    );
    expect(see("POST", "/r/Run-1/v1/messages").parentRun).toBe("Run-1");
    expect(see("POST", "/r/run1/gemini/v1beta/models/m:generateContent")).toMatchObject({
      parentRun: "run1",
      dialect: "gemini",
    });
  });

  it("by its headers if the path is everybody's", () => {
    expect(see("GET", "/v1/models").dialect).toBe("openai");
    expect(
      see("GET", "/v1/models", ["Anthropic-Version", "2026-10-21", "Authorization", "Bearer x"]).dialect,
    ).toBe("claude");
    expect(see("GET", "/v1/models", ["X-Goog-Api-Key", "x"]).dialect).toBe("gemini");
    expect(see("GET", "/v1/models", ["x-api-key", "x"]).dialect).toBe("claude");
  });

  it("without the key in its query", () => {
    expect(see("POST", "/v1beta/models/m:generateContent?key=secret&alt=sse").path).toBe(
      "/v1beta/models/m:generateContent?alt=sse",
    );
    expect(see("POST", "/v1beta/models/m:generateContent?key=secret").path).toBe(
      "/v1beta/models/m:generateContent",
    );
  });

  it("or not at all, with the methods that there are", () => {
    expect(codeOf("POST", "/v1/nothing")).toBe("route_not_found");
    expect(codeOf("GET", "/")).toBe("route_not_found");
    expect(codeOf("GET", "/v1/messages")).toBe("method_not_allowed");
    expect(codeOf("POST", "/claude/v1/chat/completions")).toBe("route_not_found");
  });
});

describe("a recognised call", () => {
  const head = (method: string, target: string, headers: readonly string[] = []) => ({
    method,
    target,
    headers,
  });
  const errorOf = (method: string, target: string): AbpError => {
    try {
      recognise(head(method, target));
    } catch (error) {
      if (AbpError.is(error)) return error;
    }
    throw new Error("it was recognised");
  };

  it("is the same object each time for a path that says everything", () => {
    const found = recognise(head("POST", "/v1/messages"));
    expect(recognise(head("POST", "/v1/messages", ["x-api-key", "k"]))).toBe(found);
    expect(found).toMatchObject({ parameters: {}, parentRun: undefined, alternatives: [] });
  });

  it("is read anew if headers, parameters or the query decide", () => {
    for (const target of ["/v1/messages?a=1", "/v1/responses/resp_1", "/r/run1/v1/messages"]) {
      const method = target.includes("resp_1") ? "GET" : "POST";
      expect(recognise(head(method, target))).not.toBe(recognise(head(method, target)));
    }
    const claude = ["anthropic-version", "2023-06-01"];
    expect(recognise(head("GET", "/v1/models", claude)).dialect.id).toBe("claude");
    expect(recognise(head("GET", "/v1/models")).dialect.id).toBe("openai");
  });

  it("belongs to a run whose id has at most 64 letters, digits and hyphens", () => {
    const id = "a-1".padEnd(64, "Z");
    expect(see("POST", `/r/${id}/v1/messages`).parentRun).toBe(id);
    for (const target of [`/r/${id}x/v1/messages`, "/r/a_b/v1/messages", "/r//v1/messages", "/r/abc"])
      expect([target, codeOf("POST", target)]).toEqual([target, "route_not_found"]);
  });

  it("keeps its query, except for the key in any spelling", () => {
    const path = "/v1beta/models/m:generateContent";
    expect(see("POST", `${path}?monkey=1&a=%20`).path).toBe(`${path}?monkey=1&a=%20`);
    expect(see("POST", `${path}?%6bey=secret&b=2`).path).toBe(`${path}?b=2`);
    expect(see("POST", `${path}?a=1&key=x&b=2&key=y`).path).toBe(`${path}?a=1&b=2`);
    expect(see("POST", `${path}?a=1`).path).toBe(`${path}?a=1`);
  });

  it("has other dialects as alternatives if they share the path and no prefix names one", () => {
    expect(see("GET", "/v1/models").alternatives).not.toContain("openai");
    expect(see("GET", "/v1/models").alternatives).toContain("claude");
    expect(see("GET", "/claude/v1/models").alternatives).toEqual([]);
    expect(see("GET", "/v1/models/m")).toMatchObject({ dialect: "openai", parameters: { model: "m" } });
  });

  it("prefers a header that only one vendor uses to the header of a key", () => {
    const headers = ["X-Goog-Api-Key", "k", "Anthropic-Beta", "b"];
    expect(see("GET", "/v1/models", headers).dialect).toBe("claude");
  });

  it("is refused with the methods that its endpoint takes, below a prefix too", () => {
    for (const target of ["/v1/messages", "/claude/v1/messages"]) {
      const error = errorOf("GET", target);
      expect([error.code, error.message, error.details["allow"]]).toEqual([
        "method_not_allowed",
        "this endpoint takes POST",
        ["POST"],
      ]);
    }
    expect(errorOf("PUT", "/v1/responses/resp_1").message).toBe("this endpoint takes GET or DELETE");
  });

  it("is refused with the path below its prefixes if there is no such endpoint", () => {
    const error = errorOf("POST", "/r/run1/claude/v1/nothing?a=1");
    expect([error.code, error.message]).toEqual([
      "route_not_found",
      "/v1/nothing is not an endpoint of any dialect",
    ]);
    expect(error.advice).toMatch(/^Check the base URL/);
  });

  it("is not found under a version that its path has already, or beyond its pattern", () => {
    expect(codeOf("POST", "/v1/v1/messages")).toBe("route_not_found");
    expect(codeOf("GET", "/v1/responses/a/b/c")).toBe("route_not_found");
    expect(codeOf("POST", "/v1xmessages")).toBe("route_not_found");
  });
});
