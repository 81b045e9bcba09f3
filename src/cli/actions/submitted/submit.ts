import { resolve } from "node:path";
import type { AnswerOf, ControlClient } from "../../../client/index.ts";
import type { Config } from "../../../config/index.ts";
import { AbpError, ExitCode, type SandboxLevel, type WorkOrder } from "../../../contract/index.ts";
import { withControl } from "../../asking/local-control.ts";
import { readCount } from "../../flags/number-flags.ts";
import type { Terminal } from "../../terminal/terminal.ts";

type Options = Readonly<Record<string, unknown>>;
type Run = AnswerOf<"submit_run">;

/** Flags that concern the process of the command, or what only its user may name on the machine. */
const NOT_DETACHED: Readonly<Record<string, string>> = {
  verify: "a submitted run takes a check that `runs.checks` configures: --check NAME",
  out: "`abp receipt prove` gives the receipt of a submitted run",
  events: "`abp logs RUN --json` gives the events of a submitted run",
};

/** Submits a work order to the daemon, or to the store for the next one, and prints the id of the run. */
export async function submit(
  terminal: Terminal,
  config: Config,
  { options, order }: { readonly options: Options; readonly order: WorkOrder },
): Promise<number> {
  refuseAttached(options);
  const root = resolve(terminal.host.cwd, order.workspace.root);
  const placed = { ...order, workspace: { ...order.workspace, root } };
  const { run, hasDaemon } = await withControl(terminal, config, async ({ client, hasDaemon }) => ({
    run: await send(client, placed, options),
    hasDaemon,
  }));
  if (terminal.json) terminal.outJson(run);
  else present(terminal, run, hasDaemon);
  return ExitCode.ok;
}

function send(client: ControlClient, order: WorkOrder, options: Options): Promise<Run> {
  const { backend, engine, resume, check, sandbox, priority } = options as Readonly<
    Record<string, string | undefined>
  >;
  const choices = {
    ...{ engine, check },
    ...(sandbox?.startsWith("L") === true ? { sandbox: sandbox as SandboxLevel } : {}),
    ...(priority === undefined ? {} : { priority: readPriority(priority) }),
  };
  if (resume === undefined) return client.submitRun({ work_order: order, backend, ...choices });
  const continued = { run_id: resume, task: order.task, ...choices };
  return options["fork"] === true ? client.forkRun(continued) : client.resumeRun(continued);
}

function readPriority(text: string): number {
  return text.startsWith("-") ? -readCount(text.slice(1), "--priority") : readCount(text, "--priority");
}

function refuseAttached(options: Options): void {
  for (const [name, advice] of Object.entries(NOT_DETACHED)) {
    if (options[name] === undefined) continue;
    throw new AbpError("usage_invalid", "cannot be given with --detach", { where: `--${name}`, advice });
  }
  if (options["log"] === false)
    throw new AbpError("usage_invalid", "cannot be given with --detach: submitted runs are always recorded", {
      where: "--no-log",
    });
}

function present(terminal: Terminal, { run_id: id }: Run, hasDaemon: boolean): void {
  terminal.out(id);
  if (!hasDaemon) terminal.say("no daemon is running: the run waits until `abp up` starts one");
  const commands = [
    [`abp logs ${id} -f`, "shows what it does, to its end"],
    [`abp apply ${id}`, "changes the workspace as its patch says"],
    [`abp cancel ${id}`, "ends it"],
  ] as const;
  terminal.say(
    "",
    ...commands.map(([command, meaning]) => `  ${command}\n${terminal.colors.dim(`      ${meaning}`)}`),
  );
}
