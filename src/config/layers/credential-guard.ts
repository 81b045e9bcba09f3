import { formatKeyPath } from "../../contract/index.ts";
import type { ConfigIssue } from "../issue.ts";
import type { Leaf } from "./layer.ts";
import { isLessTrusted } from "./layer-trust.ts";

/** Members of an engine beside its address that decide how a credential is sent, or to whom a proxy passes it on. A
 * project may not set them. */
const SENDING = ["preset", "provider", "dialect", "credential", "headers", "allow_private"];

const SECRETS = ["api_key", "credential_command", "credential_file", "headers", "credential"];

/**
 * Lists the values that would send a credential of a more trusted layer to an address that a less trusted layer chose, and
 * the caller keys and backends of a more trusted layer that a less trusted one changes. `layers` has the values of each
 * layer, weakest first. `isProjectFound` says that the project's file was found in the current directory and not named by the user.
 */
export function listRedirects(
  layers: readonly (readonly Leaf[])[],
  { isProjectFound }: { readonly isProjectFound: boolean },
): ConfigIssue[] {
  const leaves = layers.flat();
  const engines = Map.groupBy(
    leaves.filter(({ path }) => path.length === 3 && (path[0] === "engines" || path[0] === "tools")),
    ({ path }) => `${path[0]}.${path[1]}`,
  );
  const issues = [...engines.values()].flatMap((stated) => listEngineRedirects(stated, isProjectFound));
  return [...issues, ...listChangedEntries(leaves, "keys"), ...listChangedEntries(leaves, "backends")];
}

/** `stated` has every value that any layer states for one engine, weakest first. */
function listEngineRedirects(stated: readonly Leaf[], isProjectFound: boolean): ConfigIssue[] {
  const effective = (member: string) => stated.findLast(({ path }) => path[2] === member);
  const address = effective("base_url");
  return SECRETS.flatMap((member) => {
    const secret = effective(member);
    if (secret === undefined || !isSecret(secret)) return [];
    // The keys that callers send belong to no layer. A file that was only found may not choose where they go.
    if (member === "credential" && isProjectFound && address?.origin.layer === "project") {
      return [redirect(address, "the callers' own keys")];
    }
    const name = `\`${formatKeyPath(secret.path)}\` (${secret.origin.where})`;
    if (address !== undefined) {
      const others = SENDING.map(effective).filter(
        (leaf) => leaf !== undefined && leaf.origin.layer === "project" && !isHarmless(leaf),
      );
      const changed = [address, ...others].filter((leaf) => isLessTrusted(leaf!, secret));
      return changed.map((leaf) => redirect(leaf!, name));
    }
    // The address is the preset's own. It stands beside the key, unless a more trusted layer chose another vendor.
    const preset = effective("preset") ?? effective("provider");
    if (preset === undefined || !isLessTrusted(preset, secret)) return [];
    const isReplaced = stated.some(
      ({ path, value, origin }) =>
        path[2] === preset.path[2] &&
        value !== preset.value &&
        !isLessTrusted({ path, value, origin }, secret),
    );
    return isReplaced ? [redirect(preset, name)] : [];
  });
}

function isSecret({ path, value }: Leaf): boolean {
  if (path[2] === "credential") return value === "caller";
  return !(Array.isArray(value) && value.length === 0);
}

function isHarmless({ value }: Leaf): boolean {
  return value === false || value === "none";
}

function redirect({ path, origin }: Leaf, credential: string): ConfigIssue {
  const key = formatKeyPath(path);
  const message = `\`${key}\` decides where ${credential} goes, and comes from a less trusted place: set it where the credential is set, or give the engine another name`;
  return { message, where: origin.where, key };
}

// A backend of the user gets the user's variables and files, so a project may neither replace its program nor change it.
function listChangedEntries(leaves: readonly Leaf[], table: "keys" | "backends"): ConfigIssue[] {
  const entries = Map.groupBy(
    leaves.filter(({ path }) => path.length > 2 && path[0] === table),
    ({ path }) => path[1]!,
  );
  return [...entries.values()].flatMap((stated) =>
    stated.flatMap((leaf) => {
      // A variable is stronger than a project's file, so that the file changes nothing of it.
      const owner = stated.find((other) => other.origin.layer === "user" && isLessTrusted(leaf, other));
      if (owner === undefined) return [];
      const key = formatKeyPath(leaf.path);
      const thing = table === "keys" ? "key" : "backend";
      const message = `\`${key}\` changes a ${thing} of ${owner.origin.where}, which is trusted more: give your ${thing} another name`;
      return [{ message, where: leaf.origin.where, key }];
    }),
  );
}
