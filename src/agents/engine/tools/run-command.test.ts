import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { openPolicy } from "../../../contract/index.ts";
import { compilePolicy } from "../../../policy/index.ts";
import { runTool } from "./run-command.ts";
import type { ToolPlace } from "./tool.ts";
import { WorkspaceFiles } from "./workspace-files.ts";

const controller = new AbortController();

async function openPlace(): Promise<ToolPlace> {
  const root = mkdtempSync(join(tmpdir(), "abp-run-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const files = await WorkspaceFiles.open(root, compilePolicy(openPolicy(), { root }));
  return { files, environment: {}, signal: controller.signal };
}
const run = (command: string, place: ToolPlace) => runTool.run(runTool.input.parse({ command }), place);

it.each([
  ["printf 'a\\n\\n'; exit 4", "a\n\n[exit code 4]", 4, "a\n\n"],
  ["exit 0", "[exit code 0]", 0, ""],
  ["printf a; kill -9 $$", "a\n[ended by SIGKILL]", null, "a"],
])("%j gives a text for the model, and the end of the command", async (command, text, exitCode, output) => {
  expect(await run(command, await openPlace())).toEqual({
    text,
    isError: exitCode !== 0,
    command: { text: command, exitCode, output },
  });
});

it("refuses a zero byte", async () => {
  await expect(run("echo a\0b", await openPlace())).rejects.toThrow("the command holds a zero byte");
});

it("signals nothing if it is cancelled before it has found that the shell cannot start", async () => {
  const place = await openPlace();
  const kill = vi.spyOn(process, "kill").mockReturnValue(true);
  onTestFinished(() => kill.mockRestore());
  rmSync(place.files.root, { recursive: true });
  const ended = run("true", place);
  controller.abort(new Error("enough"));
  await expect(ended).rejects.toThrow(/^the shell cannot be started: spawn \/bin\/(ba)?sh ENOENT$/);
  expect(kill).not.toHaveBeenCalled();
});
