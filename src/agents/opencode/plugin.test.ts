import { describe, expect, it } from "vitest";

type Before = (call: object, output: { readonly args: object }) => Promise<void>;
type Plugin = (place: object, options: { readonly command: string }) => Promise<Record<string, Before>>;

const file = new URL("../../../hosts/hooks/opencode.js", import.meta.url).href;
const { askTheHost } = (await import(file)) as { readonly askTheHost: Plugin };
const before = { tool: "bash", sessionID: "s", callID: "call_1" };

/** Runs what the plugin does before a tool, with a command that takes the place of the hook. */
async function ask(command: string, tool = "bash"): Promise<void> {
  const hooks = await askTheHost({}, { command });
  return hooks["tool.execute.before"]!({ ...before, tool }, { args: { command: "ls" } });
}

const answering = (decision: object) => `cat > /dev/null; echo '${JSON.stringify(decision)}'`;

describe("the plugin of OpenCode", () => {
  it("lets a tool run only if the hook allows it, and fails it with the reason of a denial", async () => {
    await expect(ask(answering({ permissionDecision: "allow" }))).resolves.toBeUndefined();
    const denial = { permissionDecision: "deny", permissionDecisionReason: "not here" };
    await expect(ask(answering(denial))).rejects.toThrow("not here");
    for (const command of ["exit 1", "echo nonsense", answering({}), "no-such-program-here"])
      await expect(ask(command)).rejects.toThrow();
  });

  it("names the tool, its input and its call to the hook", async () => {
    const question = { tool_name: "bash", tool_input: { command: "ls" }, tool_call_id: "call_1" };
    const denyByQuestion = `printf '{"permissionDecisionReason":%s}' "$(node -p 'JSON.stringify(require("fs").readFileSync(0, "utf8"))')"`;
    await expect(ask(denyByQuestion)).rejects.toThrow(JSON.stringify(question));
  });

  it("does not ask about the tool that only tells the model of a wrong call", async () => {
    await expect(ask("exit 1", "invalid")).resolves.toBeUndefined();
  });
});
