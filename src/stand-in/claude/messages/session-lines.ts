import type { LineWriter } from "../../lines/line-writer.ts";

/** The version of Claude Code whose protocol is spoken. SDKs refuse versions that are too old. */
export const CLAUDE_CODE_VERSION = "2.1.325";

/** Writes lines of one session: each has the session's id and an id of its own. */
export class SessionLines {
  readonly #writer: LineWriter;
  readonly #newId: () => string;
  readonly sessionId: string;

  constructor(writer: LineWriter, sessionId: string, newId: () => string) {
    this.#writer = writer;
    this.#newId = newId;
    this.sessionId = sessionId;
  }

  write(line: object): void | Promise<void> {
    return this.#writer.write({ ...line, session_id: this.sessionId, uuid: this.#newId() });
  }

  /** A statement of ours, such as a feature that is not done. SDKs pass system lines of any kind on. */
  notice(message: string): void | Promise<void> {
    return this.write({ type: "system", subtype: "abp_notice", message });
  }
}
