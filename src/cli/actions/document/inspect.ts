import { ExitCode, readDocument } from "../../../contract/index.ts";
import { verifyReceipt } from "../../../receipts/index.ts";
import type { CommandAction } from "../../command.ts";
import { eventLine, receiptFacts } from "../../display/receipt.ts";
import { renderFacts } from "../../display/table.ts";
import { inputName, readInput } from "../../terminal/input.ts";

/** Prints the contents of a receipt and whether its hash matches. It does not check who made the receipt. */
export const inspect: CommandAction = async (terminal, call) => {
  const path = call.arguments[0] as string;
  const bytes = await readInput(terminal, path);
  const receipt = readDocument("receipt", bytes, inputName(path));
  const result = verifyReceipt(bytes);
  const exit = result.ok ? ExitCode.ok : ExitCode.verification;
  if (terminal.json) {
    terminal.outJson({ receipt, valid: result.ok, profile: result.profile, findings: result.findings });
    return exit;
  }
  const { green, red } = terminal.colors;
  const hash = result.ok ? green(`VALID (${result.profile})`) : red("INVALID");
  terminal.out(...renderFacts([...receiptFacts(receipt), ["hash", hash]]));
  for (const one of result.findings) terminal.out(red(`${one.code} ${one.where}: ${one.message}`));
  if (call.options["events"] === true) {
    terminal.out("", ...receipt.trace.map((event) => `${event.ts}  ${eventLine(terminal, event)}`));
  }
  return exit;
};
