import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { dialects } from "../../dialects/index.ts";
import { recognise, servedPaths } from "./recognition.ts";

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
        const path = endpoint.path.replaceAll(/:[a-z]+(?=$|\/|:)/g, "x");
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
    expect(see("POST", "/r/run1/gemini/v1beta/models/m:generateContent")).toMatchObject({
      parentRun: "run1",
      dialect: "gemini",
    });
  });

  it("by its headers where the path is everybody's", () => {
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

  it("at every path that is listed", () => {
    expect(servedPaths().length).toBe(dialects.flatMap(({ endpoints }) => endpoints).length);
  });
});
