import type { JsonObject } from "../../../lib/index.ts";
import { RecentIds } from "../../host/recent-ids.ts";

/** A tool that the model wants to use, as Claude Code announces it. */
export interface ToolUse {
  readonly nativeName: string;
  readonly input: JsonObject;
  readonly parentId: string | undefined;
}

/** The tools that were announced, and those that were asked for. */
export class ToolUses {
  readonly #announced = new RecentIds<ToolUse>();
  readonly #asked = new RecentIds<true>();

  announce(id: string, use: ToolUse): void {
    this.#announced.set(id, use);
  }

  find(id: string): ToolUse | undefined {
    return this.#announced.get(id);
  }

  asked(id: string): void {
    this.#asked.set(id, true);
  }

  wasAsked(id: string): boolean {
    return this.#asked.get(id) === true;
  }
}
