import { matchesGlob } from "node:path";
import { parseArgs } from "node:util";
import type { Manifest } from "./manifest.ts";

/** The command line asks for something that cannot be done. */
export class UsageError extends Error {}

/** The dialects of the simulated engines: the columns of the table. */
export const engineDialects = ["claude", "openai", "codex", "gemini", "kimi", "copilot"] as const;

export interface Options {
  readonly clients: readonly string[];
  readonly engines: readonly string[];
  /** The folder that keeps the packages; a temporary one without it. */
  readonly keep?: string;
  readonly isJson: boolean;
  readonly isHelp: boolean;
}

export const HELP = `Installs pinned SDKs and frameworks into a temporary folder, runs each of them
through the gateway on a simulated engine of each dialect, and prints which work.

Usage: npm run clients -- [options]

  --client NAME    only this client; can be repeated, and can have wildcards
  --engine NAME    only the engine of this dialect; can be repeated
                   (${engineDialects.join(", ")})
  --keep FOLDER    install into this folder and leave it there; packages that
                   are there already are not installed again
  --json           print the cells as JSON
  --help           print this

Examples:
  npm run clients -- --keep /tmp/clients
  npm run clients -- --client 'vercel-*' --engine gemini

A cell passes where every case of the client does: text, a stream, a loop of
tool calls, structured output, several turns, typed errors, and what else the
client has. What cannot run is skipped, which is not passed, and says why. A
client that connects to anything but the gateway fails.

The exit code is 1 when a cell failed.
`;

/** Throws UsageError, or the TypeError of an unknown option. */
export function parseOptions(argv: readonly string[], manifest: Manifest): Options {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      client: { type: "string", multiple: true },
      engine: { type: "string", multiple: true },
      keep: { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const names = manifest.clients.map(({ name }) => name);
  return {
    clients: chosen("--client", values.client, names),
    engines: chosen("--engine", values.engine, engineDialects),
    ...(values.keep === undefined ? {} : { keep: values.keep }),
    isJson: values.json,
    isHelp: values.help,
  };
}

function chosen(
  flag: string,
  given: readonly string[] | undefined,
  all: readonly string[],
): readonly string[] {
  if (given === undefined) return all;
  const unknown = given.find((pattern) => !all.some((name) => matchesGlob(name, pattern)));
  if (unknown !== undefined)
    throw new UsageError(`${flag}: there is no ${unknown}; there are ${all.join(", ")}`);
  return all.filter((name) => given.some((pattern) => matchesGlob(name, pattern)));
}
