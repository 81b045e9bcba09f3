import type { User, UserQuestion } from "../../runtime/index.ts";
import type { RunView } from "../display/run/run-view.ts";
import { safeLine } from "../display/text/safe-text.ts";
import { wrapText } from "../display/text/wrap.ts";
import { isAttended, type Terminal } from "../terminal/terminal.ts";

/** Answers questions of agents on the terminal; undefined if nobody can be asked. An empty line is no answer. */
export function terminalUser(terminal: Terminal, view: Pick<RunView, "note" | "hold">): User | undefined {
  if (!isAttended(terminal)) return undefined;
  const { host, colors } = terminal;
  const { ask } = host;
  return {
    answer: async ({ text }: UserQuestion, signal) => {
      const columns = Math.max((host.columns() ?? 80) - 1, 20);
      const lines = text.split(/\r?\n/).flatMap((line) => wrapText(safeLine(line), columns - 2));
      const release = view.hold();
      try {
        host.writeError(
          `\n${[colors.yellow("The agent asks:"), ...lines.map((line) => `  ${line}`)].join("\n")}\n`,
        );
        const answer = (await ask("Your answer: ", signal)).trim();
        return answer === "" ? undefined : answer;
      } catch (error) {
        if (!signal.aborted) throw error;
        // The line of the question is still open.
        host.writeError("\n");
        view.note("denied", "the question was not answered in time");
        return undefined;
      } finally {
        release();
      }
    },
  };
}
