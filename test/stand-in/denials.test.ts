import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findExecutable, warnAbsent } from "../agents/installed.ts";
import { SdkPlace } from "./sdk-place.ts";
import { runText } from "./stand-in-programs.ts";

const TIME_LIMIT_MS = 120_000;

/** Agents with words of their own for a denial, and a command that each would run unasked by itself. */
const rows = [
  { agent: "gemini", model: "gemini-2.5-pro", call: 'run_shell_command {"command":"echo no"}' },
  { agent: "opencode", model: "some-model", call: 'bash {"command":"echo no","description":"Say no"}' },
];

for (const { agent, model, call } of rows) {
  const isHere = findExecutable(agent) !== undefined;
  if (!isHere) warnAbsent(agent);

  describe.skipIf(!isHere)(`a denial in abp-claude on ${agent}`, () => {
    let place: SdkPlace;
    beforeEach(() => {
      place = new SdkPlace();
    });
    afterEach(() => place.close());

    it(
      "reaches the model, and the program gets its reason as the result of the tool",
      async () => {
        const prompt = `Go.\nsim: call ${call}\nsim: say Not done.`;
        const flags = ["-p", "--output-format", "stream-json", "--verbose", "--permission-mode", "dontAsk"];
        const task = {
          prompt,
          directory: place.work,
          environment: place.environment(agent, "sim-claude", model),
        };
        const { out, error } = await runText(task, "abp-claude.js", flags);
        const lines = out
          .split("\n")
          .filter((line) => line !== "")
          .map((line) => JSON.parse(line) as Line);
        expect(lines.at(-1), error).toMatchObject({
          subtype: "success",
          result: "Not done.",
          permission_denials: [{ tool_name: "Bash", tool_input: { command: "echo no" } }],
        });
        const [result] = lines.find(({ type }) => type === "user")!.message!.content;
        const content = "the permission mode is `dontAsk`, and no rule allows the tool";
        expect(result).toMatchObject({ type: "tool_result", content, is_error: true });
      },
      TIME_LIMIT_MS,
    );
  });
}

interface Line {
  readonly type: string;
  readonly message?: { readonly content: readonly object[] };
}
