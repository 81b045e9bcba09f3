/** One row of the catalogue of translation faults that users of such systems reported. */
export interface CatalogueRow {
  readonly id: string;
  readonly title: string;
  /** The ways that it concerns, as `caller → engine`, or the dialects. */
  readonly where: string;
  /** Why no test of the dialects shows it; a row without it needs a passing test whose name begins with its id. */
  readonly elsewhere?: string;
  /** The folder or file whose tests show it instead, from the root of the repository. */
  readonly shownIn?: string;
}

type Line = readonly [id: string, title: string, where: string, elsewhere?: string, shownIn?: string];

const engines = "belongs to the choice of an engine and its credentials, not to translation";
const gateway = "belongs to the gateway, which holds sockets, timers and headers";

const lines: readonly Line[] = [
  ["A1", "thinking and signature come back verbatim and in position", "claude, gemini, codex"],
  ["A2", "the thinking parameter and blocks are kept or named", "claude → all"],
  ["A3", "a block with a signature and no text is kept", "claude"],
  ["A4", "thinking becomes reasoning, never visible text", "claude → codex, claude → all"],
  ["A5", "the first delta decides the kind of its block and is not lost", "all → kimi"],
  ["A6", "a signature before the block's end and one message_delta", "claude → kimi"],
  ["A7", "a thought signature comes back on its own call", "all → gemini"],
  ["A8", "signatures on text and thought parts are kept or named", "gemini, gemini → all"],
  ["A9", "opaque reasoning details stay with their message", "openai, openai → claude"],
  ["A10", "as A7, through a caller without a place for signatures", "all → gemini"],
  ["A11", "no signature hides in a tool-call id", "all → gemini"],
  ["A12", "sealed reasoning goes back to the deployment that issued it", "codex", engines, "test/gateway"],
  ["A13", "order and grouping of replayed blocks are kept", "claude"],
  ["A14", "no id is made up for sealed reasoning", "codex, claude → codex"],
  ["A15", "a turn with calls carries its reasoning", "claude → kimi, codex → kimi"],
  [
    "A16",
    "reasoning, text and calls of one response are one turn",
    "codex → openai, kimi, copilot, claude, gemini",
  ],
  ["A17", "interleaved thinking keeps its turns apart", "claude, claude → kimi"],
  ["A18", "reasoning arrives at most once", "all → claude, kimi, codex, gemini"],
  ["B1", "deltas of a call add up to the reply's arguments", "all pairs"],
  ["B2", "arguments that come only at the call's end are sent", "all → codex"],
  ["B3", "an empty list of calls is no call", "all → openai"],
  ["B4", "text after a call has a block of its own", "claude → openai"],
  ["B5", "text and thinking never share a block", "claude → kimi"],
  ["B6", "one open block at a time, indexes rising", "claude → all"],
  ["B7", "an index of its own for each of several calls", "all pairs"],
  [
    "B8",
    "an index belongs to one call across all chunks",
    "openai, kimi, copilot → claude, codex, gemini; all → openai",
  ],
  ["B9", "one start of the message; server tools count", "claude → all, claude"],
  ["B10", "later deltas leave the name out", "openai, kimi, copilot → claude, codex, gemini"],
  ["B11", "a call is sent once", "all → codex"],
  ["B12", "arguments are forwarded as they come", "all pairs but to gemini callers"],
  ["B13", "a turn of reasoning alone is a valid stream", "all → kimi"],
  ["B14", "items are announced and finished, with one index and id", "codex → all"],
  ["B15", "text is inside an announced part", "codex → all"],
  ["B16", "events have every member that strict clients want", "codex → all"],
  ["B17", "a stream without a reason to stop is marked as cut off", "all → openai"],
  ["B18", "a missing id is made the same way every time; a late name is waited for", "all → openai"],
  ["B19", "stop reason and content agree", "all pairs"],
  ["C1", "text and a call stop for the tool", "all pairs"],
  ["C2", "a call that ends with end_turn stops for the tool", "all → claude"],
  ["C3", "a response with a call stops for the tool", "openai, kimi, copilot → codex"],
  ["C4", "STOP with a call stops for the tool", "all → gemini, all → openai"],
  ["C5", "what was cut off is marked as cut off", "all pairs"],
  ["C6", "a refusal or filter is no normal stop", "all → openai, claude, gemini, codex"],
  ["C7", "a call that was cut off is kept", "all → openai"],
  ["D1", "a choice of none stays none", "all pairs"],
  ["D2", "choices, allowed tools and the parallel flag are exact or refused", "all pairs"],
  ["D3", "the parallel flag alone forces nothing", "all pairs"],
  ["D4", "nested members of tools are mapped or named", "all pairs"],
  ["D5", "$schema does not reach Gemini's schema form", "all → gemini"],
  ["D6", "nullable types and definitions are rewritten", "all → gemini"],
  ["D7", "references are inlined; a recursive one is refused or kept", "all → gemini"],
  ["D8", "rules for schema keywords are per field", "all → gemini"],
  ["D9", "what a schema loses is recorded", "all → gemini"],
  ["D10", "ids that an engine rejects are mapped and mapped back", "kimi → claude"],
  ["D11", "long ids fit and stay with their results", "all pairs"],
  ["D12", "parallel results are together, first and in order", "all pairs"],
  ["D13", "calls and results are all there", "all pairs"],
  ["D14", "empty arguments are an empty object", "openai → all, all → openai, all → gemini"],
  ["D15", "a failed result is marked or named", "claude → all"],
  ["D16", "freeform tools are wrapped, and unwrapped in the answer", "codex → all"],
  ["D17", "a server tool's call and result are one opaque unit", "claude, claude → all"],
  ["D18", "server tools are mapped, emulated or refused", "all pairs"],
  ["D19", "images in results arrive or are refused", "claude → all"],
  ["D20", "tools without parameters keep their schema", "all pairs"],
  ["D21", "results before text; no second result in silence", "openai → claude"],
  ["E1", "instructions are never put into the model's mouth", "openai → all"],
  ["E2", "neighbouring turns of one role are one", "openai → claude, gemini"],
  ["E3", "only instructions before the first turn go to the head", "openai → claude, gemini, codex"],
  ["E4", "later instructions stay in their place", "all pairs from chat and codex"],
  ["E5", "every part of the system instruction is kept", "gemini → all"],
  ["E6", "no empty blocks", "openai → all"],
  ["E7", "instructions stand where the engine takes them", "all → copilot"],
  ["E8", "image URLs, audio, n and sampling keep their meaning or are refused", "openai → all"],
  ["E9", "all text blocks are kept", "claude → all, all → claude, gemini"],
  ["E10", "foreign blocks and file ids are accepted or a typed error", "claude → all"],
  ["F1", "stop sequences are kept, emulated or refused", "all pairs"],
  ["F2", "a budget stays below the output limit", "openai, codex, gemini → claude"],
  ["F3", "the output limit has the right name", "all → openai, kimi"],
  ["F4", "a level of effort is kept or the one used is named", "openai, codex → all"],
  ["F5", "an output schema is no forced tool", "claude → all"],
  ["F6", "an envelope around arguments does not leak as text", "all → openai"],
  ["F7", "output schema and top_k are mapped or named", "codex → all, claude → all"],
  ["F8", "nothing is added that the caller did not send", "all pairs"],
  ["F9", "beta headers are forwarded", "claude", gateway, "test/gateway"],
  ["G1", "tokens from the cache are in claude's stream", "claude → all"],
  ["G2", "cached tokens in both vocabularies", "all pairs"],
  ["G3", "the same usage, streamed or not", "all pairs"],
  ["G4", "running totals count once, the last one", "all → openai, gemini, claude"],
  [
    "G5",
    "usage on every ending; the usage chunk only when asked",
    "all → codex; openai, kimi, copilot → all",
  ],
  ["G6", "equal requests are equal bytes", "all pairs"],
  ["G7", "the stable prefix comes first", "all pairs"],
  ["G8", "cache marks and member order are untouched", "claude"],
  ["G9", "cache hints are mapped or named", "openai → all"],
  [
    "G10",
    "a count of tokens is exact or marked as an estimate",
    "all",
    `${gateway} and asks the engine for the count`,
    "test/gateway",
  ],
  ["G11", "a failing count does not hurt an engine's health", "all", engines, "test/gateway"],
  ["H1", "a ping keeps the caller's stream alive in its own words", "all → claude"],
  ["H2", "no foreign events", "all → claude"],
  ["H3", "a ping every ten seconds", "claude", gateway, "test/gateway"],
  ["H4", "a keepalive comment is no empty event", "openai, kimi, copilot → claude"],
  ["H5", "letters may be split between reads", "all pairs"],
  ["H6", "the whole grammar of server-sent events", "all"],
  ["H7", "one event has a limit", "all"],
  ["H8", "backpressure and no leaked listeners", "all", gateway, "test/gateway"],
  ["H9", "a failure before content has its real status", "all", gateway, "test/gateway"],
  ["H10", "an error in mid-stream is seen by the caller's client", "all → claude, openai, kimi"],
  ["H11", "a caller that leaves ends the engine's work", "all", gateway, "test/gateway"],
  ["H12", "partial usage is recorded", "all", gateway, "test/gateway"],
  ["H13", "falling back until the first content", "all", engines, "test/gateway"],
  ["H14", "no continuation by prefill unless asked", "all", engines, "test/gateway"],
  ["H15", "hop headers are computed anew", "all", gateway, "test/gateway"],
  ["H16", "an earlier response is refused where there is none; one id everywhere", "codex → all, codex"],
  ["H17", "a function's output is text or typed parts", "codex → all, all → codex"],
  ["H18", "each dialect's own list of models", "all"],
];

/** Every row, in order. */
export const catalogue: readonly CatalogueRow[] = lines.map(([id, title, where, elsewhere, shownIn]) => ({
  id,
  title,
  where,
  ...(elsewhere === undefined ? {} : { elsewhere }),
  ...(shownIn === undefined ? {} : { shownIn }),
}));

/** Where the tests of rows that no dialect can show are. */
export const otherFolders: readonly string[] = [
  ...new Set(catalogue.flatMap(({ shownIn }) => (shownIn === undefined ? [] : [shownIn]))),
];

/** A test and how it went. */
export interface TestOutcome {
  readonly name: string;
  readonly status: string;
  /** The file that holds it, from the root of the repository. */
  readonly file?: string;
}

/** What became of one row. */
export interface RowOutcome {
  readonly row: CatalogueRow;
  readonly verdict: "pass" | "fail" | "missing" | "not applicable";
  readonly tests: readonly TestOutcome[];
}

/** The ids that a test's own name begins with: `B5: …` or `B5, B6: …`. */
export function idsOf(name: string): string[] {
  const head = /^((?:[A-H]\d{1,2}(?:,\s*|\/|\s+and\s+)?)+)[:\s]/.exec(name)?.[1] ?? "";
  return head.match(/[A-H]\d{1,2}/g) ?? [];
}

/** Judges every row by the tests that name it; a skipped test shows nothing. */
export function judgeCatalogue(outcomes: readonly TestOutcome[]): RowOutcome[] {
  const byId = new Map<string, TestOutcome[]>();
  for (const outcome of outcomes)
    for (const id of idsOf(outcome.name)) byId.set(id, [...(byId.get(id) ?? []), outcome]);
  return catalogue.map((row) => {
    const tests = byId.get(row.id) ?? [];
    const ran = tests.filter((test) => test.status === "passed" || test.status === "failed");
    if (ran.some((test) => test.status === "failed")) return { row, verdict: "fail", tests };
    // A test of a dialect may touch such a row, but cannot show it.
    const { elsewhere, shownIn } = row;
    const isShown = shownIn !== undefined && ran.some(({ file }) => file?.startsWith(shownIn) === true);
    if (elsewhere !== undefined && !isShown) return { row, verdict: "not applicable", tests };
    return { row, verdict: ran.length > 0 ? "pass" : "missing", tests };
  });
}
