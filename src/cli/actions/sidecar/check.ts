import { allowedEnvironment } from "../../../process/index.ts";
import { checkSidecar, defaultCheckSettings } from "../../../sidecar/index.ts";
import type { CommandAction } from "../../command.ts";
import { showSidecarCheck } from "../../display/sidecar-check.ts";
import { readAmount } from "../../flags/number-flags.ts";
import { readPair } from "../../flags/pair-flag.ts";

interface CheckFlags {
  readonly timeout: string;
  readonly task?: string;
  readonly slowTask?: string;
  readonly toolTask?: string;
  readonly env?: readonly string[];
}

/** Checks a sidecar. The exit code is 0 unless a required rule is broken. */
export const sidecarCheck: CommandAction = async (terminal, call) => {
  const { host } = terminal;
  const [command, ...args] = call.arguments[0] as readonly [string, ...string[]];
  const flags = call.options as unknown as CheckFlags;
  const runMs = readAmount(flags.timeout, "--timeout") * 1000;
  const given = Object.fromEntries((flags.env ?? []).map((pair) => readPair(pair, "--env")));
  terminal.say(`Checking ${[command, ...args].join(" ")} …`);
  const report = await checkSidecar({
    command,
    args,
    env: allowedEnvironment(host.env, [], given),
    cwd: host.cwd,
    settings: { runMs, helloMs: Math.min(runMs, defaultCheckSettings.helloMs) },
    tasks: {
      ...(flags.task === undefined ? {} : { quick: flags.task }),
      ...(flags.slowTask === undefined ? {} : { slow: flags.slowTask }),
      ...(flags.toolTask === undefined ? {} : { tool: flags.toolTask }),
    },
    signal: host.signal,
  });
  return showSidecarCheck(terminal, [command, ...args], report);
};
