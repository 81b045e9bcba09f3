import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { z } from "zod";
import { type BackendEntry, BackendRegistry, sidecarHost } from "../../../src/backends/index.ts";
import { type Config, ConfigSchema } from "../../../src/config/index.ts";
import {
  buildWorkOrder,
  type ModelCallsRecord,
  type PolicyProfile,
  type Receipt,
  type WorkOrderOptions,
} from "../../../src/contract/index.ts";
import { uuidV7 } from "../../../src/lib/index.ts";
import type { ApprovalQuestion } from "../../../src/policy/index.ts";
import type { StoredReceipt } from "../../../src/receipts/index.ts";
import {
  openRunLog,
  type RunHandle,
  type RunOptions,
  type RunResult,
  runStreaming,
} from "../../../src/runtime/index.ts";
import { type RunServing, serveRuns } from "../../../src/server/index.ts";
import { openStore, type Store } from "../../../src/storage/index.ts";
import { withBuiltHosts } from "../../package/built-hosts.ts";
import { agentsFolder } from "../installed.ts";
import { makeRepository } from "./repository.ts";

const TENANT = "team";

/** One run of an agent through its host. */
export interface HostedRun {
  /** The name of a backend; each agent is one. */
  readonly agent: string;
  /** The name of the engine that gets its calls, such as `sim-claude`. */
  readonly engine: string;
  readonly model: string | undefined;
  /** Makes the task for the directory that the agent will work in. */
  readonly task: (workspace: string) => string;
  readonly policy?: Partial<PolicyProfile>;
  /** Answers the questions of the policy; none is approved by default. */
  readonly approve?: (question: ApprovalQuestion) => boolean;
  /** The earlier run of the conversation. */
  readonly resumed?: RunResult;
  readonly order?: WorkOrderOptions;
  readonly sandbox?: RunOptions["sandbox"];
  readonly options?: Partial<RunOptions>;
}

/** A run that goes on, and the questions that it has asked. */
export interface StartedRun extends RunHandle {
  readonly questions: readonly ApprovalQuestion[];
}

/** A git repository, a store and a gateway with simulated engines for runs of real agents. All of it is below one directory. */
export class HostedWorkplace {
  readonly root: string;
  readonly repository: string;
  readonly store: Store;
  readonly #config: Config;
  readonly #serving: RunServing;
  readonly #registry: BackendRegistry;

  private constructor(
    root: string,
    config: Config,
    store: Store,
    serving: RunServing,
    registry: BackendRegistry,
  ) {
    this.root = root;
    this.repository = join(root, "repository");
    this.store = store;
    this.#config = config;
    this.#serving = serving;
    this.#registry = registry;
  }

  /** Makes everything anew. `backends` are further backends; `engines` and `prices` are as in `backplane.toml`. */
  static async open(
    backends: Readonly<Record<string, BackendEntry>> = {},
    engines: z.input<typeof ConfigSchema>["engines"] = {},
    prices: z.input<typeof ConfigSchema>["prices"] = {},
  ): Promise<HostedWorkplace> {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "abp-hosted-")));
    makeRepository(join(root, "repository"));
    for (const name of ["stages", "runs", "homes"]) mkdirSync(join(root, name), { mode: 0o700 });
    const config = ConfigSchema.parse({
      engines,
      prices,
      receipts_dir: join(root, "receipts"),
      receipts: { keys_dir: join(root, "keys"), origin: "abp.example/log" },
    }) as Config;
    const store = await openStore(config, { writer: "inline" });
    const report = (message: string, error: unknown) => console.error(message, error);
    const serving = await serveRuns({ config, store, env: {}, report });
    const host = await withBuiltHosts(sidecarHost({ ...process.env, ABP_AGENTS: agentsFolder }));
    return new HostedWorkplace(root, config, store, serving, new BackendRegistry(backends, host));
  }

  /** Starts a run at L3, unless it names another level. */
  async start(run: HostedRun): Promise<StartedRun> {
    const runId = uuidV7(Date.now(), randomBytes(10));
    const questions: ApprovalQuestion[] = [];
    const order = buildWorkOrder(runId, run.task(this.#workspaceOf(runId, run.resumed)), {
      workspace: { root: this.repository },
      policy: run.policy ?? {},
      config: { model: run.model ?? null },
      ...(run.resumed === undefined ? {} : { resume: resumeOf(run.resumed) }),
      ...run.order,
    });
    const ids = [runId];
    const handle = runStreaming(this.#registry.find(run.agent), order, {
      software: { name: "test", version: "1" },
      log: await openRunLog(this.store, this.#config, TENANT),
      sandbox: run.sandbox ?? "L3",
      sandboxHidden: [join(this.root, "receipts"), join(this.root, "keys")],
      workspaceDir: join(this.root, "stages"),
      runsDir: join(this.root, "runs"),
      homesDir: join(this.root, "homes"),
      gateway: {
        baseUrl: this.#serving.url,
        engine: run.engine,
        dialectOf: (model) => this.#serving.dialectOf({ model: model ?? undefined, engine: run.engine }),
        openRun: (request) => this.#serving.openRun({ ...request, tenant: TENANT, name: "run" }),
      },
      newId: () => ids.shift() ?? uuidV7(Date.now(), randomBytes(10)),
      approver: {
        approve: async (question) => {
          questions.push(question);
          return run.approve?.(question) ?? false;
        },
      },
      ...run.options,
    });
    return { ...handle, questions };
  }

  /** Opens the account of a run that the caller runs by itself. */
  openAccount(runId: string): { baseUrl: string; token: string; close(): Promise<unknown> } {
    const account = this.#serving.openRun({ runId, tenant: TENANT, budgetUsd: null, name: "run" });
    return { baseUrl: this.#serving.url, token: account.token, close: () => account.close() };
  }

  /** The proof bundle of a receipt. */
  proof(receipt: Receipt): Promise<string> {
    return this.store.ledger(TENANT).prove(receipt.chain!.seq);
  }

  /** The receipts of the model calls that a run made, oldest first. */
  async callReceipts(runId: string): Promise<StoredReceipt[]> {
    return (await this.#receipts()).filter(({ receipt }) => receipt.observed?.call?.parent_run === runId);
  }

  /** The receipts of a run itself, of which there is to be one. */
  async receiptsOf(runId: string): Promise<StoredReceipt[]> {
    return (await this.#receipts()).filter((stored) => stored.runId === runId);
  }

  /** The names of the stages that are left. */
  stages(): string[] {
    return readdirSync(join(this.root, "stages"));
  }

  async close(): Promise<void> {
    await this.#registry.close();
    await this.#serving.stop();
    await this.store.close();
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  async #receipts(): Promise<StoredReceipt[]> {
    const found: StoredReceipt[] = [];
    for await (const stored of this.store.ledger(TENANT).entries()) found.push(stored);
    return found;
  }

  // A run that continues another one works at the path of the first run of the conversation.
  #workspaceOf(runId: string, resumed: RunResult | undefined): string {
    return join(this.root, "stages", resumed?.receipt.meta.run_id ?? runId, "root");
  }
}

/** What the engine used for all calls together, by the receipts of the calls. */
export function sumUsage(
  receipts: readonly StoredReceipt[],
): Pick<ModelCallsRecord["usage"], "input_tokens" | "output_tokens"> {
  const sum = (member: "input_tokens" | "output_tokens") =>
    receipts.reduce((total, { receipt }) => total + (receipt.usage[member] ?? 0), 0);
  return { input_tokens: sum("input_tokens"), output_tokens: sum("output_tokens") };
}

function resumeOf({ receipt }: RunResult): { run_id: string; session: string } {
  const session = receipt.reported?.find((one) => one.session !== undefined)?.session;
  if (session === undefined) throw new Error("the earlier run reported no session");
  return { run_id: receipt.meta.run_id, session };
}
