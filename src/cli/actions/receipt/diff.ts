import { ExitCode, parseDocument, readDocumentJson } from "../../../contract/index.ts";
import { diffReceipts } from "../../../receipts/index.ts";
import type { CommandAction } from "../../command.ts";
import { inputName, readInput } from "../../terminal/input.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** Compares two receipts. The exit code is 1 when they differ. */
export const diff: CommandAction = async (terminal, call) => {
  const [left, right] = call.arguments as [string, string];
  const changes = diffReceipts(await readReceipt(terminal, left), await readReceipt(terminal, right));
  if (terminal.json) terminal.outJson(changes);
  else if (changes.length === 0) terminal.out("no differences");
  else {
    const { red, green, yellow } = terminal.colors;
    for (const { kind, path, before, after } of changes) {
      if (kind === "added") terminal.out(green(`+ ${path}: ${text(after)}`));
      else if (kind === "removed") terminal.out(red(`- ${path}: ${text(before)}`));
      else terminal.out(yellow(`~ ${path}: ${text(before)} -> ${text(after)}`));
    }
  }
  return changes.length === 0 ? ExitCode.ok : ExitCode.failed;
};

async function readReceipt(terminal: Terminal, path: string): Promise<object> {
  const value = readDocumentJson(await readInput(terminal, path), inputName(path));
  parseDocument("receipt", value, inputName(path));
  // Parsing fills in defaults, so the comparison uses the document itself.
  return value as object;
}

function text(value: unknown): string {
  const json = JSON.stringify(value);
  return json.length > 200 ? `${json.slice(0, 197)}…` : json;
}
