import { link, open, readFile, rename, rm, stat } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { AbpError, settingError } from "../contract/index.ts";
import { makePrivateDirectory, useDirectory } from "../storage/index.ts";

/** The name of the owner's token in the state directory. Agents get it. */
export const TOKEN_FILE = "token";
/** The name of the machine's admin key in the state directory. Only commands of the user read it, and no program that they start gets it. */
export const ADMIN_TOKEN_FILE = "admin-token";

const TOKEN = /^abp_[A-Za-z0-9_-]{43}$/;

/**
 * Reads a token of the daemon from a file that only its owner can read, or creates the file. `random` returns so many
 * random bytes. Throws `key_file_unsafe` when others can read the file, and `directory_unusable` when it cannot be written.
 */
export function loadToken(
  directory: string,
  random: (size: number) => Uint8Array,
  file = TOKEN_FILE,
): Promise<string> {
  return useDirectory(directory, "ABP_HOME", () => readOrCreate(directory, file, random));
}

/** Reads the machine's admin key; undefined if no daemon has made it. Throws as `loadToken`. */
export function readAdminToken(directory: string): Promise<string | undefined> {
  return useDirectory(directory, "ABP_HOME", () => readToken(join(directory, ADMIN_TOKEN_FILE)));
}

async function readOrCreate(
  directory: string,
  file: string,
  random: (size: number) => Uint8Array,
): Promise<string> {
  const path = join(directory, file);
  const kept = await readToken(path);
  if (kept !== undefined) return kept;
  await makePrivateDirectory(directory);
  const token = `abp_${Buffer.from(random(32)).toString("base64url")}`;
  return (await createToken(path, token, random)) ? token : await readCreated(path);
}

/** Throws `config_invalid` when other machines can reach the address and no keys are configured. */
export function requireKeys(address: string, hasKeys: boolean): void {
  if (hasKeys || isLoopback(address)) return;
  throw settingError(["bind_address"], `is ${JSON.stringify(address)}, but no keys are configured`, {
    advice:
      "Add an entry to `[keys]` in backplane.toml, make a key with `abp key new`, or listen on 127.0.0.1.",
  });
}

/** Whether an address can be reached only from this machine. */
export function isLoopback(address: string): boolean {
  const name = address.toLowerCase();
  if (name === "localhost" || name === "::1") return true;
  return isIP(name) === 4 && name.startsWith("127.");
}

async function readToken(path: string): Promise<string | undefined> {
  let text: string;
  try {
    const { mode } = await stat(path);
    // Windows has no such bits; the access list of the user's profile protects the file.
    if (process.platform !== "win32" && (mode & 0o077) !== 0) {
      throw new AbpError("key_file_unsafe", `${path} can be read by others than its owner`, {
        where: path,
        advice:
          "Delete the file, so that a new token is created, or set its mode to 0600 if nobody has read it.",
      });
    }
    text = (await readFile(path, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  if (!TOKEN.test(text)) {
    throw new AbpError("config_invalid", `${path} does not hold a token`, {
      where: path,
      advice: "Delete the file; a new one is made at the next start.",
    });
  }
  return text;
}

async function readCreated(path: string): Promise<string> {
  const token = await readToken(path);
  if (token === undefined)
    throw new AbpError("internal", `${path} was created by another daemon and is gone again`);
  return token;
}

// Writes the content under another name and links it, so that the file is never partial and never replaces another.
async function createToken(
  path: string,
  token: string,
  random: (size: number) => Uint8Array,
): Promise<boolean> {
  const temporary = `${path}.${Buffer.from(random(6)).toString("hex")}.tmp`;
  const handle = await open(temporary, "wx", 0o600);
  try {
    await handle.writeFile(`${token}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    // Some file systems have no hard links.
    await rename(temporary, path);
    return true;
  } finally {
    await rm(temporary, { force: true });
  }
}
