import type { BuiltInRule } from "../decision.ts";
import { foldLookalikes } from "../fold.ts";

// The longest path on Linux (PATH_MAX in limits.h), in characters.
const MAX_PATH = 4096;

/** All paths that a text may mean, or the built-in rule that it breaks. */
export type PathReadings =
  | { readonly readings: readonly [string, ...string[]]; readonly broken?: undefined }
  | { readonly broken: BuiltInRule };

/**
 * Reads a path in every way that another program might: unchanged, with percent escapes decoded once, with lookalike
 * characters folded, with backslashes as separators. The first reading is the unchanged one.
 */
export function readPath(given: string): PathReadings {
  if (given === "") return { broken: "path.empty" };
  if (given.length > MAX_PATH) return { broken: "path.too_long" };
  if (!given.isWellFormed()) return { broken: "path.malformed" };
  const url = /^file:/i.test(given);
  const plain = url ? readFileUrl(given) : given;
  if (plain === undefined) return { broken: "path.malformed" };
  const readings = new Set([plain]);
  // The path of a file URL is already decoded, and nothing is decoded twice.
  if (!url) readings.add(decodeOnce(plain));
  for (const reading of [...readings]) readings.add(foldLookalikes(reading));
  for (const reading of [...readings]) readings.add(reading.replaceAll("\\", "/"));
  const all = [...readings];
  if (all.some((reading) => /\p{Cc}/u.test(reading))) return { broken: "path.control_character" };
  return { readings: [plain, ...all.slice(1)] };
}

function readFileUrl(url: string): string | undefined {
  const parts = /^file:(?:\/\/([^/\\?#]*))?([^?#]*)/i.exec(url);
  const host = parts?.[1] ?? "";
  const path = decodeOnce(parts?.[2] ?? "");
  return path === "" || (host !== "" && host.toLowerCase() !== "localhost") ? undefined : path;
}

// An escape that is not UTF-8 stays, so that it cannot prevent the decoding of the others.
function decodeOnce(text: string): string {
  if (!text.includes("%")) return text;
  return text.replace(/%[0-7][0-9a-f]|(?:%[89a-f][0-9a-f])+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}
