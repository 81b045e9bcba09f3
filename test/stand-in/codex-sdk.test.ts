import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isFullSize } from "../fault-size.ts";
import { findSdk, loadSdk, program, SdkPlace } from "./sdk-place.ts";

interface Item {
  readonly type: string;
  readonly command?: string;
  readonly status?: string;
}
interface Thread {
  readonly id: string | null;
  run(
    input: string,
    options?: object,
  ): Promise<{ items: Item[]; finalResponse: string; usage: { input_tokens: number } | null }>;
}
interface CodexSdk {
  readonly Codex: new (
    options: object,
  ) => {
    startThread(options: object): Thread;
    resumeThread(id: string, options: object): Thread;
  };
}

const sdkPath = findSdk("@openai/codex-sdk/dist/index.js", ["claude"]);

describe.skipIf(sdkPath === undefined)("the real Codex SDK on the real Claude Code", () => {
  let place: SdkPlace;
  beforeEach(() => {
    place = new SdkPlace();
  });
  afterEach(() => place.close());

  async function open() {
    const { Codex } = await loadSdk<CodexSdk>(sdkPath!);
    return new Codex({
      codexPathOverride: program("abp-codex.js"),
      env: place.environment("claude", "sim-openai", "gpt-5.5"),
    });
  }

  it("edits a file, runs a command, and goes on in a thread that it knows", async () => {
    const codex = await open();
    const options = { workingDirectory: place.work, sandboxMode: "workspace-write" };
    const thread = codex.startThread(options);
    const edit = JSON.stringify({
      file_path: `${place.work}/hello.txt`,
      old_string: "",
      new_string: "hello\n",
    });
    const turn = await thread.run(
      `Go.\nsim: call Edit ${edit}\nsim: call Bash {"command":"cp hello.txt copy.txt"}\nsim: say Copied.`,
    );
    expect(turn.finalResponse).toBe("Copied.");
    expect(place.read("copy.txt")).toBe("hello\n");
    expect(turn.usage!.input_tokens).toBeGreaterThan(0);
    const types = turn.items.map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(["file_change", "command_execution", "agent_message"]));

    const resumed = codex.resumeThread(thread.id!, options);
    expect((await resumed.run("Go on.\nsim: say Continued.")).finalResponse).toBe("Continued.");
    expect(resumed.id).toBe(thread.id);
  });

  it("gives an answer that satisfies a schema", async () => {
    const properties = { a: { type: "number" } };
    const outputSchema = { type: "object", properties, required: ["a"], additionalProperties: false };
    const thread = (await open()).startThread({ workingDirectory: place.work });
    const turn = await thread.run('Answer.\nsim: call StructuredOutput {"a":1}\nsim: say done.', {
      outputSchema,
    });
    expect(JSON.parse(turn.finalResponse)).toEqual({ a: 1 });
  });

  // Another test orders the stand-ins to change nothing.
  if (isFullSize)
    it("writes nothing in the sandbox mode read-only", async () => {
      const thread = (await open()).startThread({ workingDirectory: place.work, sandboxMode: "read-only" });
      const edit = JSON.stringify({ file_path: `${place.work}/no.txt`, old_string: "", new_string: "no\n" });
      const command = JSON.stringify({ command: `echo no > no.txt; echo no > ${place.work}/other.txt` });
      const script = `Go.\nsim: call Edit ${edit}\nsim: call Bash ${command}\nsim: say Nothing.`;
      // The vendor's own sandbox lets commands run, and their writes fail.
      expect((await thread.run(script)).finalResponse).toBe("Nothing.");
      expect(place.list()).toEqual([]);
    });
});
