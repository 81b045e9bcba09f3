/** `npm run agents:matrix`: runs each real agent through its host on an engine of each dialect. */
import { type Cell, isGreen } from "./cell.ts";
import { HELP, parseOptions, UsageError } from "./options.ts";
import { runMatrix } from "./run-matrix.ts";
import { renderTable } from "./table.ts";

const report = ({ agent, engine, result, reason }: Cell): void =>
  void process.stderr.write(`${agent} on ${engine}: ${result}${reason === undefined ? "" : `: ${reason}`}\n`);

try {
  const options = parseOptions(process.argv.slice(2));
  if (options.isHelp) process.stdout.write(HELP);
  else {
    const cells = await runMatrix(options, report);
    process.stdout.write(options.isJson ? `${JSON.stringify(cells)}\n` : renderTable(cells));
    process.exitCode = isGreen(cells) ? 0 : 1;
  }
} catch (error) {
  if (!(error instanceof UsageError) && !(error instanceof TypeError)) throw error;
  process.stderr.write(`${error.message}\n\n${HELP}`);
  process.exitCode = 2;
}
