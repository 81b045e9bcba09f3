import { BoundedCache } from "../../lib/index.ts";
import type { Evidence, EvidenceStore } from "../ledger/evidence-store.ts";
import type { LedgerParts } from "./ledger-parts.ts";

/** How long a thread uses what it has read, in milliseconds. Every mapped call asks. */
const FRESH_MS = 3000;
/** What a thread holds of the evidence about the models of an engine. Callers choose their names. */
const CACHE_LIMITS = { maxEntries: 500, maxBytes: 1024 * 1024 };
/** What one piece of evidence counts for: its texts are short. */
const EVIDENCE_BYTES = 4096;
/** The most pieces of evidence about one model; what is learned later replaces the oldest. */
const MAX_OF_MODEL = 32;

const COLUMNS = "SELECT engine, model, pattern, value, learned_at FROM evidence";
const OF_TENANT = "WHERE log = (SELECT id FROM logs WHERE tenant = ?)";
const FIND = `${COLUMNS} ${OF_TENANT} AND engine = ? AND model = ? ORDER BY learned_at, pattern, value`;
const LIST = `${COLUMNS} ${OF_TENANT} ORDER BY learned_at, engine, model, pattern, value`;

interface Reading {
  readonly readAt: number;
  readonly rows: readonly Evidence[];
}

const NONE: readonly Evidence[] = [];

/** The evidence of one tenant. `find` returns what was just learned here, before it is durable. */
export class SqliteEvidence implements EvidenceStore {
  readonly #tenant: string;
  readonly #parts: LedgerParts;
  /** By engine and model. */
  readonly #cache = new Map<string, BoundedCache<Reading>>();
  #hasTable = false;

  constructor(tenant: string, parts: LedgerParts) {
    this.#tenant = tenant;
    this.#parts = parts;
  }

  learn(evidence: Evidence): void {
    const { engine, model, pattern, value } = evidence;
    const known = this.#read(engine, model).filter((one) => one.pattern !== pattern || one.value !== value);
    this.#remember(engine, model, [...known, evidence].slice(-MAX_OF_MODEL));
    // Nobody waits for this write. A store that cannot write reports it to the callers of `append`.
    this.#parts
      .client()
      .write({ kind: "learn", tenant: this.#tenant, evidence })
      .catch(() => undefined);
  }

  find(engine: string, model: string, after: number): readonly Evidence[] {
    return this.#read(engine, model).filter(({ learnedAt }) => learnedAt > after);
  }

  list(after: number): readonly Evidence[] {
    return this.#query(LIST).filter(({ learnedAt }) => learnedAt > after);
  }

  #read(engine: string, model: string): readonly Evidence[] {
    const cached = this.#cache.get(engine)?.get(model);
    if (cached !== undefined && this.#now() - cached.readAt < FRESH_MS) return cached.rows;
    return this.#remember(engine, model, this.#query(FIND, engine, model));
  }

  #remember(engine: string, model: string, rows: readonly Evidence[]): readonly Evidence[] {
    const ofEngine = this.#cache.get(engine) ?? new BoundedCache<Reading>(CACHE_LIMITS);
    this.#cache.set(engine, ofEngine);
    ofEngine.set(model, { readAt: this.#now(), rows }, rows.length * EVIDENCE_BYTES);
    return rows;
  }

  #query(sql: string, ...parameters: readonly string[]): readonly Evidence[] {
    if (!this.#findTable()) return NONE;
    const rows = this.#parts
      .reader()
      .prepare(sql)
      .all(this.#tenant, ...parameters);
    return rows.map((row) => ({
      engine: row["engine"] as string,
      model: row["model"] as string,
      pattern: row["pattern"] as string,
      value: row["value"] as string,
      learnedAt: row["learned_at"] as number,
    }));
  }

  // A store that is open for reading only may have an older version.
  #findTable(): boolean {
    this.#hasTable ||=
      this.#parts.reader().prepare("SELECT 1 FROM sqlite_schema WHERE name = 'evidence'").get() !== undefined;
    return this.#hasTable;
  }

  #now(): number {
    return this.#parts.now().getTime();
  }
}
