import type { Config } from "../../config/index.ts";
import type { AgentEvent } from "../../contract/index.ts";
import { restoreJson, uuidV7 } from "../../lib/index.ts";
import type { ApprovalQuestion, Approver } from "../../policy/index.ts";
import { callsChooser, findResumedRun, orderFor, type RunPlace, runSettings } from "../../runner/index.ts";
import { findWorkspace, KeptAgents, runStreaming } from "../../runtime/index.ts";
import type { RunHooks, RunRequest, RunStarter, StartedRun, ToolQuestion } from "../../stand-in/index.ts";
import { chooseBackendVisibly } from "../actions/run/backend-choice.ts";
import { commandPlace } from "../actions/run/command-place.ts";
import { runHost } from "../run-host.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { runEnd } from "./run-end.ts";
import type { StandInChoice } from "./stand-in-choice.ts";
import { orderOf } from "./work-order.ts";

/** The rules of the configuration begin with this. They hold whatever the caller's own rules say. */
const FLOOR = "floor.";

/** Starts the runs of a stand-in, with the store, the gateway and the homes of the other commands. */
export class BackplaneStarter implements RunStarter {
  readonly backend: string;
  readonly model: string | undefined;
  readonly #terminal: Terminal;
  readonly #config: Config;
  readonly #place: RunPlace;
  readonly #engine: string | undefined;
  readonly #agents = new KeptAgents();

  constructor(terminal: Terminal, config: Config, choice: StandInChoice) {
    this.backend = choice.backend ?? config.default_backend;
    this.model = choice.model;
    this.#terminal = terminal;
    this.#config = config;
    this.#place = commandPlace(terminal, config, { hasLog: true });
    this.#engine = choice.engine;
  }

  async start(request: RunRequest, hooks: RunHooks): Promise<StartedRun> {
    const { host } = this.#terminal;
    const newId = () => uuidV7(host.now().getTime(), host.random(10));
    const resumed =
      request.resume === undefined
        ? undefined
        : await findResumedRun(await this.#place.ledger(), request.resume.runId, {
            isFork: request.resume.fork,
            // The stand-in chose the engine when it started.
            engines: [],
          });
    findWorkspace(host.cwd, request.root);
    const given = orderOf(newId(), request, this.model ?? request.model, resumed?.resume);
    const { backend, projection } = await chooseBackendVisibly(
      this.#terminal,
      this.#config,
      this.backend,
      given,
    );
    const own = runHost(this.#terminal);
    const calls = callsChooser(own, this.#config, this.#engine);
    const { order, engine } = await orderFor(backend, given, undefined, calls);
    const settings = await runSettings(own, this.#config);
    const handle = runStreaming(backend, order, {
      ...settings,
      sandboxReadOnly: [...(settings.sandboxReadOnly ?? []), ...(request.readOnly ?? [])],
      projection,
      newId,
      gateway: await this.#place.gatewayFor(backend, engine ?? this.#engine),
      log: await this.#place.log(),
      approver: approverOf(hooks),
      warnings: request.notes,
      ...(request.mayContinue === undefined
        ? {}
        : { keeping: { agents: this.#agents, mayFollow: request.mayContinue } }),
    });
    return {
      runId: handle.runId,
      events: handle.events,
      result: handle.result.then((result) => runEnd(result, backend.agent)),
      spent: () => handle.spent(),
      cancel: (reason) => handle.cancel(reason),
      steer: (text) => handle.steer(text),
    };
  }

  endAgent(runId: string): Promise<void> {
    return this.#agents.end(runId);
  }

  async history(runId: string): Promise<readonly AgentEvent[]> {
    return restoreJson((await (await this.#place.ledger()).find(runId))?.receipt.trace ?? []);
  }

  /** Ends the agents that wait for another turn, then closes the gateway and the store. */
  async close(): Promise<void> {
    await this.#agents.close();
    await this.#place.close();
  }
}

/** The approver of a run, which asks the stand-in. */
function approverOf(hooks: RunHooks): Approver {
  return {
    approve: async (question, signal) => {
      const answer = await hooks.approve(toolQuestion(question), signal);
      return "allow" in answer ? true : { denied: answer.deny };
    },
  };
}

function toolQuestion({ subject, input, rule }: ApprovalQuestion): ToolQuestion {
  return { tool: subject, input, needsPerson: rule.startsWith(FLOOR) };
}
