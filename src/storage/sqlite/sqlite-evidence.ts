import type { Evidence, EvidenceStore } from "../ledger/evidence-store.ts";
import type { LedgerParts } from "./ledger-parts.ts";

/** How long a thread uses what it has read, in milliseconds. Every mapped call asks. */
const FRESH_MS = 3000;
/** The most models of an engine whose evidence a thread holds. Callers choose their names. */
const MAX_CACHED_MODELS = 500;

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
  readonly #cache = new Map<string, Map<string, Reading>>();
  #hasTable = false;

  constructor(tenant: string, parts: LedgerParts) {
    this.#tenant = tenant;
    this.#parts = parts;
  }

  learn(evidence: Evidence): void {
    const { engine, model, pattern, value } = evidence;
    const known = this.#read(engine, model).filter((one) => one.pattern !== pattern || one.value !== value);
    this.#remember(engine, model, [...known, evidence]);
    // Nobody waits for this write. A store that cannot write reports it to the callers of `append`.
    this.#parts
      .client()
      .write({ kind: "learn", tenant: this.#tenant, evidence })
      .catch(() => undefined);
  }

  find(engine: string, model: string, after: number): readonly Evidence[] {
    const rows = this.#read(engine, model);
    return rows.length === 0 ? NONE : rows.filter(({ learnedAt }) => learnedAt > after);
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
    const ofEngine = this.#cache.get(engine) ?? new Map<string, Reading>();
    if (ofEngine.size >= MAX_CACHED_MODELS) ofEngine.clear();
    this.#cache.set(engine, ofEngine.set(model, { readAt: this.#now(), rows }));
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
