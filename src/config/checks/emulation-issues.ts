import { formatKeyPath } from "../../contract/index.ts";
import { suggest } from "../../lib/index.ts";
import { emulatableCapabilities, emulatableCapability, findStrategyFault } from "../../negotiation/index.ts";
import type { ConfigIssue } from "../issue.ts";
import type { Leaf } from "../layers/layer.ts";

const TYPES = ["system_prompt_injection", "post_processing", "disabled"] as const;

/** Lists the entries of `[emulation]` with an unknown capability, one that has another entry, or a strategy that nothing carries out. */
export function listEmulationIssues(leaves: readonly Leaf[]): ConfigIssue[] {
  const names = new Map<string, string>();
  const seen = new Set<string>();
  return leaves.flatMap(({ path, value, origin }) => {
    const [section, name, member] = path;
    if (section !== "emulation" || name === undefined) return [];
    const isNew = !seen.has(name);
    seen.add(name);
    const capability = emulatableCapability(name);
    const issueOf = (at: readonly string[], message: string): ConfigIssue[] => {
      const key = formatKeyPath(at);
      return [{ message: `\`${key}\` ${message}`, where: origin.where, key }];
    };
    if (isNew && capability === undefined) {
      const near = suggest(name, emulatableCapabilities);
      const hint = near === undefined ? "" : `; did you mean ${JSON.stringify(near)}?`;
      return issueOf(["emulation", name], `is not a capability${hint}`);
    }
    if (capability === undefined) return [];
    const other = names.get(capability) ?? name;
    names.set(capability, other);
    if (isNew && other !== name)
      return issueOf(
        ["emulation", name],
        `is the capability ${capability}, and so is \`emulation.${other}\``,
      );
    const type = member === "type" ? TYPES.find((one) => one === value) : undefined;
    const fault = type === undefined ? undefined : findStrategyFault(capability, type);
    return fault === undefined ? [] : issueOf(path, `is ${JSON.stringify(value)}: ${capability} ${fault}`);
  });
}
