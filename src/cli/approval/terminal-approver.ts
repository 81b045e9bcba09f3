import type { ApprovalQuestion, Approver } from "../../policy/index.ts";
import type { RunView } from "../display/run/run-view.ts";
import { safeLine } from "../display/text/safe-text.ts";
import { shortenText } from "../display/text/text-width.ts";
import { wrapText } from "../display/text/wrap.ts";
import { isAttended, type Terminal } from "../terminal/terminal.ts";

/** The most characters of a tool's input that a question shows from its beginning, and from its end. */
const INPUT_HEAD = 700;
const INPUT_TAIL = 300;

const SAVE_CURSOR = "\u001b7";
const RESTORE_CURSOR = "\u001b8";

/** What the approver needs besides the terminal. */
export interface ApproverSetting {
  /** How long an answer may take. The caller of the approver keeps the time; the question shows it. */
  readonly approvalTimeoutMs: number;
  /** Milliseconds that never step back. */
  readonly clock?: () => number;
}

/**
 * Asks on the terminal whether a tool may be used, one question at a time. Only `y` or `yes` approves. If nobody can be
 * asked (no terminal, --json, --quiet), it denies at once and says so.
 */
export class TerminalApprover implements Approver {
  readonly #terminal: Terminal;
  readonly #view: Pick<RunView, "note" | "hold">;
  readonly #timeoutMs: number;
  readonly #clock: () => number;
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    terminal: Terminal,
    view: Pick<RunView, "note" | "hold">,
    { approvalTimeoutMs, clock = () => performance.now() }: ApproverSetting,
  ) {
    this.#terminal = terminal;
    this.#view = view;
    this.#timeoutMs = approvalTimeoutMs;
    this.#clock = clock;
  }

  approve(question: ApprovalQuestion, signal: AbortSignal): Promise<boolean> {
    const tool = safeLine(question.subject);
    const terminal = this.#terminal;
    if (!isAttended(terminal)) {
      this.#view.note(
        "denied",
        `${tool} needs an approval by ${question.rule}, and there is no terminal to ask on`,
      );
      return Promise.resolve(false);
    }
    // The time limit of a question that waits for the one before it has begun already.
    const until = this.#clock() + this.#timeoutMs;
    const answer = this.#last.then(() => this.#ask(terminal.host.ask, question, until, signal));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #ask(
    ask: NonNullable<Terminal["host"]["ask"]>,
    question: ApprovalQuestion,
    until: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    const tool = safeLine(question.subject);
    const isOver = () => signal.aborted || this.#clock() >= until;
    let isApproved = false;
    if (!isOver()) {
      const release = this.#view.hold();
      const countdown = this.#showQuestion(question, until);
      try {
        const answer = await ask("Allow it? [y/N] ", signal);
        isApproved = /^y(es)?$/i.test(answer.trim()) && !isOver();
      } catch (error) {
        if (!signal.aborted) throw error;
        // The line of the question is still open.
        this.#terminal.host.writeError("\n");
      } finally {
        clearInterval(countdown);
        release();
      }
    }
    if (isApproved) this.#view.note("approve", `${tool} is allowed once`);
    else
      this.#view.note(
        "denied",
        `${tool} by ${question.rule}: ${signal.aborted ? "no answer in time" : "not approved"}`,
      );
    return isApproved;
  }

  /** Prints the question, and counts the remaining time down in the line above the answer. */
  #showQuestion(question: ApprovalQuestion, until: number): NodeJS.Timeout | undefined {
    const { host, colors, isLive } = this.#terminal;
    const columns = Math.max((host.columns() ?? 80) - 1, 20);
    const remaining = () => {
      const seconds = Math.max(0, Math.ceil((until - this.#clock()) / 1000));
      return shortenText(`It is denied in ${seconds} s without an answer.`, columns);
    };
    const lines = [
      ...wrapText(`The agent asks to use ${safeLine(question.subject)}:`, columns).map(colors.yellow),
      ...describeInput(question.input, columns),
      ...wrapText(`An approval is required by ${question.rule}.`, columns),
      remaining(),
    ];
    host.writeError(`\n${lines.join("\n")}\n`);
    if (!isLive) return undefined;
    const rewrite = () => host.writeError(`${SAVE_CURSOR}\u001b[1A\r\u001b[K${remaining()}${RESTORE_CURSOR}`);
    return setInterval(rewrite, 1000);
  }
}

function describeInput(input: unknown, columns: number): string[] {
  if (input === undefined) return [];
  const text = typeof input === "string" ? input : JSON.stringify(input);
  const indented = (part: string) => wrapText(safeLine(part), columns - 2).map((line) => `  ${line}`);
  const left = text.length - INPUT_HEAD - INPUT_TAIL;
  if (left <= 0) return indented(text);
  const gap = `  … ${left} characters are not shown …`;
  return [...indented(text.slice(0, INPUT_HEAD)), gap, ...indented(text.slice(-INPUT_TAIL))];
}
