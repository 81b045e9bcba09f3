import { addUsage, type Usage } from "../../../contract/index.ts";
import { isObject, textMember } from "../../lines/json-lines.ts";

/** What a line says of the message that it is a part of. */
export interface MessageHead {
  readonly id: string;
  readonly model: string;
  readonly usage: Partial<Usage>;
}

export interface MessageEnd {
  readonly usage: Partial<Usage>;
  /** Undefined if the agent does not say it. */
  readonly stopReason?: string | undefined;
}

interface CurrentSetting {
  /** The model of a message that the agent does not name. */
  readonly model: string;
  readonly newId: () => string;
  /** What the model calls of the turn that have ended used; undefined if none are metered. */
  readonly spent?: (() => Usage | undefined) | undefined;
}

/**
 * The message of the model that is being written. Some agents name their messages and say what each used. Of the others, a
 * message used what has been metered since the message before it.
 */
export class CurrentMessage {
  readonly #setting: CurrentSetting;
  #head: MessageHead | undefined;
  #isNamed = false;
  #end: MessageEnd | undefined;
  #stated: Partial<Usage> = {};

  constructor(setting: CurrentSetting) {
    this.#setting = setting;
  }

  /** Whether the agent names the message, so that it has several lines. */
  get isNamed(): boolean {
    return this.#isNamed;
  }

  /** Whether the model has ended the message. */
  get isOver(): boolean {
    return this.#end !== undefined;
  }

  isAnotherThan({ id }: MessageHead): boolean {
    return this.#head !== undefined && this.#head.id !== id;
  }

  /** Begins a message that the agent names. One that was begun goes on. */
  name(head: MessageHead): void {
    if (this.#head !== undefined) return;
    this.#head = head;
    this.#isNamed = true;
  }

  /** The head of the next line. Begins a message if there is none. */
  get head(): MessageHead {
    const { model } = this.#setting;
    this.#head ??= { id: this.#setting.newId(), model, usage: {} };
    if (!this.#isNamed) this.#head = { ...this.#head, usage: addUsage(this.#head.usage, this.unstated()) };
    return this.#head;
  }

  /** Takes what the agent says of the end of the message. */
  finish(head: MessageHead & MessageEnd): void {
    if (this.#isNamed && this.#head?.id === head.id) this.#end = head;
  }

  /** Closes the message. Returns how it ended. */
  close(): MessageEnd {
    const end = this.#end ?? { usage: this.#head === undefined ? {} : this.head.usage };
    this.#head = undefined;
    this.#isNamed = false;
    this.#end = undefined;
    return end;
  }

  /** What was metered and is not part of any message yet. */
  unstated(): Partial<Usage> {
    const spent = this.#setting.spent?.();
    if (spent === undefined) return {};
    const before = this.#stated;
    this.#stated = spent;
    return difference(spent, before);
  }
}

/** Reads what an event says of its message. Undefined if it says nothing. */
export function readHead(value: unknown): (MessageHead & MessageEnd) | undefined {
  if (!isObject(value)) return undefined;
  const [id, model] = [textMember(value, "id"), textMember(value, "model")];
  if (id === undefined || model === undefined) return undefined;
  const usage = isObject(value["usage"]) ? (value["usage"] as Partial<Usage>) : {};
  return { id, model, usage, stopReason: textMember(value, "stopReason") };
}

const COUNTS = ["input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens"] as const;

function difference(now: Partial<Usage>, before: Partial<Usage>): Partial<Usage> {
  return Object.fromEntries(COUNTS.map((name) => [name, (now[name] ?? 0) - (before[name] ?? 0)]));
}
