import type { AgentEvent, Receipt } from "../../../contract/index.ts";
import { createFile, type NewFile, removeFile, unwritable } from "../../terminal/output.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { EventFile } from "./event-file.ts";

/** The files of `--out` and `--events`. They are created before the run, so that a run never ends with nowhere to write. */
export class OutputFiles {
  readonly #receipt: NewFile | undefined;
  readonly #events: NewFile | undefined;
  readonly #eventFile: EventFile | undefined;

  private constructor(receipt: NewFile | undefined, events: NewFile | undefined) {
    this.#receipt = receipt;
    this.#events = events;
    this.#eventFile = events === undefined ? undefined : new EventFile(events);
  }

  /** Creates the files. Throws `output_exists` or `output_unwritable`, and leaves no file then. */
  static async open(
    terminal: Terminal,
    names: { readonly out?: string | undefined; readonly events?: string | undefined },
  ): Promise<OutputFiles> {
    const receipt = names.out === undefined ? undefined : await createFile(terminal, names.out);
    try {
      const events = names.events === undefined ? undefined : await createFile(terminal, names.events);
      return new OutputFiles(receipt, events);
    } catch (error) {
      if (receipt !== undefined) await removeFile(receipt);
      throw error;
    }
  }

  /** Writes an event. Gives a promise if the next event has to wait for the disk. */
  addEvent(event: AgentEvent): Promise<void> | undefined {
    return this.#eventFile?.add(event);
  }

  /** Writes the receipt and closes both files. Throws `output_unwritable` if a part could not be written. */
  async finish(receipt: Receipt): Promise<void> {
    await this.#writeReceipt(`${JSON.stringify(receipt, null, 2)}\n`);
    await this.#eventFile?.close();
  }

  /** Ends without a receipt: removes its file, and that of the events if it is empty. */
  async discard(): Promise<void> {
    const isEmpty = this.#eventFile?.isEmpty === true;
    await this.#eventFile?.close().catch(() => undefined);
    if (this.#receipt !== undefined) await removeFile(this.#receipt);
    if (this.#events !== undefined && isEmpty) await removeFile(this.#events);
  }

  async #writeReceipt(text: string): Promise<void> {
    if (this.#receipt === undefined) return;
    const { handle, name } = this.#receipt;
    try {
      await handle.writeFile(text);
    } catch (error) {
      throw unwritable(name, error);
    } finally {
      await handle.close();
    }
  }
}
