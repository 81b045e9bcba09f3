import { AbpError, type SandboxLevel, type WorkOrder } from "../../contract/index.ts";
import { readAmount, readCount } from "./number-flags.ts";
import type { SandboxChoice } from "./sandbox-choice.ts";

type Options = Readonly<Record<string, unknown>>;

const LEVELS: readonly SandboxLevel[] = ["L0", "L1", "L2", "L3"];

/** Flags that a work order document settles, so they cannot stand beside it. */
const ORDER_FLAGS: readonly (readonly [option: string, flag: string])[] = [
  ["model", "--model"],
  ["root", "--root"],
  ["workspaceMode", "--workspace-mode"],
  ["lane", "--lane"],
  ["include", "--include"],
  ["exclude", "--exclude"],
  ["require", "--require"],
  ["strict", "--strict"],
  ["param", "--param"],
  ["env", "--env"],
  ["image", "--image"],
  ["outputSchema", "--output-schema"],
  ["mcpConfig", "--mcp-config"],
];

/** Throws `usage_invalid` for a flag that would be ignored beside `--work-order`. */
export function refuseOrderFlags(options: Options): void {
  const given = ORDER_FLAGS.find(([option]) => options[option] !== undefined);
  if (given === undefined) return;
  throw new AbpError("usage_invalid", "is part of the work order document, so it cannot be given beside it", {
    where: given[1],
    advice: "Change the document, or use --task instead of --work-order.",
  });
}

/** Limits an order by the flags. A limit of the order itself stays if it is the tighter one. */
export function limitOrder(order: WorkOrder, options: Options): WorkOrder {
  const timeoutMs = tighter(order.timeout_ms, readSeconds(options, "timeout", "--timeout"));
  const idleMs = tighter(order.limits?.idle_ms, readSeconds(options, "idleTimeout", "--idle-timeout"));
  const budget = tighter(
    order.config.max_budget_usd,
    read(options, "maxBudgetUsd", "--max-budget-usd", readAmount),
  );
  const turns = tighter(order.config.max_turns, read(options, "maxTurns", "--max-turns", readCount));
  const level = higherLevel(
    order.require_sandbox,
    requiredLevel(options["sandbox"] as SandboxChoice | undefined),
  );
  return {
    ...order,
    config: { ...order.config, max_budget_usd: budget ?? null, max_turns: turns ?? null },
    ...(timeoutMs === undefined ? {} : { timeout_ms: timeoutMs }),
    ...(idleMs === undefined ? {} : { limits: { ...order.limits, idle_ms: idleMs } }),
    ...(level === undefined ? {} : { require_sandbox: level }),
  };
}

// A level that is named is required. `auto` and `off` require none.
function requiredLevel(choice: SandboxChoice | undefined): SandboxLevel | undefined {
  return choice === undefined || choice === "auto" || choice === "off" ? undefined : choice;
}

function higherLevel(
  first: SandboxLevel | undefined,
  second: SandboxLevel | undefined,
): SandboxLevel | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return LEVELS.indexOf(first) >= LEVELS.indexOf(second) ? first : second;
}

function tighter(first: number | null | undefined, second: number | undefined): number | undefined {
  if (first === null || first === undefined || second === undefined) return second ?? first ?? undefined;
  return Math.min(first, second);
}

function readSeconds(options: Options, name: string, flag: string): number | undefined {
  const seconds = read(options, name, flag, readAmount);
  return seconds === undefined ? undefined : Math.ceil(seconds * 1000);
}

function read(
  options: Options,
  name: string,
  flag: string,
  reader: (text: string, flag: string) => number,
): number | undefined {
  const text = options[name] as string | undefined;
  return text === undefined ? undefined : reader(text, flag);
}
