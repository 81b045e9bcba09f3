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

  constructor(request: StageRequest, source: StageSource, host: StageHost, stages: OpenContext["stages"]) {
    this.request = request;
    this.source = source;
    this.host = host;
    this.stages = stages;
    // A run that works in the source itself sees denied files, so its manifest holds them as well.
    const isDenied = request.mode === "pass_through" ? undefined : request.isDenied;
    this.rules = new StageRules({ include: request.include, exclude: request.exclude, isDenied });
  }

  /** Lists the source by the rules of the request. Throws `TreeError`. */
  walk(notes: NoteList, takesGit?: (rawPath: string) => boolean): Promise<TreePlan> {
    const { budget, signal } = this.request;
    return walkTree({
      root: this.source.directory,
      rootPath: this.source.rawPath,
      rules: this.rules,
      leaveOut: this.stages,
      budget,
      notes,
      signal,
      ...(takesGit === undefined ? {} : { takesGit }),
    });
  }
}
