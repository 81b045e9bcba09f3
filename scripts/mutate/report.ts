import type { Equivalent } from "./equivalents.ts";
import type { Mutant } from "./mutant.ts";
import type { MutantResult } from "./mutant-run.ts";
import { topFolderOf } from "./nearby-tests.ts";

/** The share of mutants that the tests of every folder have to kill, in percent. */
export const MIN_SCORE = 90;

export interface FolderScore {
  readonly folder: string;
  readonly killed: number;
  readonly timedOut: number;
  readonly survived: number;
  readonly equivalent: number;
  /** Sampled, and not run before the time was up. */
  readonly notRun: number;
  /** Killed mutants, those that timed out included, in percent of all that ran; undefined when none ran. */
  readonly score: number | undefined;
}

export interface Report {
  readonly folders: readonly FolderScore[];
  readonly survivors: readonly MutantResult[];
  readonly excludedTests: ReadonlyMap<string, string>;
  readonly staleEquivalents: readonly Equivalent[];
}

/** What became of each sampled mutant. */
export interface Outcomes {
  readonly sampled: readonly Mutant[];
  readonly results: readonly MutantResult[];
  readonly equivalents: readonly Mutant[];
}

export function scoreFolders({ sampled, results, equivalents }: Outcomes): FolderScore[] {
  return [...new Set(sampled.map(({ file }) => topFolderOf(file)))].map((folder) => {
    const own = results.filter(({ mutant }) => topFolderOf(mutant.file) === folder);
    const count = (status: string): number => own.filter((result) => result.status === status).length;
    const total = sampled.filter(({ file }) => topFolderOf(file) === folder).length;
    const equivalent = equivalents.filter(({ file }) => topFolderOf(file) === folder).length;
    const killed = count("killed");
    const timedOut = count("timed out");
    return {
      folder,
      killed,
      timedOut,
      survived: own.length - killed - timedOut,
      equivalent,
      notRun: total - own.length - equivalent,
      score: own.length === 0 ? undefined : ((killed + timedOut) / own.length) * 100,
    };
  });
}

/** Whether the tests of every folder kill enough. */
export function isGoodEnough(folders: readonly FolderScore[]): boolean {
  return folders.every(({ score }) => score === undefined || score >= MIN_SCORE);
}

export function renderReport(report: Report): string {
  const sections = [
    renderSurvivors(report.survivors),
    [...report.excludedTests].map(([test, reason]) => `left out: ${test} ${reason}`).join("\n"),
    report.staleEquivalents
      .map(({ file, original }) => `equivalent.json names a mutant that is gone: ${file}: ${original}`)
      .join("\n"),
    renderScores(report.folders),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

function renderSurvivors(survivors: readonly MutantResult[]): string {
  return survivors
    .toSorted((a, b) => compareTexts(a.mutant.file, b.mutant.file) || a.mutant.line - b.mutant.line)
    .map(renderSurvivor)
    .join("\n\n");
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** One surviving mutant: where it is, the line before and after, and the tests that did not notice. */
export function renderSurvivor({ mutant, status, tests }: MutantResult): string {
  const tried = status === "no test" ? "no test near it runs this code" : `passed: ${tests.join(" ")}`;
  return `${renderMutant(mutant)}\n  ${tried}`;
}

export function renderMutant({ file, line, operator, original, mutated }: Mutant): string {
  return `${file}:${line} (${operator})\n  - ${original}\n  + ${mutated}`;
}

function renderScores(folders: readonly FolderScore[]): string {
  const header = ["folder", "killed", "timed out", "survived", "equivalent", "not run", "score"];
  const rows = folders.map(({ folder, killed, timedOut, survived, equivalent, notRun, score }) => [
    folder,
    ...[killed, timedOut, survived, equivalent, notRun].map(String),
    score === undefined ? "-" : `${score.toFixed(1)} %${score < MIN_SCORE ? " (too low)" : ""}`,
  ]);
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]!.length)));
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
