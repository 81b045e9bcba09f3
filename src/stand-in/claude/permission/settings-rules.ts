import { AbpError } from "../../../contract/index.ts";
import { textOfJson } from "../../../lib/index.ts";
import { isObject, readObject } from "../../lines/json-lines.ts";
import type { WrittenRules } from "./permission-rules.ts";

/** What is read of settings: their permissions. */
export interface SettingsRules extends WrittenRules {
  readonly mode: string | undefined;
  /** Whether the settings hold anything else. */
  readonly hasMore: boolean;
}

const PERMISSIONS = ["allow", "deny", "ask", "defaultMode"];

/** Reads the JSON of `--settings`. Throws `usage_invalid` if it is none. */
export function readSettingsRules(text: string): SettingsRules {
  const settings = readObject(text);
  if (settings === undefined) throw new AbpError("usage_invalid", "--settings is not a JSON object");
  const { permissions = {}, ...others } = settings;
  if (!isObject(permissions))
    throw new AbpError("usage_invalid", "`permissions` of --settings is not an object");
  const list = (name: string) => {
    const rules = permissions[name] ?? [];
    if (Array.isArray(rules) && rules.every((rule) => typeof rule === "string")) return rules;
    throw new AbpError("usage_invalid", `\`permissions.${name}\` of --settings is not a list of rules`);
  };
  const { defaultMode } = permissions;
  const further = Object.keys(permissions).filter((name) => !PERMISSIONS.includes(name));
  return {
    allowed: list("allow"),
    denied: list("deny"),
    asked: list("ask"),
    mode: defaultMode === undefined ? undefined : textOfJson(defaultMode),
    hasMore: further.length + Object.keys(others).length > 0,
  };
}
