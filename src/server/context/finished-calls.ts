import type { Caller, OpenCall } from "../../gateway/index.ts";
import type { KeySlots } from "../limits/key-slots.ts";

/**
 * Calls that have nothing more to send to their callers. It returns their slots, and it knows the work that they leave
 * behind: background work, and receipts that are not yet durable.
 */
export class FinishedCalls {
  readonly #slots: KeySlots;
  readonly #background = new Set<OpenCall>();
  #receipts: Promise<void>[] | undefined;

  constructor(slots: KeySlots) {
    this.#slots = slots;
  }

  /** The number of calls that are still worked on in the background. */
  get backgroundCount(): number {
    return this.#background.size;
  }

  /**
   * Takes over a call whose answer has ended, or that never started (`call` is undefined). Returns the slot of its key
   * at once, or when the background work is done. `caller` is undefined if the call took no slot.
   */
  add(caller: Caller | undefined, call: OpenCall | undefined): void {
    if (call !== undefined) this.#receipts?.push(call.recorded);
    const work = call?.background;
    if (work === undefined) {
      if (caller !== undefined) this.#slots.release(caller);
      return;
    }
    this.#background.add(call!);
    const finish = (): void => {
      this.#background.delete(call!);
      if (caller !== undefined) this.#slots.release(caller);
    };
    work.then(finish, finish);
  }

  /** From its first call on remembers the receipts of calls. Receipts of earlier calls are the gateway's to wait for. */
  startDraining(): void {
    this.#receipts ??= [...this.#background].map((call) => call.recorded);
  }

  /** Stops all background work. */
  stopBackground(): void {
    for (const call of this.#background) call.leave("shutting_down");
  }

  /** Settles when the receipts that were remembered since `startDraining` are durable, or have failed. */
  async recorded(): Promise<void> {
    await Promise.allSettled(this.#receipts ?? []);
  }
}
