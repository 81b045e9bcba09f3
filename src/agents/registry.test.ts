import { expect, it } from "vitest";
import { connectionNames } from "./names/index.ts";
import { agentConnections, agents } from "./registry.ts";

it("names each agent as its folder, and lists exactly the programs that the command line offers", () => {
  expect(agents.map(({ name, connection }) => [name, connection.name])).toEqual(
    agents.map(({ name }) => [name, name]),
  );
  expect(agentConnections.map(({ name }) => name)).toEqual(connectionNames);
});
