import { AbpError } from "../../contract/index.ts";

/** Reads `--backends`: at least two different names. */
export function readBackendNames(text: string | undefined): string[] {
  const names = (text ?? "").split(",").map((name) => name.trim());
  if (names.length < 2 || names.includes("")) {
    throw refusal("name at least two backends, separated by commas, such as `--backends claude,codex`");
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw refusal(`${JSON.stringify(twice)} is named twice`);
  return names;
}

/**
 * Reads the values of `--model`: one model for all backends, and `BACKEND=MODEL` for one of them. Gives the model of each backend
 * that has one. What stands before an equals sign is a part of the model's name if no backend has that name.
 */
export function readModelFlags(
  values: readonly string[],
  backends: readonly string[],
): ReadonlyMap<string, string> {
  const own = new Map<string, string>();
  let common: string | undefined;
  for (const value of values) {
    const cut = value.indexOf("=");
    const backend = backends.find((name) => name === value.slice(0, Math.max(cut, 0)));
    if (backend === undefined ? common !== undefined : own.has(backend)) {
      const whose = backend === undefined ? "all backends" : backend;
      throw new AbpError("usage_invalid", `two models are named for ${whose}`, { where: "--model" });
    }
    if (backend === undefined) common = value;
    else own.set(backend, value.slice(cut + 1));
  }
  return new Map(
    backends.flatMap((name) => {
      const model = own.get(name) ?? common;
      return model === undefined ? [] : [[name, model]];
    }),
  );
}

function refusal(message: string): AbpError {
  return new AbpError("usage_invalid", message, { where: "--backends" });
}
