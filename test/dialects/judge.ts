import { AbpError } from "../../src/contract/index.ts";
import { type Dialect, translateRequest } from "../../src/dialects/index.ts";
import { unaccounted } from "./accounting.ts";
import { emulatorsOf } from "./subjects.ts";

/** What became of one request: a word, or the list of what was lost without one. */
export type Verdict = "unreadable" | "refused" | readonly string[];

/** A request with its name, and what the path said of it. */
export type Case = readonly [name: string, body: unknown, reading: object];

/** Translates a request and looks for what is neither in the output nor in the report. */
export function judge(source: Dialect, target: Dialect, body: unknown, reading: object): Verdict {
  try {
    const options = { ...reading, emulators: emulatorsOf(target) };
    const { request, report, memory } = translateRequest(source, target, body, options);
    return unaccounted(source.id, target.id, body, {
      path: request.path,
      body: withCallersNames(request.body, memory.tools.renamed),
      entries: report.entries,
      ids: [...memory.ids.entries().values()],
    });
  } catch (error) {
    if (!(error instanceof AbpError))
      return [`threw ${error instanceof Error ? error.stack?.slice(0, 300) : String(error)}`];
    if (!error.code.startsWith("mapping_")) return "unreadable";
    const refused = (error.details?.["refused"] ?? []) as { path: string }[];
    const isNamed = refused.length > 0 && refused.every(({ path }) => path.startsWith("$"));
    return isNamed ? "refused" : [`refused without a path: ${error.message}`];
  }
}

// Tools with a name that the target rejects have another one there, which is changed back in the reply.
function withCallersNames(body: unknown, renamed: ReadonlyMap<string, string> | undefined): unknown {
  if (renamed === undefined) return body;
  let json = JSON.stringify(body);
  for (const [seen, own] of renamed) json = json.replaceAll(JSON.stringify(seen), () => JSON.stringify(own));
  return JSON.parse(json);
}

/** The kinds of loss over many requests, each once with an example; says how the requests went. */
export class Tally {
  readonly counts = { translated: 0, refused: 0, unreadable: 0 };
  readonly #lost = new Map<string, string>();

  add(name: string, target: Dialect, verdict: Verdict): void {
    if (typeof verdict === "string") {
      this.counts[verdict] += 1;
      return;
    }
    this.counts.translated += 1;
    for (const one of verdict) {
      const kind = `${target.id} ${one.replace(/\[\d+\]/g, "[]").replace(/ = .*/s, "")}`;
      if (!this.#lost.has(kind)) this.#lost.set(kind, `${target.id}, ${name}: ${one}`);
    }
  }

  get lost(): string[] {
    return [...this.#lost.values()];
  }
}

/** Judges many requests on one way. */
export function judgeAll(source: Dialect, target: Dialect, cases: Iterable<Case>): Tally {
  const tally = new Tally();
  for (const [name, body, reading] of cases) tally.add(name, target, judge(source, target, body, reading));
  return tally;
}
