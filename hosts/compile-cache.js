// Node's cache of compiled code, for the programs in hosts/ and bin/. Plain JavaScript, because it runs before anything else.

/**
 * Makes Node keep the compiled code of this process in the user's cache directory, where the next start finds it. Whoever can write
 * there can make our programs execute code. Therefore the directory is private, lies in no repository, and does not exist in a
 * sandbox, which sets `NODE_DISABLE_COMPILE_CACHE`. `NODE_COMPILE_CACHE` names another directory.
 */
export function useCompileCache(env = process.env) {
  if (env.NODE_COMPILE_CACHE !== undefined || env.NODE_DISABLE_COMPILE_CACHE !== undefined) return;
  const directory = privateDirectory(env);
  if (directory !== undefined) process.getBuiltinModule("node:module").enableCompileCache(directory);
}

/** The directory, which it makes; undefined if it would not be ours alone. */
export function privateDirectory(env) {
  const { isAbsolute, join } = process.getBuiltinModule("node:path");
  const { existsSync, mkdirSync } = process.getBuiltinModule("node:fs");
  const isPlace = (path) => path !== undefined && isAbsolute(path);
  const cache = isPlace(env.XDG_CACHE_HOME) ? env.XDG_CACHE_HOME : undefined;
  const base = cache ?? (isPlace(env.HOME) ? join(env.HOME, ".cache") : undefined);
  if (base === undefined) return undefined;
  const directory = join(base, "abp", "compile");
  try {
    if (isOfOther(directory) || isInRepository(directory)) return undefined;
    // One by one: `recursive` makes a home that does not exist, and never ends below /proc.
    for (const path of [base, join(base, "abp"), directory])
      if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
    return isOurs(directory, 0o077) && isOurs(join(base, "abp"), 0o022) ? directory : undefined;
  } catch {
    // A read-only home, for example. The program only starts more slowly.
    return undefined;
  }
}

/** Whether the first directory above that exists belongs to another user, as with the home of the user who called sudo. */
function isOfOther(path) {
  const { statSync } = process.getBuiltinModule("node:fs");
  const { dirname } = process.getBuiltinModule("node:path");
  for (let place = path; ; place = dirname(place)) {
    const found = statSync(place, { throwIfNoEntry: false });
    if (found !== undefined || dirname(place) === place) return found?.uid !== process.getuid?.();
  }
}

function isInRepository(path) {
  const { existsSync } = process.getBuiltinModule("node:fs");
  const { dirname, join } = process.getBuiltinModule("node:path");
  for (let place = path; dirname(place) !== place; place = dirname(place))
    if (existsSync(join(place, ".git"))) return true;
  return false;
}

/** Whether a path is a directory of this user, not a link, without the rights in `forbidden`. */
function isOurs(path, forbidden) {
  const found = process.getBuiltinModule("node:fs").lstatSync(path);
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & forbidden) === 0;
}
