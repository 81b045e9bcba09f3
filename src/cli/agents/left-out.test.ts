import { describe, expect, it } from "vitest";
import { findAgent } from "../../agents/index.ts";
import { useMachine } from "../fixtures/console.ts";
import { openTerminal } from "../terminal/terminal.ts";
import { sayLeftOut } from "./left-out.ts";

const machine = useMachine();

/** What is said of an agent's private home. */
async function said(agent: string | undefined, quiet = false): Promise<string> {
  let error = "";
  const host = {
    env: machine.env,
    home: machine.root,
    isTerminal: { out: false, error: false },
    columns: () => undefined,
    writeError: (text: string) => {
      error += text;
    },
  };
  const terminal = openTerminal(host as unknown as Parameters<typeof openTerminal>[0], { quiet });
  await sayLeftOut(terminal, agent === undefined ? undefined : findAgent(agent));
  return error;
}

describe("what a private home leaves out", () => {
  it("is said once for each agent, every sentence of it", async () => {
    const first = await said("gemini");
    expect(first).toContain("Gemini CLI runs with a private home, which leaves out:\n");
    for (const sentence of findAgent("gemini")!.leftOut) expect(first).toContain(sentence);
    expect(await said("gemini")).toBe("");
    expect(await said("kimi")).toContain("Kimi Code");
  });

  it("does not count as said with --quiet, and is nothing for a backend without an agent", async () => {
    expect(await said("gemini", true)).toBe("");
    expect(await said("gemini")).toContain("Gemini CLI");
    expect(await said(undefined)).toBe("");
  });
});
