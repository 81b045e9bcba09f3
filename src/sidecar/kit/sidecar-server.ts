import type { WorkOrder } from "../../contract/index.ts";
import { ActiveRun, type RunSurroundings } from "./active-run.ts";
import { identityOf, KIT_CONTRACT_VERSION } from "./claim.ts";
import { errorText, type Frame, isObject, readFrame } from "./frames.ts";
import { wordOf } from "./word-of.ts";

/** The sidecar's side of the protocol: answers each line of the backplane, and runs one work order at a time. */
export class SidecarServer {
  readonly #around: RunSurroundings;
  #active: ActiveRun | undefined;
  #lastRun: Promise<void> = Promise.resolve();

  constructor(around: RunSurroundings) {
    this.#around = around;
  }

  /** Writes the `hello` line. */
  start(): void {
    const { definition } = this.#around;
    this.#write({
      t: "hello",
      contract_version: KIT_CONTRACT_VERSION,
      backend: identityOf(definition),
      capabilities: definition.capabilities,
      mode: definition.mode ?? "mapped",
      ...(definition.asksBeforeTools === true ? { asks_before_tools: true } : {}),
      ...(definition.acceptsSteering === true ? { accepts_steering: true } : {}),
    });
  }

  /** Handles one line. Never throws. */
  receive(line: Uint8Array): void {
    try {
      const frame = readFrame(line);
      if (frame !== undefined) this.#handle(frame);
    } catch (error) {
      this.#refuse(errorText(error));
    }
  }

  /** Says that no more lines will come. Resolves when the active run has ended. */
  async inputEnded(): Promise<void> {
    this.#active?.inputEnded();
    await this.#lastRun;
  }

  /** Reports an error that no run caught. The process must end afterwards. */
  crash(error: unknown): void {
    if (this.#active === undefined) this.#write({ t: "fatal", ref_id: null, error: errorText(error) });
    else this.#active.fail(errorText(error));
  }

  #handle(frame: Frame): void {
    switch (frame.t) {
      case "run":
        this.#run(frame);
        break;
      case "ping":
        this.#write({ t: "pong", ...(frame["seq"] === undefined ? {} : { seq: frame["seq"] }) });
        break;
      case "cancel":
        if (frame["ref_id"] === this.#active?.id)
          this.#active?.cancel(wordOf(frame["reason"] ?? "no reason"));
        break;
      case "tool_decision":
        this.#decide(frame);
        break;
      case "steer":
        if (frame["ref_id"] === this.#active?.id) this.#active?.steer(wordOf(frame["text"] ?? ""));
        break;
      default:
        // A newer backplane may send frames that this kit does not know.
        this.#around.note(`a frame of type ${JSON.stringify(frame.t)} is ignored`);
    }
  }

  #run(frame: Frame): void {
    const { id, work_order: workOrder } = frame;
    if (typeof id !== "string" || !isObject(workOrder)) {
      const refId = typeof id === "string" && id !== this.#active?.id ? id : null;
      this.#refuse("a run frame needs a text `id` and an object `work_order`", refId);
      return;
    }
    if (this.#active !== undefined) {
      if (id === this.#active.id) this.#around.note(`run ${id} is under way already`);
      else this.#refuse(`run ${this.#active.id} is under way; one run at a time`, id);
      return;
    }
    const run = new ActiveRun(id, workOrder as unknown as WorkOrder, this.#around);
    this.#active = run;
    this.#lastRun = run.execute().then(() => {
      this.#active = undefined;
    });
  }

  #decide(frame: Frame): void {
    if (frame["ref_id"] !== this.#active?.id) return;
    // Everything but a clear permission denies.
    const verdict = frame["verdict"] === "allow" ? "allow" : "deny";
    this.#active?.decide(frame["request_id"], { verdict, reason: wordOf(frame["reason"] ?? "") });
  }

  // A `fatal` without a run would end the active run, so a bad line is then only noted.
  #refuse(error: string, refId: string | null = null): void {
    if (refId === null && this.#active !== undefined) this.#around.note(error);
    else this.#write({ t: "fatal", ref_id: refId, error });
  }

  #write(frame: object): void {
    void this.#around.writer.write(frame);
  }
}
