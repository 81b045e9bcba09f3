import { expect, it } from "vitest";
import { hostVariables } from "./host-variables.ts";

it("a host gets the variables of what it has, and no others", () => {
  expect(hostVariables({})).toEqual({});
  expect(hostVariables({ keepsAgent: false })).toEqual({});
  expect(
    hostVariables({
      home: "/home/run",
      gateway: { url: "http://127.0.0.1:1/r/x", token: "t", engine: "e", dialect: "claude" },
      keepsAgent: true,
    }),
  ).toEqual({
    ABP_AGENT_HOME: "/home/run",
    ABP_GATEWAY_URL: "http://127.0.0.1:1/r/x",
    ABP_GATEWAY_TOKEN: "t",
    ABP_GATEWAY_ENGINE: "e",
    ABP_GATEWAY_DIALECT: "claude",
    ABP_AGENT_KEEP: "1",
  });
});
