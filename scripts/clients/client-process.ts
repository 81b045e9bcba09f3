import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CaseResult, type Cell, judgeCases } from "./cell.ts";
import type { Client } from "./manifest.ts";

/** Where a client calls, and how its program is started. */
export interface ClientStart {
  readonly client: Client;
  readonly engine: string;
  /** The interpreter with its first arguments. */
  readonly interpreter: readonly string[];
  /** The file of the program. */
  readonly program: string;
  readonly baseUrl: string;
  readonly token: string;
  /** The model that the client asks for. */
  readonly model: string;
}

const TIME_LIMIT_MS = 240_000;
/** The discard port: a client that wants another host is refused at once. */
const CLOSED_PROXY = "http://127.0.0.1:9";

/** Runs the program of a client to its end, in a home of its own and with the gateway's address only. */
export async function runClient(start: ClientStart): Promise<Cell> {
  const root = mkdtempSync(join(tmpdir(), "abp-client-"));
  const files = { results: join(root, "results"), contacts: join(root, "contacts") };
  try {
    const began = performance.now();
    const ended = await runProgram(start, root, files);
    const seconds = (performance.now() - began) / 1000;
    const cases = readCases(readLines(files.results), start.client.cases);
    const cell = { client: start.client.name, engine: start.engine, seconds, cases };
    const stray = findStray(readLines(files.contacts), start.baseUrl);
    if (stray !== undefined) return { ...cell, result: "failed", reason: stray };
    const isWhole = cases.every(({ reason }) => reason !== NOT_REPORTED);
    return { ...cell, result: judgeCases(cases), ...(isWhole ? {} : { reason: ended }) };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const NOT_REPORTED = "the program ended without it";

/** Gives every wanted case its result; one that was not reported failed, and so does one that nobody wanted. */
export function readCases(lines: readonly string[], wanted: readonly string[]): CaseResult[] {
  const reported = lines.map((line) => JSON.parse(line) as CaseResult);
  const missing = wanted.filter((name) => !reported.some((one) => one.name === name));
  return [
    ...reported.map(
      (one): CaseResult =>
        wanted.includes(one.name)
          ? one
          : { ...one, result: "failed", reason: "the manifest does not name it" },
    ),
    ...missing.map((name): CaseResult => ({ name, result: "failed", reason: NOT_REPORTED })),
  ];
}

/** What is wrong with the addresses that a program connected to; each is `host:port`. */
export function findStray(contacts: readonly string[], baseUrl: string): string | undefined {
  const { host, port } = new URL(baseUrl);
  const strays = [...new Set(contacts.filter((one) => one !== host && one !== `localhost:${port}`))];
  if (strays.length > 0) return `it connected to ${strays.join(", ")}`;
  return contacts.length === 0 ? "it never connected to the gateway" : undefined;
}

async function runProgram(
  { client, engine, interpreter, program, baseUrl, token, model }: ClientStart,
  root: string,
  files: { readonly results: string; readonly contacts: string },
): Promise<string> {
  const [command, ...args] = [...interpreter, program];
  const child = spawn(command!, args, {
    cwd: root,
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      PATH: process.env["PATH"],
      HOME: root,
      TMPDIR: root,
      LANG: "C.UTF-8",
      NO_PROXY: "127.0.0.1,localhost",
      no_proxy: "127.0.0.1,localhost",
      ...Object.fromEntries(
        ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"].map((name) => [
          name,
          CLOSED_PROXY,
        ]),
      ),
      PYTHONDONTWRITEBYTECODE: "1",
      ABP_CLIENT_BASE_URL: baseUrl,
      ABP_CLIENT_TOKEN: token,
      ABP_CLIENT_MODEL: model,
      ABP_CLIENT_API: client.api,
      ABP_CLIENT_ENGINE: engine,
      ABP_CLIENT_RESULTS: files.results,
      ABP_CLIENT_CONTACTS: files.contacts,
    },
  });
  let words = "";
  child.stderr.on("data", (chunk: Buffer) => {
    words = (words + chunk.toString("utf8")).slice(-4000);
  });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }, TIME_LIMIT_MS);
  try {
    const [code, signal] = (await once(child, "close")) as [number | null, string | null];
    if (isLate) return `it did not end within ${TIME_LIMIT_MS / 1000} s`;
    return `exit ${code ?? signal}: ${words.trim().split("\n").slice(-2).join(" ")}`;
  } catch (error) {
    return String(error);
  } finally {
    clearTimeout(timer);
  }
}

function readLines(file: string): string[] {
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
}
