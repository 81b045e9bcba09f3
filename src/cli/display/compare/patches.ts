import type { Colors } from "../../terminal/terminal.ts";
import { safeLine } from "../text/safe-text.ts";
import { shortenText, textWidth } from "../text/text-width.ts";
import { wrapText } from "../text/wrap.ts";

/** The patch of one run, as git writes it. */
export interface NamedPatch {
  readonly name: string;
  readonly text: string;
}

/** The most lines that are shown of one run's changes to one file. */
const MAX_LINES = 200;
/** Columns that are narrower than this are put one below the other. */
const MIN_COLUMN = 30;
const GAP = " │ ";
const TAB = "    ";
const UNCHANGED = "(not changed)";

/**
 * The patches of several runs, file by file. Each run has a column if `columns` leaves room for them; else its changes stand below
 * those of the run before.
 */
export function renderPatches(
  colors: Colors,
  patches: readonly NamedPatch[],
  columns: number | undefined,
): string[] {
  const files = new Map<string, Map<string, string[]>>();
  for (const { name, text } of patches) {
    for (const [path, lines] of splitPatch(text)) {
      const ofFile = files.get(path) ?? new Map<string, string[]>();
      files.set(path, ofFile.set(name, shortened(lines)));
    }
  }
  const names = patches.map(({ name }) => name);
  const room = columns === undefined ? 0 : columns - GAP.length * (names.length - 1);
  const width = Math.floor(room / names.length);
  const isWide = names.length > 1 && width >= MIN_COLUMN;
  return [...files].flatMap(([path, ofFile]) => [
    "",
    colors.bold(safeLine(path)),
    ...(isWide ? sideBySide(colors, names, ofFile, width) : below(colors, names, ofFile, columns)),
  ]);
}

/** The lines of a patch for each file, by its header; its hunks, or what else there is, such as a mode or a binary file. */
function splitPatch(text: string): Map<string, string[]> {
  const sections = text.split(/^diff --git /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [header = "", ...lines] = section.replace(/\n$/, "").split("\n");
      const hunk = lines.findIndex((line) => line.startsWith("@@ "));
      return [pathOf(header), hunk < 0 ? lines : lines.slice(hunk)];
    }),
  );
}

// `a/x b/x` names one path twice; a rename and a quoted path stay as git writes them.
function pathOf(header: string): string {
  const path = header.slice("a/".length, (header.length - 1) / 2);
  return header === `a/${path} b/${path}` ? path : header;
}

function shortened(lines: readonly string[]): string[] {
  const rest = lines.length - MAX_LINES;
  const shown = lines.slice(0, MAX_LINES).map((line) => safeLine(line.replaceAll("\t", TAB)));
  return rest > 0 ? [...shown, `… and ${rest} more lines`] : shown;
}

function sideBySide(
  colors: Colors,
  names: readonly string[],
  ofFile: ReadonlyMap<string, readonly string[]>,
  width: number,
): string[] {
  const cells = names.map((name) => [
    colors.dim(shortenText(safeLine(name), width)),
    ...(ofFile.get(name) ?? [UNCHANGED]).flatMap((line) =>
      wrapText(line, width).map((part) => paint(colors, line, part)),
    ),
  ]);
  const height = Math.max(...cells.map(({ length }) => length));
  return Array.from({ length: height }, (_, row) =>
    cells
      .map((column) => padded(column[row] ?? "", width))
      .join(GAP)
      .trimEnd(),
  );
}

function below(
  colors: Colors,
  names: readonly string[],
  ofFile: ReadonlyMap<string, readonly string[]>,
  columns: number | undefined,
): string[] {
  return names.flatMap((name) => [
    colors.dim(`${safeLine(name)}:`),
    ...(ofFile.get(name) ?? [UNCHANGED]).flatMap((line) =>
      (columns === undefined ? [line] : wrapText(line, columns)).map((part) => paint(colors, line, part)),
    ),
  ]);
}

function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - textWidth(text)));
}

function paint(colors: Colors, line: string, part: string): string {
  if (line.startsWith("+")) return colors.green(part);
  if (line.startsWith("-")) return colors.red(part);
  return line.startsWith("@@ ") ? colors.cyan(part) : part;
}
