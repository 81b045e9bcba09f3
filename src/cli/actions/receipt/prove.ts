import { AbpError, ExitCode } from "../../../contract/index.ts";
import { BUNDLE_EXTENSION } from "../../../receipts/index.ts";
import type { CommandAction } from "../../command.ts";
import { openStore } from "../../ledger.ts";
import { loadSettings } from "../../settings.ts";
import { writeOutput } from "../../terminal/output.ts";

/** Makes a proof bundle of a logged receipt. */
export const prove: CommandAction = async (terminal, call) => {
  const wanted = call.arguments[0] as string;
  const { config } = await loadSettings(terminal);
  const store = await openStore(terminal, config);
  try {
    const ledger = store.ledger(config.receipts.tenant);
    const stored = /^\d+$/.test(wanted) ? await ledger.read(Number(wanted)) : await ledger.find(wanted);
    if (stored === undefined) {
      const message = `the log of ${await ledger.size()} receipts has no ${JSON.stringify(wanted)}`;
      throw new AbpError("receipt_not_found", message, {
        advice: "`abp receipt log` lists run ids and numbers.",
      });
    }
    const bundle = await ledger.prove(stored.seq);
    const out = call.options["out"] as string | undefined;
    if (out === undefined) terminal.host.writeOut(bundle);
    else {
      await writeOutput(terminal, out, bundle);
      const name = out.endsWith(BUNDLE_EXTENSION) ? out : `${out} (usually named *${BUNDLE_EXTENSION})`;
      terminal.say(`wrote ${name}; hand it over together with the keys of \`abp receipt keys export\``);
    }
    return ExitCode.ok;
  } finally {
    await store.close();
  }
};
