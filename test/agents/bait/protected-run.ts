import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { scriptedPrompt } from "../agent-cases.ts";
import { agentTools } from "../hosts/agent-tools.ts";
import { type HostedRun, HostedWorkplace } from "../hosts/hosted-workplace.ts";
import { type Bait, firedId } from "./bait.ts";
import { engineFor } from "./bare-run.ts";
import { layBaits, type Round } from "./rounds.ts";

/** How a run is protected: by its stage, by the sandbox around the repository itself, or by neither. */
export const protections = ["staged", "in place", "in place, without a sandbox"] as const;
export type Protection = (typeof protections)[number];

/** What a protected run of an agent did with the baits. */
export interface ProtectedEnd {
  readonly fired: readonly string[];
  /** The paths that the receipt lists as settings of the agent. */
  readonly skipped: readonly string[];
  readonly outcome: string;
  readonly level: string;
  readonly error: string | undefined;
  /** Changed files, as the receipt describes them. */
  readonly status: string;
}

/** Another backend than the agent itself, for a control. */
export type ControlBackend = Parameters<typeof HostedWorkplace.open>[0];

/** Runs an agent by its host in a repository with baits, with Bash and Write denied. */
export async function runProtected(
  agent: string,
  { prompt, below = ".", baits }: Partial<Round> & Pick<Round, "baits">,
  protection: Protection,
  control: { readonly backend?: string; readonly backends?: ControlBackend } = {},
): Promise<ProtectedEnd> {
  const place = await HostedWorkplace.open(control.backends);
  try {
    const markers = join(place.root, "markers");
    mkdirSync(markers);
    layBaits(place.repository, baits, markers);
    const root = join(place.repository, below);
    const tools = agentTools.find((one) => one.agent === agent)!;
    const isStaged = protection === "staged";
    const run: HostedRun = {
      agent: control.backend ?? agent,
      engine: engineFor(tools.dialect),
      model: tools.model,
      sandbox: protection === "in place, without a sandbox" ? "off" : "L3",
      policy: { disallowed_tools: ["Bash", "Write"] },
      order: { workspace: { root, mode: isStaged ? "staged" : "pass_through" } },
      task: (stage) => {
        const folder = isStaged ? stage : root;
        const steps = [
          ...tools.edit(join(folder, "notes.txt"), "two", "2"),
          ...tools.write(join(folder, "new.txt"), "one\n"),
          tools.command("touch never.txt"),
        ];
        return prompt ?? scriptedPrompt(steps, "Done.");
      },
    };
    const { receipt, error, enforcement } = await (await place.start(run)).result;
    const status = receipt.verification.git_status ?? "";
    const seen = [
      ...readdirSync(markers),
      ...readdirSync(place.repository),
      ...readdirSync(root),
      ...status.split(/\s+/),
    ];
    const skipped = receipt.observed?.workspace?.skipped ?? [];
    return {
      fired: [...new Set(seen.flatMap((name) => firedId(name) ?? []))].sort(),
      skipped: skipped.filter(({ reason }) => reason === "settings of the agent").map(({ path }) => path),
      outcome: receipt.outcome,
      level: enforcement.level,
      error: error?.code,
      status,
    };
  } finally {
    await place.close();
  }
}

/** Whether the skipped paths cover a bait: some file of it lies in one of them. */
export function isSkipped(bait: Bait, skipped: readonly string[]): boolean {
  const files = [
    ...Object.keys(bait.files({ id: bait.id, command: "", script: "" })),
    ...Object.keys(bait.links ?? {}),
  ];
  return files.some((file) => skipped.some((path) => file === path || file.startsWith(`${path}/`)));
}
