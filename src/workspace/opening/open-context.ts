import { findSettings } from "../settings/find-settings.ts";
import type { FoundSettings } from "../settings/found-settings.ts";
import type { NoteList } from "../walk/note-list.ts";
import { StageRules } from "../walk/stage-rules.ts";
import type { TreePlan } from "../walk/tree-plan.ts";
import { walkTree } from "../walk/tree-walk.ts";
import type { StageHost } from "./stage-host.ts";
import type { StageRequest } from "./stage-request.ts";
import type { StageSource } from "./stage-source.ts";

/** What opening a stage needs at every step. */
export class OpenContext {
  readonly request: StageRequest;
  readonly source: StageSource;
  readonly host: StageHost;
  /** The directory of all stages. It is never staged itself. */
  readonly stages: { readonly dev: number; readonly ino: number };
  readonly rules: StageRules;
  readonly #settings: StageRules;

  constructor(request: StageRequest, source: StageSource, host: StageHost, stages: OpenContext["stages"]) {
    this.request = request;
    this.source = source;
    this.host = host;
    this.stages = stages;
    const { include, exclude, isDenied, settings } = request;
    // The source itself holds what a stage leaves out, and the run may change it. So its manifest holds it as well.
    this.rules = new StageRules(
      request.mode === "pass_through" ? { include, exclude } : { include, exclude, isDenied, settings },
    );
    this.#settings = new StageRules({ include: [], exclude: [], settings });
  }

  /** Lists the entries of the source that are settings of the agent. Throws `TreeError`. */
  findSettings(): Promise<FoundSettings> {
    return findSettings(this.request.settings ?? [], this.source.rawPath, (notes, takesGit) =>
      this.#walk(this.#settings, notes, takesGit),
    );
  }

  /** Lists the source by the rules of the request. Throws `TreeError`. */
  walk(notes: NoteList, takesGit?: (rawPath: string) => boolean): Promise<TreePlan> {
    return this.#walk(this.rules, notes, takesGit);
  }

  #walk(rules: StageRules, notes: NoteList, takesGit?: (rawPath: string) => boolean): Promise<TreePlan> {
    const { budget, signal } = this.request;
    return walkTree({
      root: this.source.directory,
      rootPath: this.source.rawPath,
      rules,
      leaveOut: this.stages,
      budget,
      notes,
      signal,
      ...(takesGit === undefined ? {} : { takesGit }),
    });
  }
}
