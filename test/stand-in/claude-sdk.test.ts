import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findSdk, loadSdk, program, SdkPlace } from "./sdk-place.ts";

type Line = Readonly<Record<string, unknown>> & { readonly type: string };
type Answer = { behavior: "allow"; updatedInput: unknown } | { behavior: "deny"; message: string };

interface ClaudeSdk {
  query(call: { prompt: string; options: object }): AsyncIterable<Line>;
}

const sdkPath = findSdk("@anthropic-ai/claude-agent-sdk/sdk.mjs", ["codex"]);

describe.skipIf(sdkPath === undefined)("the real Claude Agent SDK on the real Codex", () => {
  let place: SdkPlace;
  const asked: string[] = [];

  beforeEach(() => {
    place = new SdkPlace();
    asked.length = 0;
  });
  afterEach(() => place.close());

  async function run(prompt: string, more: object = {}, answer?: Answer): Promise<Line[]> {
    const { query } = await loadSdk<ClaudeSdk>(sdkPath!);
    const lines: Line[] = [];
    const options = {
      cwd: place.work,
      pathToClaudeCodeExecutable: program("abp-claude.js"),
      env: place.environment("codex", "sim-claude", "gpt-5.5"),
      canUseTool: async (name: string, input: object) => {
        asked.push(name);
        return answer ?? { behavior: "allow", updatedInput: input };
      },
      ...more,
    };
    for await (const line of query({ prompt, options })) lines.push(line);
    return lines;
  }

  it("asks the callback, runs the tool, and goes on in a session that it knows", async () => {
    const first = await run(
      'Go.\nsim: call exec_command {"cmd":"echo hello > hello.txt"}\nsim: say Written.',
    );
    expect(asked).toEqual(["Bash"]);
    expect(place.read("hello.txt")).toBe("hello\n");
    const end = first.at(-1)!;
    expect(end).toMatchObject({
      type: "result",
      subtype: "success",
      result: "Written.",
      permission_denials: [],
    });
    expect((end["usage"] as { input_tokens: number }).input_tokens).toBeGreaterThan(0);
    expect(first.map(({ type }) => type)).toEqual(expect.arrayContaining(["system", "assistant", "user"]));

    const second = await run("Go on.\nsim: say Continued.", { resume: end["session_id"] });
    expect(second.at(-1)).toMatchObject({
      subtype: "success",
      result: "Continued.",
      session_id: end["session_id"],
    });
  });

  it("a denied tool does not run, and the result lists it", async () => {
    const prompt = 'Go.\nsim: call exec_command {"cmd":"echo no > no.txt"}\nsim: say Not done.';
    const lines = await run(
      prompt,
      { includePartialMessages: true },
      { behavior: "deny", message: "Not today" },
    );
    expect(place.list()).toEqual([]);
    expect(lines.at(-1)).toMatchObject({
      subtype: "success",
      permission_denials: [{ tool_name: "Bash", tool_input: { command: "echo no > no.txt" } }],
    });
    expect(lines.some(({ type }) => type === "stream_event")).toBe(true);
    expect(JSON.stringify(lines)).toContain("Not today");
  });

  it("gives an answer that satisfies a schema", async () => {
    const properties = { a: { type: "number" } };
    const schema = { type: "object", properties, required: ["a"], additionalProperties: false };
    const lines = await run('Answer.\nsim: say {"a":1}', { outputFormat: { type: "json_schema", schema } });
    expect(lines.at(-1)).toMatchObject({ subtype: "success", structured_output: { a: 1 } });
  });

  it("a session that nobody knows is an error of the SDK", async () => {
    const unknown = "01a1e290-0000-7000-8000-000000000000";
    await expect(run("Go.", { resume: unknown })).rejects.toThrow(/No conversation found with session ID/);
  });
});
