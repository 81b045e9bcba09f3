import { type SettingIssue, settingError, settingIssuesOf, settingsError } from "../contract/index.ts";
import { suggest } from "../lib/index.ts";

/** Throws `config_invalid` with every fallback that names no engine, or with a circle of fallbacks. */
export function checkFallbacks(fallbacks: ReadonlyMap<string, readonly string[]>): void {
  const issues: SettingIssue[] = [];
  for (const [name, targets] of fallbacks) {
    for (const [item, target] of targets.entries()) {
      if (fallbacks.has(target)) continue;
      const near = suggest(target, fallbacks.keys());
      const hint = near === undefined ? "" : `; did you mean ${JSON.stringify(near)}?`;
      const message = `names the engine ${JSON.stringify(target)}, which is not configured${hint}`;
      issues.push(...settingIssuesOf(settingError(["engines", name, "fallback"], message, { item })));
    }
  }
  const safe = new Set<string>();
  const visit = (name: string, trail: readonly string[]): void => {
    if (safe.has(name)) return;
    const at = trail.indexOf(name);
    if (at !== -1) {
      const circle = [...trail.slice(at), name].join(" → ");
      throw settingError(["engines", name, "fallback"], `has fallbacks that form a circle: ${circle}`);
    }
    for (const target of fallbacks.get(name) ?? []) visit(target, [...trail, name]);
    safe.add(name);
  };
  try {
    for (const name of fallbacks.keys()) visit(name, []);
  } catch (error) {
    issues.push(...settingIssuesOf(error));
  }
  if (issues.length > 0) throw settingsError(issues);
}
