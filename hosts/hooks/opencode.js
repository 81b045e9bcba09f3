// A plugin of OpenCode: asks the host of the run before each tool. A tool that the host denies fails with the host's reason, which
// the model then reads as the result of the tool. Whatever goes wrong, the tool is denied.
import { spawn } from "node:child_process";

/** Asks by a command line for a POSIX shell, which reads the question on its standard input and prints the decision. */
async function ask(command, question) {
  const { promise, resolve, reject } = Promise.withResolvers();
  const child = spawn("/bin/sh", ["-c", command], { stdio: ["pipe", "pipe", "ignore"] });
  let answer = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    answer += text;
  });
  // A command that ends early does not read its question; its exit tells more.
  child.stdin.on("error", () => undefined);
  child.once("error", reject);
  child.once("close", () => resolve(answer));
  child.stdin.end(JSON.stringify(question));
  return JSON.parse(await promise);
}

/** Each call that the model got wrong is given to this tool, which only says so. */
const SAYS_WHAT_IS_WRONG = "invalid";

export const askTheHost = async (_place, { command }) => ({
  "tool.execute.before": async ({ tool, callID }, { args }) => {
    if (tool === SAYS_WHAT_IS_WRONG) return;
    const question = { tool_name: tool, tool_input: args, tool_call_id: callID };
    const { permissionDecision, permissionDecisionReason } = await ask(command, question);
    if (permissionDecision !== "allow") throw new Error(permissionDecisionReason);
  },
});
