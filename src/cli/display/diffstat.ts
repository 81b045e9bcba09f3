import type { Diffstat, FileStat } from "../../workspace/index.ts";
import type { Colors } from "../terminal/terminal.ts";
import { safeLine } from "./text/safe-text.ts";
import { characterWidth, textWidth } from "./text/text-width.ts";

/** Limits of a shown diffstat. */
export interface DiffstatOptions {
  /** Columns; 80 unless given. At least 40. */
  readonly width?: number;
  /** Files that are listed; the rest is counted. 40 unless given. */
  readonly maxFiles?: number;
}

/** The longest bar of plus and minus signs. */
const MAX_BAR = 40;
/** The columns of a path may shrink to this for a bar. */
const MIN_PATH = 20;
const MIN_WIDTH = 40;

/** Shows the files of a patch as `git diff --stat` does, with a line of totals at the end. */
export function renderDiffstat(colors: Colors, stat: Diffstat, options: DiffstatOptions = {}): string[] {
  const width = Math.max(options.width ?? 80, MIN_WIDTH);
  const shown = stat.files.slice(0, options.maxFiles ?? 40);
  const counts = shown.map((file) => (file.binary ? "binary" : String(file.added + file.deleted)));
  const countWidth = Math.max(0, ...counts.map(({ length }) => length));
  const names = shown.map(nameOf);
  const largest = Math.max(0, ...shown.map(({ added, deleted }) => added + deleted));
  // A line is: space, path, " | ", count, space, bar.
  const room = width - countWidth - 5;
  const longest = Math.max(0, ...names.map(textWidth));
  const barWidth = Math.min(MAX_BAR, largest, Math.max(room - longest, room - MIN_PATH - 10, 0));
  const pathWidth = Math.min(longest, room - barWidth);
  const lines = shown.map((file, index) => {
    const path = shorten(names[index]!, pathWidth);
    const padding = " ".repeat(pathWidth - textWidth(path));
    const bar = renderBar(colors, file, largest, barWidth);
    return ` ${path}${padding} | ${counts[index]!.padStart(countWidth)} ${bar}`.trimEnd();
  });
  const rest = stat.files.length - shown.length;
  if (rest > 0) lines.push(` … and ${rest} more`);
  return [...lines, totals(colors, stat)];
}

function nameOf({ path, from }: FileStat): string {
  return from === undefined ? safeLine(path) : `${safeLine(from)} → ${safeLine(path)}`;
}

// The end of a path says more than its beginning.
function shorten(name: string, columns: number): string {
  if (textWidth(name) <= columns) return name;
  let shown = "";
  let left = columns - 1;
  for (const character of [...name].reverse()) {
    left -= characterWidth(character);
    if (left < 0) break;
    shown = character + shown;
  }
  return `…${shown}`;
}

function renderBar(colors: Colors, { added, deleted }: FileStat, largest: number, width: number): string {
  const scale = (count: number): number =>
    largest <= width ? count : Math.max(count > 0 ? 1 : 0, Math.floor((count * width) / largest));
  const plus = scale(added);
  // A very small part is shown with one sign, so both together may be one sign too long.
  const minus = Math.min(scale(deleted), width - plus);
  return `${colors.green("+".repeat(plus))}${colors.red("-".repeat(minus))}`;
}

function totals(colors: Colors, { files, added, deleted }: Diffstat): string {
  const parts = [
    `${files.length} ${files.length === 1 ? "file" : "files"} changed`,
    ...(added > 0 ? [colors.green(`${added} ${added === 1 ? "line" : "lines"} added`)] : []),
    ...(deleted > 0 ? [colors.red(`${deleted} ${deleted === 1 ? "line" : "lines"} deleted`)] : []),
  ];
  return ` ${parts.join(", ")}`;
}
