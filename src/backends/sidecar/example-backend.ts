import { findProgram } from "../../agents/index.ts";
import { AbpError } from "../../contract/index.ts";
import type { SidecarEntry } from "../sidecar-entry.ts";
import { SidecarBackend } from "./sidecar-backend.ts";
import type { SidecarHost } from "./sidecar-host.ts";

/** An example sidecar. It is there without an entry, so its interpreter need not be. */
export class ExampleBackend extends SidecarBackend {
  readonly isChosenByAuto = false;
  readonly #findProgram: () => unknown;
  readonly #command: string;

  constructor(name: string, entry: SidecarEntry, host: SidecarHost) {
    super(name, entry, host);
    this.#command = entry.command;
    this.#findProgram = () => findProgram(entry.command, "/", host.environment["PATH"]);
  }

  findFault(): AbpError | undefined {
    if (this.#findProgram() !== undefined) return undefined;
    return new AbpError(
      "agent_not_installed",
      `the backend ${this.name} is not found: no program ${JSON.stringify(this.#command)}`,
      {
        where: `backends.${this.name}`,
        advice: `Install ${this.#command} so that it is in PATH, or use another backend.`,
        details: { agent: this.name },
      },
    );
  }
}
