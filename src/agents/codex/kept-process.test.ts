import { join } from "node:path";
import { describeKeptAgent } from "../host/fixtures/kept-agent.contract.ts";
import { openHost } from "./host.ts";

describeKeptAgent({
  name: "Codex",
  openHost,
  program: join(import.meta.dirname, "fixtures", "going-on-codex.mjs"),
  usage: { input_tokens: 10, output_tokens: 1 },
  otherStart: { mcpServers: { one: { command: "server" } } },
  replacedAfter: ["reject", "lose"],
  busyAfter: ["agent"],
});
