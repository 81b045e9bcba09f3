import { describe, expect, it } from "vitest";
import {
  callDialect,
  callHeaders,
  type GatewayConnection,
  headerVariable,
  runUrl,
  spokenDialects,
  TOKEN_VARIABLE,
} from "./agent-connection.ts";

const plain: GatewayConnection = { baseUrl: "http://h:1", token: "t", home: "/home", inherited: {} };

describe("the way of a program to the gateway", () => {
  it.each([
    [{}, "http://h:1"],
    [{ baseUrl: "http://h:1//" }, "http://h:1"],
    [{ runId: "a/b" }, "http://h:1/r/a%2Fb"],
    [{ baseUrl: "http://h:1/", runId: "" }, "http://h:1/r/"],
  ])("with %j leads to %s", (more, url) => {
    expect(runUrl({ ...plain, ...more })).toBe(url);
  });

  it("has a header for the engine that is named, and none otherwise", () => {
    expect(callHeaders({ ...plain, engine: "e" })).toEqual({ "X-ABP-Engine": "e" });
    expect(callHeaders(plain)).toEqual({});
  });

  it.each([
    [undefined, {}, {}],
    [undefined, { H: "A: 1" }, {}],
    ["e", {}, { H: "X-ABP-Engine: e" }],
    ["e", { H: "  " }, { H: "X-ABP-Engine: e" }],
    ["e", { H: " A: 1\n" }, { H: "A: 1\nX-ABP-Engine: e" }],
  ])("to the engine %s keeps the headers of %j: %j", (engine, inherited, variables) => {
    const connection = { ...plain, inherited, ...(engine === undefined ? {} : { engine }) };
    expect(headerVariable("H", connection)).toEqual(variables);
  });

  it("separates headers as the program reads them", () => {
    const connection = { ...plain, engine: "e", inherited: { H: "A: 1" } };
    expect(headerVariable("H", connection, ", ")).toEqual({ H: "A: 1, X-ABP-Engine: e" });
  });

  it("has its token in one variable", () => {
    expect(TOKEN_VARIABLE).toBe("ABP_TOKEN");
  });
});

describe("the dialect of a program's calls", () => {
  const both = { dialect: "openai", alsoSpeaks: ["codex", "claude"] };
  it.each([
    [{}, "openai", [], undefined],
    [{ alsoSpeaks: ["codex"] }, "codex", [], undefined],
    [{ dialect: "claude" }, "openai", ["claude"], "claude"],
    [both, undefined, ["openai", "codex", "claude"], "openai"],
    [both, "gemini", ["openai", "codex", "claude"], "openai"],
    [both, "codex", ["openai", "codex", "claude"], "codex"],
    [both, "claude", ["openai", "codex", "claude"], "claude"],
  ])("%j, at an engine of %s: of %j it is %s", (program, engine, spoken, called) => {
    expect(spokenDialects(program)).toEqual(spoken);
    expect(callDialect(program, engine)).toBe(called);
  });
});
