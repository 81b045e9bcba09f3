import { statSync } from "node:fs";
import { AbpError } from "../../../contract/index.ts";
import { equalHashes, hashLeaf } from "../../../lib/index.ts";
import type { Finding } from "../../../receipts/index.ts";
import { databasePath } from "../database/writing-connection.ts";
import type { LedgerReader, LogRow } from "../reader/ledger-reader.ts";

/** The largest database whose pages are all checked after an unclean stop. It takes about a second. */
const MAX_QUICK_BYTES = 512 * 1024 * 1024;
/** The time for hashing receipts after an unclean stop, newest first. */
const MAX_HASHING_MS = 1000;
/** The number of receipts that are read at a time. */
const PAGE_SIZE = 256;
/** The tables without which no log can be read. They are small. */
const SMALL_TABLES = ["logs", "subtrees", "journal"];
/** The number of damaged places that are named. */
const MAX_MESSAGES = 20;

type Reader = Pick<LedgerReader, "directory" | "logs" | "prepare" | "storedRows">;

/** Sources of facts about the machine, for tests. */
export interface PageCheckParts {
  /** The size of the database in bytes. */
  readonly sizeOf: (path: string) => number;
  /** A clock in milliseconds. */
  readonly now: () => number;
}

const REAL_PARTS: PageCheckParts = { sizeOf: (path) => statSync(path).size, now: () => performance.now() };

/**
 * Checks the database after a stop that was not clean, in bounded time: the structure of its pages, then the hashes of as many
 * receipts as the time allows, newest first. Of a large database it checks the structure of the small tables only.
 */
export function checkPagesQuickly(reader: Reader, parts: PageCheckParts = REAL_PARTS): Finding[] {
  const isSmall = parts.sizeOf(databasePath(reader.directory)) <= MAX_QUICK_BYTES;
  const checks = isSmall ? ["quick_check(1)"] : SMALL_TABLES.map((table) => `quick_check('${table}')`);
  for (const check of checks) {
    const findings = runPragma(reader, check);
    if (findings.length > 0) return findings;
  }
  const deadline = parts.now() + MAX_HASHING_MS;
  return reader.logs().flatMap((log) => checkNewest(reader, log, () => parts.now() >= deadline));
}

/** Checks every page and every index of the database. */
export function checkAllPages(reader: Pick<LedgerReader, "directory" | "prepare">): Finding[] {
  return runPragma(reader, `integrity_check(${MAX_MESSAGES})`);
}

function runPragma(reader: Pick<LedgerReader, "directory" | "prepare">, check: string): Finding[] {
  try {
    const rows = reader.prepare(`PRAGMA ${check}`).all();
    const texts = rows.map((row) => String(Object.values(row)[0]).replaceAll("\n", " "));
    return texts.filter((text) => text !== "ok").map((text) => damaged(reader.directory, text));
  } catch (error) {
    if (!AbpError.is(error)) throw error;
    return [{ code: error.code, where: error.where ?? reader.directory, message: error.message }];
  }
}

function checkNewest(reader: Reader, log: LogRow, isLate: () => boolean): Finding[] {
  for (let end = log.size; end > 0 && !isLate(); end -= PAGE_SIZE) {
    const from = Math.max(0, end - PAGE_SIZE);
    const rows = reader.storedRows(log.id, from, end - from);
    const fault = rows.find(({ bytes, leaf }) => !equalHashes(hashLeaf(bytes), leaf));
    if (fault !== undefined) {
      return [damaged(reader.directory, `receipt ${fault.seq} of the log of ${log.tenant} was changed`)];
    }
    if (rows.length < end - from) {
      return [
        damaged(
          reader.directory,
          `a receipt from ${from} to ${end - 1} of the log of ${log.tenant} is missing`,
        ),
      ];
    }
  }
  return [];
}

function damaged(directory: string, text: string): Finding {
  return {
    code: "ledger_damaged",
    where: databasePath(directory),
    message: `the database is damaged: ${text}`,
  };
}
