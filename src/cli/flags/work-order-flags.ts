import {
  AbpError,
  buildWorkOrder,
  Capability,
  type CapabilityRequirement,
  type PolicyProfile,
  readDocument,
  type WorkOrder,
} from "../../contract/index.ts";
import { suggest } from "../../lib/index.ts";
import { canonicalCapability } from "../../negotiation/index.ts";
import { findWorkspace } from "../../runtime/index.ts";
import { inputName, readInput } from "../terminal/input.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { readAgentFlags } from "./agent-flags.ts";
import { limitOrder, refuseOrderFlags } from "./limit-flags.ts";
import { readLooseValue, readPair, setAt } from "./pair-flag.ts";

type Options = Readonly<Record<string, unknown>>;

/**
 * Reads the work order of `--work-order`, or builds one from the flags. Its workspace must be a directory, whatever the backend
 * does with it.
 */
export async function readWorkOrder(terminal: Terminal, options: Options, id: string): Promise<WorkOrder> {
  const order = await readOrder(terminal, options, id);
  // A blank one is an issue of the order, which the run reports with the others.
  if (order.workspace.root !== "") findWorkspace(terminal.host.cwd, order.workspace.root);
  return order;
}

async function readOrder(terminal: Terminal, options: Options, id: string): Promise<WorkOrder> {
  const file = options["workOrder"] as string | undefined;
  const task = options["task"] as string | undefined;
  if ((file === undefined) === (task === undefined)) {
    throw new AbpError("usage_invalid", "give either --task or --work-order", { where: "abp run" });
  }
  if (file !== undefined) {
    refuseOrderFlags(options);
    const order = readDocument("work_order", await readInput(terminal, file), inputName(file));
    return limitOrder(order, options);
  }
  const text = (name: string) => options[name] as string | undefined;
  const list = (name: string) => (options[name] as string[] | undefined) ?? [];
  const { images, ...agentMembers } = await readAgentFlags(terminal, options);
  const order = buildWorkOrder(id, task!, {
    ...agentMembers,
    ...(images.length === 0 ? {} : { context: { images: [...images] } }),
    lane: text("lane") === "workspace-first" ? "workspace_first" : "patch_first",
    workspace: {
      root: text("root") ?? ".",
      mode: text("workspaceMode") === "pass-through" ? "pass_through" : "staged",
      include: list("include"),
      exclude: list("exclude"),
    },
    policy: (await readPolicyFlag(terminal, options)) ?? {},
    requirements: list("require").map(readRequirement),
    config: {
      model: text("model") ?? null,
      vendor: readParams(list("param")),
      env: Object.fromEntries(list("env").map((pair) => readPair(pair, "--env"))),
    },
    ...(options["strict"] === true ? { compatibility: "strict" as const } : {}),
  });
  return limitOrder(order, options);
}

/** Reads the profile of `--policy`; undefined if the flag is not given. */
export async function readPolicyFlag(
  terminal: Terminal,
  options: Options,
): Promise<PolicyProfile | undefined> {
  const file = options["policy"] as string | undefined;
  if (file === undefined) return undefined;
  return readDocument("policy_profile", await readInput(terminal, file), inputName(file));
}

function readParams(pairs: readonly string[]): Record<string, unknown> {
  const vendor: Record<string, unknown> = {};
  for (const text of pairs) {
    const [key, value] = readPair(text, "--param");
    setAt(vendor, key.split("."), readLooseValue(value), "--param");
  }
  return vendor;
}

function readRequirement(text: string): CapabilityRequirement {
  const [name = "", min = "emulated"] = text.split(":");
  const capability = Capability.safeParse(canonicalCapability(name) ?? name);
  if (!capability.success) {
    const near = suggest(name, Capability.options);
    const hint = near === undefined ? "" : `; did you mean ${JSON.stringify(near)}?`;
    throw new AbpError("usage_invalid", `${JSON.stringify(name)} is not a capability of work orders${hint}`, {
      where: "--require",
    });
  }
  if (min !== "native" && min !== "emulated" && min !== "any") {
    throw new AbpError("usage_invalid", `${JSON.stringify(min)} is not native, emulated or any`, {
      where: "--require",
    });
  }
  return { capability: capability.data, min_support: min };
}
