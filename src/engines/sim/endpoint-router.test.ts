import { describe, expect, it } from "vitest";
import { type Dialect, findDialect } from "../../dialects/index.ts";
import { openRouter } from "./endpoint-router.ts";

const endpoints = [
  { method: "POST", path: "/v1/a.b", operation: "generate" },
  { method: "GET", path: "/v1/models", operation: "list_models" },
  { method: "POST", path: "/v1/models/:model:makeIt", operation: "generate" },
  { method: "GET", path: "/v1/models/:model", operation: "list_models" },
];
const route = openRouter({ endpoints } as unknown as Dialect);
const indexOf = (method: string, path: string) => {
  const found = route(method, path);
  return found === undefined ? undefined : endpoints.indexOf(found.endpoint as never);
};

describe("the router of a dialect", () => {
  it.each([
    ["POST", "/v1/a.b", 0],
    ["POST", "/v1/a.b/", 0],
    ["POST", "/v1/a.b?x=1", 0],
    ["POST", "/v1/axb", undefined],
    ["GET", "/v1/a.b", undefined],
    ["POST", "/x/v1/a.b", undefined],
    ["POST", "/v1/a.b/x", undefined],
    ["GET", "/v1/models", 1],
    ["POST", "/v1/models/m:makeIt", 2],
    ["GET", "/v1/models/m", 3],
    ["GET", "/v1/models/m/n", undefined],
    ["POST", "/v1/models/m:doOther", undefined],
  ])("finds the endpoint of %s %s at %s", (method, path, index) => {
    expect(indexOf(method, path)).toBe(index);
  });

  it("reads the model and the query of a path", () => {
    expect(route("POST", "/v1/models/a%2Fb:makeIt?alt=sse")).toMatchObject({ model: "a/b" });
    expect(route("POST", "/v1/models/a%:makeIt")?.model).toBe("a%");
    expect(route("POST", "/v1/models/m:makeIt?alt=sse&x=1")?.query.get("alt")).toBe("sse");
    expect(route("POST", "/v1/models/m:makeIt")?.query.size).toBe(0);
    expect(route("GET", "/v1/models")?.model).toBeUndefined();
  });

  it("serves the endpoints of Gemini", () => {
    const gemini = openRouter(findDialect("gemini"));
    expect(gemini("POST", "/v1beta/models/gemini-2.5-pro:streamGenerateContent")).toMatchObject({
      model: "gemini-2.5-pro",
      endpoint: { operation: "generate", streams: true },
    });
  });
});
