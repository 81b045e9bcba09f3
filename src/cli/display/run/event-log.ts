import { createHash, type Hash } from "node:crypto";
import type { AgentEvent } from "../../../contract/index.ts";
import type { Colors } from "../../terminal/terminal.ts";
import { safeLine, safeText } from "../text/safe-text.ts";
import { shortenText, textWidth } from "../text/text-width.ts";
import { wrapText } from "../text/wrap.ts";
import { DeltaLines } from "./delta-lines.ts";
import { describeEvent, type LogEntry, type LogLabel } from "./event-entry.ts";
import { isOfSubAgent, PlanChanges, thinkingOf } from "./event-extension.ts";

/** Receives lines. The agent's own words go to standard output (`out`), everything else to standard error. */
export interface LogSink {
  readonly write: (stream: "out" | "error", lines: readonly string[]) => void;
  /** The columns to wrap at; undefined if the lines of a stream are not wrapped. */
  readonly columns: (stream: "out" | "error") => number | undefined;
}

const LABEL_COLUMNS = 8;
const INDENT = " ".repeat(LABEL_COLUMNS);

/** The most characters of an entry that is not a message. */
const MAX_ENTRY_CHARACTERS = 2000;

/** The least columns for the text beside a label, on however narrow a terminal. */
const MIN_TEXT_COLUMNS = 10;

/** The labels of entries that are dim. */
const QUIET_LABELS: readonly LogLabel[] = ["start", "done", "note", "plan", "think"];

/** Writes the notable events of a run as lines for people. Pieces of a message are joined. */
export class EventLog {
  readonly #colors: Colors;
  readonly #sink: LogSink;
  readonly #showsThinking: boolean;
  readonly #deltas = new DeltaLines();
  readonly #thinking = new DeltaLines();
  readonly #plan = new PlanChanges();
  /** Over the pieces since the last other event. */
  #pieces: Hash | undefined;
  #lastPieces: string | undefined;

  constructor(colors: Colors, sink: LogSink, { showsThinking = false } = {}) {
    this.#colors = colors;
    this.#sink = sink;
    this.#showsThinking = showsThinking;
  }

  /** The beginning of a message whose line is not complete yet. */
  get openLine(): string {
    return this.#deltas.open;
  }

  add(event: AgentEvent): void {
    this.#addExtension(event);
    if (event.type === "assistant_delta") {
      if (event.text !== "" && !isOfSubAgent(event)) this.#addPiece(event.text);
      return;
    }
    if (event.type === "assistant_message" && isOfSubAgent(event)) {
      this.#interrupt({ label: "note", text: `sub-agent: ${event.text}`, ending: "" });
      return;
    }
    this.end();
    if (event.type === "assistant_message") {
      this.#addMessage(event.text);
      return;
    }
    const entry = describeEvent(event);
    if (entry !== undefined) this.#entry(entry);
  }

  /** Writes a line of our own, for example about a denial. */
  note(label: LogLabel, text: string): void {
    this.end();
    this.#entry({ label, text });
  }

  /** Writes the rest of a message whose last line was not ended. */
  end(): void {
    this.#endThinking();
    this.#message(this.#deltas.end(this.#sink.columns("out")));
    if (this.#pieces === undefined) return;
    this.#lastPieces = this.#pieces.digest("hex");
    this.#pieces = undefined;
  }

  #addPiece(text: string): void {
    this.#endThinking();
    this.#pieces ??= createHash("sha256");
    this.#pieces.update(text);
    this.#message(this.#deltas.add(text, this.#sink.columns("out")));
  }

  /** Shows changes of the agent's plan, and its thinking if that is wanted. */
  #addExtension(event: AgentEvent): void {
    for (const text of this.#plan.next(event)) this.#interrupt({ label: "plan", text });
    const thinking = this.#showsThinking ? thinkingOf(event) : "";
    if (thinking !== "") this.#think(this.#thinking.add(thinking, this.#textColumns()));
  }

  #endThinking(): void {
    this.#think(this.#thinking.end(this.#textColumns()));
  }

  #think(lines: readonly string[]): void {
    if (lines.length > 0) this.#write("think", lines);
  }

  /** Writes an entry between the pieces of a message, which goes on after it. */
  #interrupt(entry: LogEntry): void {
    this.#message(this.#deltas.end(this.#sink.columns("out")));
    this.#entry(entry);
  }

  #textColumns(): number | undefined {
    const columns = this.#sink.columns("error");
    return columns === undefined ? undefined : Math.max(columns - LABEL_COLUMNS, MIN_TEXT_COLUMNS);
  }

  // Some backends send the whole message after its pieces.
  #addMessage(text: string): void {
    const isRepeated =
      this.#lastPieces !== undefined && this.#lastPieces === createHash("sha256").update(text).digest("hex");
    this.#lastPieces = undefined;
    if (isRepeated) return;
    const columns = this.#sink.columns("out");
    const shown = safeText(text).replace(/\n$/, "");
    this.#message(columns === undefined ? shown.split("\n") : wrapText(shown, columns));
  }

  #message(lines: readonly string[]): void {
    if (lines.length > 0) this.#sink.write("out", lines);
  }

  #entry({ label, text, ending }: LogEntry): void {
    const columns = this.#sink.columns("error");
    const room = this.#textColumns() ?? MAX_ENTRY_CHARACTERS - LABEL_COLUMNS;
    const shown = oneLine(text);
    if (ending !== undefined) {
      this.#write(label, [`${shortenText(shown, Math.max(room - textWidth(ending), 1))}${ending}`]);
      return;
    }
    const whole = shortenText(shown, MAX_ENTRY_CHARACTERS);
    this.#write(label, columns === undefined ? [whole] : wrapText(whole, room));
  }

  #write(label: LogLabel, lines: readonly string[]): void {
    const paint = painter(this.#colors, label);
    const first = `${paint(label)}${" ".repeat(LABEL_COLUMNS - label.length)}`;
    const tone = QUIET_LABELS.includes(label) ? this.#colors.dim : (line: string) => line;
    this.#sink.write(
      "error",
      lines.map((line, index) => `${index === 0 ? first : INDENT}${tone(line)}`.trimEnd()),
    );
  }
}

function painter(colors: Colors, label: LogLabel): (text: string) => string {
  if (label === "warning" || label === "approve") return colors.yellow;
  if (label === "error" || label === "denied") return colors.red;
  return label === "tool" || label === "file" || label === "command" ? colors.cyan : colors.dim;
}

function oneLine(text: string): string {
  return safeLine(text.slice(0, MAX_ENTRY_CHARACTERS * 2).replace(/\r?\n/g, "\\n"));
}
