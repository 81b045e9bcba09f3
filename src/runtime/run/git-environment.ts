/** The settings of git on its command line, as git itself hands them to the programs that it starts. */
const PARAMETERS = "GIT_CONFIG_PARAMETERS";
/** A directory of the tree that looks like a bare repository is none, unless a command names it with `--git-dir`. */
const SETTING = "'safe.bareRepository=explicit'";

/**
 * Adds a variable to those of a program that works in a directory of somebody else's files: git must not take settings, and with them
 * commands, from a directory that only looks like a repository. `GIT_CONFIG_COUNT` would need names with `KEY` in them, which agents
 * keep from their commands as secrets.
 */
export function withGitSettings(variables: Readonly<Record<string, string>>): Record<string, string> {
  const given = variables[PARAMETERS];
  return { ...variables, [PARAMETERS]: given === undefined ? SETTING : `${SETTING} ${given}` };
}
