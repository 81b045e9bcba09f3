/** A place that is left out of the stage of a run, and hidden if the run has none. */
export interface LeftOutPlace {
  /** A file or a directory with all of its content, in any directory of the repository. Letter case does not count. */
  readonly path: string;
  /** Names directly in the directory that stay input. */
  readonly documents?: readonly string[];
  /** One phrase for a reader: the kinds of settings or programs that are there. */
  readonly holds: string;
  /** How the host switches the place off as well. Without it, a run that cannot hide the place is refused. */
  readonly switchedOffBy?: string;
  /** Whether the agent ends with an error if it finds a file there and cannot read it. Only for a place that is switched off. */
  readonly failsIfHidden?: boolean;
}

/** A place that stays in the stage, because the host switches off its use. */
export interface SwitchedOffPlace {
  readonly path: string;
  readonly holds: string;
  readonly switchedOffBy: string;
}

/** Everything in a repository that an agent would execute or take settings from. */
export interface RepositorySettings {
  readonly leftOut: readonly LeftOutPlace[];
  readonly switchedOff: readonly SwitchedOffPlace[];
  /** One sentence for a reader if no place is listed. */
  readonly note?: string;
}
