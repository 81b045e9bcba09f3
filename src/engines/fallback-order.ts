import { AbpError } from "../contract/index.ts";
import { suggest } from "../lib/index.ts";

/** Throws `config_invalid` if a fallback names no engine, or if fallbacks form a circle. */
export function checkFallbacks(fallbacks: ReadonlyMap<string, readonly string[]>): void {
  for (const [name, targets] of fallbacks) {
    for (const [index, target] of targets.entries()) {
      if (fallbacks.has(target)) continue;
      const near = suggest(target, fallbacks.keys());
      const hint = near === undefined ? "" : `; did you mean ${JSON.stringify(near)}?`;
      refuse(
        name,
        `engines.${name}.fallback[${index}]`,
        `no engine is named ${JSON.stringify(target)}${hint}`,
      );
    }
  }
  const safe = new Set<string>();
  const visit = (name: string, trail: readonly string[]): void => {
    if (safe.has(name)) return;
    const at = trail.indexOf(name);
    if (at !== -1) {
      const circle = [...trail.slice(at), name].join(" → ");
      refuse(name, `engines.${name}.fallback`, `the fallbacks form a circle: ${circle}`);
    }
    for (const target of fallbacks.get(name)!) visit(target, [...trail, name]);
    safe.add(name);
  };
  for (const name of fallbacks.keys()) visit(name, []);
}

function refuse(engine: string, key: string, message: string): never {
  throw new AbpError("config_invalid", `${key}: ${message}`, { where: key, details: { engine } });
}
