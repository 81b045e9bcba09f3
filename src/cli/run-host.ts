import type { RunHost } from "../runner/index.ts";
import { readInput } from "./terminal/input.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { readVersion } from "./version.ts";

/** The process around the runs of a command. */
export function runHost(terminal: Terminal): RunHost {
  const { host, say, colors } = terminal;
  const { env, home, cwd, now, random } = host;
  return {
    ...{ env, home, cwd, now, random, say },
    software: { name: "agent-backplane", version: readVersion() },
    readInput: (path) => readInput(terminal, path),
    warn: (message) => say(colors.yellow(`warning ${message}`)),
  };
}
