import { describe, expect, it } from "vitest";
import { type Dialect, dialects, type Endpoint } from "../../dialects/index.ts";
import { EndpointIndex, NO_PARAMETERS } from "./endpoint-index.ts";

function dialect(id: string, paths: readonly string[], more: Partial<Endpoint> = {}): Dialect {
  const endpoints = paths.map((one): Endpoint => {
    const [method, path] = one.split(" ") as [Endpoint["method"], string];
    return { method, path, operation: "pass", passed: { group: "g", access: "resource" }, ...more };
  });
  return { ...dialects[0]!, id, endpoints };
}
const one = dialect("one", [
  "GET /v1/a/b",
  "GET /v1/a/:id",
  "POST /v1/a/:id:run",
  "DELETE /v1/a/:id/*",
  "POST /x:y",
]);
const two = dialect("two", ["GET /v1/a/:id/*", "GET /v1/a/:thing", "GET /m/:any"]);
const index = new EndpointIndex([one, two]);
const find = (method: string, path: string, only?: Dialect) =>
  index
    .find(method, path, only)
    .map(({ dialect, endpoint, parameters }) => [dialect.id, endpoint.path, parameters]);

describe("the index of endpoints", () => {
  it("finds one endpoint of each dialect, a fixed path first", () => {
    expect(find("GET", "/v1/a/b")).toEqual([
      ["one", "/v1/a/b", {}],
      ["two", "/v1/a/:thing", { thing: "b" }],
    ]);
    expect(find("GET", "/v1/a/c%20d", one)).toEqual([["one", "/v1/a/:id", { id: "c d" }]]);
    expect(index.find("GET", "/v1/a/b")[0]!.parameters).toBe(NO_PARAMETERS);
  });

  it("knows verbs behind a colon, a rest, and one name alone", () => {
    expect(find("POST", "/v1/a/c:run")).toEqual([["one", "/v1/a/:id:run", { id: "c" }]]);
    expect(find("POST", "/v1/a/c:walk")).toEqual([]);
    expect(find("DELETE", "/v1/a/c/d/e")).toEqual([["one", "/v1/a/:id/*", { id: "c" }]]);
    expect(find("DELETE", "/v1/a/c/")).toEqual([]);
    expect(find("GET", "/m/q")).toEqual([["two", "/m/:any", { any: "q" }]]);
    expect(find("POST", "/x:y")).toEqual([["one", "/x:y", {}]]);
  });

  it("takes HEAD if GET passes through, except at a WebSocket", () => {
    expect(find("HEAD", "/v1/a/b", one)).toEqual([["one", "/v1/a/b", {}]]);
    const socket = dialect("s", ["GET /ws"], { passed: { group: "g", access: "inference", isSocket: true } });
    const listing = dialect("l", ["GET /ws"], { operation: "list_models" });
    expect(new EndpointIndex([socket, listing]).find("HEAD", "/ws")).toEqual([]);
  });

  it("refuses a parameter that cannot be decoded", () => {
    expect(() => find("GET", "/v1/a/%E0%A4%A")).toThrow(
      expect.objectContaining({ code: "request_malformed" }),
    );
  });
});
