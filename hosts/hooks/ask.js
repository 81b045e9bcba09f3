#!/usr/bin/env node
// A hook that an agent runs before each tool. It passes the question to the host of the run and prints the host's decision, in
// the words of Copilot CLI and of Kimi Code, which the plugin of OpenCode reads too. Whatever goes wrong, the tool is denied: some
// agents take a failed hook for a yes.
//   node ask.js <directory of the host's address>
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";

/** Less than the longest time that an agent waits for a hook. */
const LIMIT_MS = 590_000;
const [directory = ""] = process.argv.slice(2);

function decide(permissionDecision, permissionDecisionReason) {
  const decision = { permissionDecision, permissionDecisionReason };
  process.stdout.write(JSON.stringify({ ...decision, hookSpecificOutput: decision }), () => process.exit(0));
}

const deny = (reason) => decide("deny", reason);
setTimeout(() => deny("nobody answered in time"), LIMIT_MS);
process.on("uncaughtException", (error) => deny(`the backplane cannot be asked: ${error.message}`));

let question = "";
for await (const chunk of process.stdin.setEncoding("utf8")) question += chunk;

const { port, secret } = JSON.parse(readFileSync(join(directory, "address.json"), "utf8"));
const socket = connect(port, "127.0.0.1");
let answer = "";
socket.setEncoding("utf8").on("data", (text) => {
  answer += text;
});
socket.on("error", (error) => deny(`the backplane cannot be asked: ${error.message}`));
socket.on("end", () => {
  const { verdict, reason } = JSON.parse(answer);
  decide(verdict === "allow" ? "allow" : "deny", reason);
});
socket.end(secret + JSON.stringify(JSON.parse(question)));
