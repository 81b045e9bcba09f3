import { describe, expect, it } from "vitest";
import { readHostEnvironment } from "./host-environment.ts";

const base = { ABP_AGENT_COMMAND: "/bin/agent", ABP_AGENT_HOME: "/home/run" };

describe("the environment of a host", () => {
  it("names the agent and its home", () => {
    expect(readHostEnvironment(base)).toEqual({
      command: "/bin/agent",
      arguments: [],
      keepsAgent: false,
      home: "/home/run",
      gateway: undefined,
    });
  });

  it.each([
    ["1", true],
    ["0", false],
    ["", false],
    ["true", false],
  ])("keeps the agent only if ABP_AGENT_KEEP is 1: %j", (value, keepsAgent) => {
    expect(readHostEnvironment({ ...base, ABP_AGENT_KEEP: value }).keepsAgent).toBe(keepsAgent);
  });

  it("names the gateway, with an engine if one is given", () => {
    const gateway = { ABP_GATEWAY_URL: "http://127.0.0.1:1/r/x", ABP_GATEWAY_TOKEN: "t" };
    expect(readHostEnvironment({ ...base, ...gateway }).gateway).toEqual({
      baseUrl: "http://127.0.0.1:1/r/x",
      token: "t",
    });
    expect(readHostEnvironment({ ...base, ...gateway, ABP_GATEWAY_ENGINE: " " }).gateway).not.toHaveProperty(
      "engine",
    );
    expect(readHostEnvironment({ ...base, ...gateway, ABP_GATEWAY_ENGINE: "e" }).gateway?.engine).toBe("e");
  });

  it("has no gateway if the address is blank", () => {
    expect(
      readHostEnvironment({ ...base, ABP_GATEWAY_URL: " ", ABP_GATEWAY_TOKEN: "t" }).gateway,
    ).toBeUndefined();
  });

  it("holds arguments as a JSON list", () => {
    expect(readHostEnvironment({ ...base, ABP_AGENT_ARGS: '["--acp","a b"]' }).arguments).toEqual([
      "--acp",
      "a b",
    ]);
    expect(readHostEnvironment({ ...base, ABP_AGENT_ARGS: "" }).arguments).toEqual([]);
  });

  it.each(["--acp", "{}", "[1]", '"a"'])("is refused where the arguments are %s", (text) => {
    expect(() => readHostEnvironment({ ...base, ABP_AGENT_ARGS: text })).toThrow(
      "ABP_AGENT_ARGS is not a JSON list of texts",
    );
  });

  it.each([
    ["ABP_AGENT_COMMAND", { ABP_AGENT_HOME: "/h" }],
    ["ABP_AGENT_HOME", { ABP_AGENT_COMMAND: "/c", ABP_AGENT_HOME: " " }],
    ["ABP_GATEWAY_TOKEN", { ...base, ABP_GATEWAY_URL: "http://127.0.0.1:1" }],
  ])("is refused without %s", (name, env) => {
    expect(() => readHostEnvironment(env)).toThrow(
      `${name} is not set: this program is a host that the backplane starts`,
    );
  });
});
