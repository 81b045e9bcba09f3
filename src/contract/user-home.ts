import { isAbsolute } from "node:path";
import { AbpError } from "./errors/abp-error.ts";

/**
 * Checks the user's home directory. Throws `config_invalid` unless it is an absolute path: an empty or a relative one would
 * make files of the current directory the user's own.
 *
 * @example
 * import { homedir } from "node:os";
 * import { checkHome } from "agent-backplane/contract";
 * const home = checkHome(homedir());
 */
export function checkHome(home: string): string {
  if (isAbsolute(home)) return home;
  throw new AbpError("config_invalid", `HOME is ${JSON.stringify(home)}: it must be an absolute path`, {
    where: "HOME",
    advice: "Set HOME to the user's home directory.",
  });
}

/**
 * The user's home directory, as `read` gives it (`os.homedir`). Throws `config_invalid` if there is none that can be used.
 *
 * @example
 * import { homedir } from "node:os";
 * import { userHome } from "agent-backplane/contract";
 * const home = userHome(homedir);
 */
export function userHome(read: () => string): string {
  let home: string;
  try {
    home = read();
  } catch (cause) {
    throw new AbpError("config_invalid", "HOME is not set, and the system knows no home of this user", {
      where: "HOME",
      advice: "Set HOME to the user's home directory.",
      cause,
    });
  }
  return checkHome(home);
}
