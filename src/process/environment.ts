/** Variables that a program may always see. */
const ALLOWED = new Set(["HOME", "LANG", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER"]);

/**
 * The complete environment of a program: a few harmless variables of `source`, those that `names` lists, and `given`, which
 * wins. Everything else, credentials above all, stays out.
 */
export function allowedEnvironment(
  source: NodeJS.ProcessEnv,
  names: readonly string[],
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const further = new Set(names);
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(source)) {
    if (value === undefined) continue;
    if (ALLOWED.has(name) || name.startsWith("LC_") || further.has(name)) environment[name] = value;
  }
  return { ...environment, ...given };
}
