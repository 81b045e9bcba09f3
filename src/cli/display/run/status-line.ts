import type { Colors } from "../../terminal/terminal.ts";
import { safeLine } from "../text/safe-text.ts";
import { shortenText, textWidth } from "../text/text-width.ts";
import { countOf, formatCost, formatElapsed, formatTokens } from "./amounts.ts";
import type { RunProgress, ShownStep } from "./run-progress.ts";

const STEP_NAMES: Readonly<Record<ShownStep, string>> = {
  resolve: "choosing the backend",
  negotiate: "negotiating",
  stage: "staging the workspace",
  policy: "reading the policy",
  dispatch: "starting the backend",
  observe: "running",
  verify: "comparing the workspace",
  receipt: "writing the receipt",
  cancel: "cancelling",
  kill: "killing",
};

const SEPARATOR = " · ";

/** The most columns of a tool's name, and its most part of the line. */
const TOOL_COLUMNS = 24;
const TOOL_PART = 1 / 3;

/** The most columns of a model's name. */
const MODEL_COLUMNS = 20;

/** Writes the status of a run on one line of at most `columns` columns. On a narrow terminal the less important parts are left out. */
export function renderStatus(progress: RunProgress, colors: Colors, columns: number): string {
  const step = describeStep(progress, Math.min(TOOL_COLUMNS, Math.floor(columns * TOOL_PART)));
  const elapsed = formatElapsed(progress.elapsedMs);
  const parts = optionalParts(progress);
  const width = () => textWidth([step, ...parts.map((part) => part.text), elapsed].join(SEPARATOR));
  while (parts.length > 0 && width() > columns) {
    const least = parts.reduce((lowest, part) => (part.rank > lowest.rank ? part : lowest));
    parts.splice(parts.indexOf(least), 1);
  }
  const rest = [...parts.map((part) => part.text), elapsed].join(SEPARATOR);
  const room = columns - textWidth(SEPARATOR + rest);
  return room < 1
    ? shortenText(step, columns)
    : `${colors.bold(shortenText(step, room))}${colors.dim(SEPARATOR + rest)}`;
}

interface StatusPart {
  readonly text: string;
  /** The part with the highest rank is left out first. */
  readonly rank: number;
}

function optionalParts({ tools, files, spending, models }: RunProgress): StatusPart[] {
  const { inputTokens, outputTokens, costUsd } = spending;
  const parts: StatusPart[] = [];
  const [model, ...more] = models;
  if (model !== undefined) {
    const text = shortenText(safeLine(model), MODEL_COLUMNS);
    parts.push({ text: more.length === 0 ? text : `${text} +${more.length}`, rank: 5 });
  }
  if (tools > 0) parts.push({ text: countOf(tools, "tool"), rank: 2 });
  if (files > 0) parts.push({ text: countOf(files, "file"), rank: 3 });
  if (inputTokens !== undefined || outputTokens !== undefined) {
    const show = (count: number | undefined) => (count === undefined ? "?" : formatTokens(count));
    parts.push({ text: `${show(inputTokens)} in, ${show(outputTokens)} out`, rank: 4 });
  }
  if (costUsd !== undefined) parts.push({ text: formatCost(costUsd), rank: 1 });
  return parts;
}

function describeStep({ step, lastTool }: RunProgress, toolColumns: number): string {
  if (step !== "observe" || lastTool === undefined) return STEP_NAMES[step];
  return `running ${shortenText(safeLine(lastTool), toolColumns)}`;
}
