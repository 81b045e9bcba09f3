import { describe, expect, it } from "vitest";
import { accountTree, collection, passed, things } from "./passed-endpoints.ts";
import { VERTEX_CHECK, vertexModel } from "./vertex.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const calls = (endpoints: ReturnType<typeof passed>) =>
  endpoints.map(({ method, path, passed: one }) => `${method} ${path} ${one?.access}`);

describe("endpoints that pass through", () => {
  it("have the group and the access that they are listed under, and what they do", () => {
    expect(passed("files", "resource", [["POST", "/v1/files", { runsModels: true }]])).toEqual([
      {
        method: "POST",
        path: "/v1/files",
        operation: "pass",
        passed: { group: "files", access: "resource", runsModels: true },
      },
    ]);
  });

  it("of an administration are a path and all below it, by every method, for the account alone", () => {
    expect(calls(accountTree("g", "/v1/g"))).toEqual(
      METHODS.flatMap((method) => [`${method} /v1/g account`, `${method} /v1/g/* account`]),
    );
  });

  it("of things are everything below the id of one, and make nothing", () => {
    const made = things("g", "/v1/g", { makes: [["id"]], names: ["file_id"] });
    expect(calls(made)).toEqual(
      METHODS.flatMap((method) => [`${method} /v1/g/:id resource`, `${method} /v1/g/:id/* resource`]),
    );
    for (const { passed: one } of made)
      expect(one).toEqual({ group: "g", access: "resource", names: ["file_id"] });
    expect(things("g", "/v1/g")[0]?.passed).toEqual({ group: "g", access: "resource" });
  });

  it("of a collection make one with an id, list those of the account, and reach each of them", () => {
    const [make, list, ...rest] = collection("g", "/v1/g", { names: ["file_id"] });
    expect(calls([make!, list!])).toEqual(["POST /v1/g resource", "GET /v1/g account"]);
    expect(make?.passed).toMatchObject({ makes: [["id"]], names: ["file_id"] });
    expect(list?.passed).toEqual({ group: "g", access: "account" });
    expect(rest).toEqual(things("g", "/v1/g", { names: ["file_id"] }));
    expect(collection("g", "/v1/g")[0]?.passed).toEqual({ group: "g", access: "resource", makes: [["id"]] });
    const other = collection("g", "/v1/g", { makes: [["name"]] });
    expect(other[0]?.passed?.makes).toEqual([["name"]]);
  });
});

describe("paths of Vertex AI", () => {
  it("hold the model's name, with the at sign of its version", () => {
    expect(vertexModel("anthropic", "claude-x@20250101", "rawPredict")).toBe(
      "/publishers/anthropic/models/claude-x@20250101:rawPredict",
    );
    expect(vertexModel("google", "a/b c", "countTokens")).toBe(
      "/publishers/google/models/a%2Fb%20c:countTokens",
    );
  });

  it("list what is deployed, one at a time, as a check", () => {
    expect(VERTEX_CHECK).toBe("/endpoints?pageSize=1");
  });
});
