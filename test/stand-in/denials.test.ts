import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LoopbackServer } from "../../scripts/clients/loopback-server.ts";
import { findExecutable, warnAbsent } from "../agents/installed.ts";
import { sampled } from "../fault-size.ts";
import { openToolVendor, type ScriptedTool } from "./scripted-vendors.ts";
import { SdkPlace } from "./sdk-place.ts";
import { runText } from "./stand-in-programs.ts";

/** What the program's mode says of a tool for which it has no rule. */
const REASON = "the permission mode is `dontAsk`, and no rule allows the tool";

/** Agents with words of their own for a denial, and a command that each would run unasked by itself. */
const rows: readonly { readonly agent: string; readonly tool: ScriptedTool }[] = [
  { agent: "gemini", tool: { name: "run_shell_command", input: { command: "echo no" } } },
  { agent: "opencode", tool: { name: "bash", input: { command: "echo no", description: "Say no" } } },
];

for (const { agent, tool } of sampled(rows, (row) => row.agent === "gemini")) {
  const isHere = findExecutable(agent) !== undefined;
  if (!isHere) warnAbsent(agent);

  describe.skipIf(!isHere)(`a denial in abp-claude on ${agent}`, () => {
    let place: SdkPlace;
    let vendor: LoopbackServer;
    let results: readonly object[] = [];
    beforeEach(async () => {
      place = new SdkPlace();
      vendor = await openToolVendor([tool], (seen) => {
        if (seen.length > 0) results = seen;
      });
    });
    afterEach(() => {
      vendor.close();
      place.close();
    });

    it("reaches the model and the program with its reason as the result of the tool", async () => {
      const config = join(dirname(place.work), "config.toml");
      const engine = `preset = "anthropic"\nbase_url = "${vendor.url}"\napi_key = "key"`;
      writeFileSync(config, `[engines.vendor]\n${engine}\n`);
      const flags = ["-p", "--output-format", "stream-json", "--verbose", "--permission-mode", "dontAsk"];
      const environment = {
        ...place.environment(agent, "vendor", "claude-sonnet-4-5"),
        ABP_CONFIG: config,
      };
      const task = { prompt: "Go.", directory: place.work, environment };
      const { out, error } = await runText(task, "abp-claude.js", flags);
      const lines = out
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Line);
      expect(lines.at(-1), error).toMatchObject({
        subtype: "success",
        result: "Done.",
        permission_denials: [{ tool_name: "Bash", tool_input: { command: "echo no" } }],
      });
      const [shown] = lines.find(({ type }) => type === "user")!.message!.content;
      expect(shown).toMatchObject({ type: "tool_result", content: REASON, is_error: true });
      expect(results).toHaveLength(1);
      expect(JSON.stringify(results)).toContain(REASON);
    });
  });
}

interface Line {
  readonly type: string;
  readonly message?: { readonly content: readonly object[] };
}
