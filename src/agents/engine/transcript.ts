import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type Block, Message, type Resume } from "../../contract/index.ts";

const FOLDER = ".abp-engine";
const SESSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const Kept = z.strictObject({ dialect: z.string(), messages: z.array(Message) });

/** The conversation of a run, kept in its private home so that a later run can go on with it. */
export class Transcript {
  readonly session: string;
  readonly messages: Message[];
  readonly #folder: string;
  readonly #dialect: string;

  private constructor(folder: string, session: string, dialect: string, messages: Message[]) {
    this.#folder = folder;
    this.session = session;
    this.#dialect = dialect;
    this.messages = messages;
  }

  /** Opens a new conversation, or the one that `resume` names. Throws an Error if that one is not here or is damaged. */
  static async open(home: string, dialect: string, resume: Resume | undefined): Promise<Transcript> {
    const folder = join(home, FOLDER);
    if (resume === undefined) return new Transcript(folder, randomUUID(), dialect, []);
    const { session } = resume;
    if (!SESSION.test(session))
      throw new Error(`${JSON.stringify(session)} is no session of an engine backend`);
    const kept = Kept.parse(JSON.parse(await readFile(join(folder, `${session}.json`), "utf8")));
    const messages = kept.dialect === dialect ? kept.messages : kept.messages.map(withoutProofs);
    return new Transcript(folder, resume.fork === true ? randomUUID() : session, dialect, messages);
  }

  /** Keeps the conversation as it is now. Each call in it must have its result. */
  async save(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, `${this.session}.json`);
    const kept: z.infer<typeof Kept> = { dialect: this.#dialect, messages: this.messages };
    await writeFile(`${path}.new`, JSON.stringify(kept), { mode: 0o600 });
    await rename(`${path}.new`, path);
  }
}

/** A message without what only the dialect that wrote it can read. */
function withoutProofs({ vendor: _, ...message }: Message): Message {
  const own: readonly Block["type"][] = ["thinking", "redacted_thinking", "opaque"];
  const content = message.content
    .filter(({ type }) => !own.includes(type))
    .map((block): Block => {
      const { vendor: __, ...bare } = block as Block & { signature?: string };
      delete bare.signature;
      return bare;
    });
  return { ...message, content };
}
