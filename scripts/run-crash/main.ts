/** `npm run crash:runs`: kills runs of work orders at every step and at random instants, and checks what is left. */
import { parseOptions, UsageError } from "../crash/options.ts";
import { crashRuns } from "./crash-runs.ts";
import { renderReport } from "./report.ts";

const HELP = `Kills the process that runs a work order, at every step and at random instants, and checks what is left.

Usage: npm run crash:runs -- [options]

  --seeds N        run N seeds (default: 20)
  --first-seed N   begin with this seed (default: 0)
  --minutes M      start no seed after M minutes
  --json           print the report as JSON
  --help           print this

Examples:
  npm run crash:runs -- --seeds 200
  npm run crash:runs -- --first-seed 40 --seeds 1     repeats what a report named

A seed decides which example sidecar runs, whether it runs in a sandbox, on a copy or on the workspace itself, and when the process is killed with SIGKILL: where a
step begins or some milliseconds later, before one of its operations on files, processes or the ledger, or at any instant. The
sidecar starts processes that do not end by themselves. Then another run is started, which some seeds kill too before a further
one, and an oracle that shares no code with the
product checks that no process of the killed run is left (at L3 within two seconds of the kill), no stage and no mount, that
each run that had begun has exactly one receipt, that the stored events are those that the receipts count, that a run on a
copy left the workspace unchanged, and that both verifiers accept the log.

The exit code is 1 when anything is wrong; the report names the seed and the command that repeats it.
`;

let isStopped = false;
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    process.stderr.write("stopping after the checks of this seed\n");
    isStopped = true;
  });
}

try {
  const options = parseOptions(process.argv.slice(2));
  if (options.isHelp) process.stdout.write(HELP);
  else {
    const say = (line: string) => process.stderr.write(line);
    const report = await crashRuns({ ...options, isStopped: () => isStopped, say });
    process.stdout.write(options.isJson ? `${JSON.stringify(report)}\n` : renderReport(report));
    process.exitCode = report.violations.length === 0 ? 0 : 1;
  }
} catch (error) {
  if (!(error instanceof UsageError) && !(error instanceof TypeError)) throw error;
  process.stderr.write(`${error.message}\n\n${HELP}`);
  process.exitCode = 2;
}
