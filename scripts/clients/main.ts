/** `npm run clients`: runs pinned SDKs and frameworks through the gateway on an engine of each dialect. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Cell, isGreen } from "./cell.ts";
import { installPlace } from "./installation.ts";
import { type Client, type Manifest, readManifest } from "./manifest.ts";
import { HELP, type Options, parseOptions, UsageError } from "./options.ts";
import { canConfine, runMatrix } from "./run-matrix.ts";
import { renderTable } from "./table.ts";

const say = (text: string): void => void process.stderr.write(`${text}\n`);

async function main(): Promise<number> {
  const manifest = readManifest();
  const options = parseOptions(process.argv.slice(2), manifest);
  if (options.isHelp) {
    process.stdout.write(HELP);
    return 0;
  }
  const folder = resolve(options.keep ?? mkdtempSync(join(tmpdir(), "abp-clients-")));
  mkdirSync(folder, { recursive: true });
  try {
    const cells = await runAll(manifest, options, folder);
    process.stdout.write(options.isJson ? `${JSON.stringify(cells)}\n` : renderTable(cells));
    return isGreen(cells) ? 0 : 1;
  } finally {
    if (options.keep === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

async function runAll(manifest: Manifest, options: Options, folder: string): Promise<Cell[]> {
  const wanted = manifest.clients.filter(({ name }) => options.clients.includes(name));
  const failures = new Map<string, string>();
  for (const name of new Set(wanted.map(({ place }) => place))) {
    say(`installing ${name}`);
    const failure = installPlace(folder, name, manifest.places[name]!);
    if (failure !== undefined) failures.set(name, failure);
  }
  const isConfined = canConfine();
  say(
    isConfined
      ? "the clients run without any network but loopback"
      : "bwrap cannot confine the clients here: only their own connections are watched",
  );
  const clients = wanted.filter(({ place }) => !failures.has(place)).map(({ name }) => name);
  const { engines } = options;
  const ran = clients.length === 0 ? [] : await runMatrix({ folder, clients, engines }, isConfined, tell);
  return wanted.flatMap((client) =>
    engines.map((engine) => {
      const cell = ran.find((one) => one.client === client.name && one.engine === engine);
      return cell ?? skippedCell(client, engine, failures.get(client.place));
    }),
  );
}

function skippedCell({ name, engines }: Client, engine: string, failure: string | undefined): Cell {
  const reason = failure ?? `it runs on ${engines?.join(", ")} only`;
  return { client: name, engine, cases: [], result: "skipped", reason };
}

function tell({ client, engine, result, seconds }: Cell): void {
  say(`${client} on ${engine}: ${result}${seconds === undefined ? "" : ` (${seconds.toFixed(1)} s)`}`);
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof UsageError) && !(error instanceof TypeError)) throw error;
  say(`${error.message}\n\n${HELP}`);
  process.exitCode = 2;
}
