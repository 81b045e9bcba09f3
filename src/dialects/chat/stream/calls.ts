import { mintCallId } from "../content/tool-call.ts";

/** A tool call of a stream, from its first delta on. */
export interface StreamedCall {
  /** The vendor's own id; undefined if it has sent none. */
  vendorId: string | undefined;
  id: string;
  name: string | undefined;
  kind: "function" | "custom";
  legacy: boolean;
  text: string;
  /** Text that came before the name did. */
  early: string[] | undefined;
  left: Record<string, unknown> | undefined;
  state: "waiting" | "open" | "closed";
  /** Another call has taken its index, so that nothing more of it can come. */
  replaced: boolean;
}

/** Whether a call's arguments are complete, as far as its text can tell. */
export function isWhole(call: StreamedCall): boolean {
  if (call.kind === "custom" || call.replaced) return true;
  // Arguments are an object, so most pieces need no parsing to be found wanting.
  if (!call.text.endsWith("}")) return false;
  try {
    JSON.parse(call.text);
    return true;
  } catch {
    return false; // More of it is to come.
  }
}

/** The calls of one answer, and which of them a delta belongs to. */
export class CallLedger {
  readonly #candidate: number;
  readonly #replyId: () => string;
  readonly #list: StreamedCall[] = [];
  readonly #byIndex = new Map<number, StreamedCall>();

  constructor(candidate: number, replyId: () => string) {
    this.#candidate = candidate;
    this.#replyId = replyId;
  }

  /** Every call so far, in the order of their beginnings. */
  get all(): readonly StreamedCall[] {
    return this.#list;
  }

  /** The call that a delta continues or begins. */
  find(
    place: number | undefined,
    id: string | undefined,
    kind: "function" | "custom",
    name: string | undefined,
    text: string,
  ): StreamedCall {
    const key = place ?? this.#placeOf(id);
    const known = this.#byIndex.get(key);
    const isNew = known === undefined || this.#isAnother(known, id, name, text);
    const call = isNew ? this.#add(key, id, kind) : known;
    if (id !== undefined && call.vendorId === undefined) {
      call.vendorId = id;
      if (call.state === "waiting") call.id = id;
    }
    return call;
  }

  /** The call of the older form, of which there is one. */
  findLegacy(): StreamedCall {
    return this.#byIndex.get(-1) ?? this.#add(-1, undefined, "function");
  }

  // A new id under a known index is a new call; so is, if there are no ids, a second name with its own arguments.
  #isAnother(known: StreamedCall, id: string | undefined, name: string | undefined, text: string): boolean {
    if (known.vendorId !== undefined) return id !== undefined && id !== known.vendorId;
    if (name === undefined || known.name === undefined) return false;
    return id !== undefined || (text !== "" && isWhole(known));
  }

  #placeOf(id: string | undefined): number {
    if (id === undefined) return Math.max(0, this.#list.length - 1);
    for (const [key, call] of this.#byIndex) if (call.vendorId === id) return key;
    return this.#list.length;
  }

  #add(key: number, vendorId: string | undefined, kind: "function" | "custom"): StreamedCall {
    const call: StreamedCall = {
      vendorId,
      id: vendorId ?? mintCallId(this.#replyId(), this.#candidate, this.#list.length),
      name: undefined,
      kind,
      legacy: false,
      text: "",
      early: undefined,
      left: undefined,
      state: "waiting",
      replaced: false,
    };
    const before = this.#byIndex.get(key);
    if (before !== undefined) before.replaced = true;
    this.#list.push(call);
    this.#byIndex.set(key, call);
    return call;
  }
}
