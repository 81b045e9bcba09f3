import { callDialect } from "../../agents/index.ts";
import type { GatewayAccess, RunReport } from "../../backends/index.ts";
import type { ModelCallsRecord, Usage } from "../../contract/index.ts";
import { reasonOf } from "../ending/run-end.ts";
import type { CallActivity } from "../limits/idle-limit.ts";
import type { GatewayAccount, RunAccess } from "../run-gateway.ts";
import type { RunSetting } from "../setting/run-setting.ts";
import { modelsOf } from "./run-models.ts";
import { usageMismatch } from "./usage-mismatch.ts";

/** What the account of a run needs to know of it. */
export type AccountSetting = Pick<
  RunSetting,
  "runId" | "backend" | "order" | "options" | "warnings" | "secrets"
>;

/** The account of a run at the gateway, from before the agent starts until after it has ended. */
export class RunAccount {
  readonly #setting: AccountSetting;
  #account: GatewayAccount | undefined;
  /** The run whose path takes the calls. */
  #startedFor: string;
  #closing: Promise<ModelCallsRecord | undefined> | undefined;
  /** Called when the gateway has metered the cost of another call. */
  onSpent: (() => void) | undefined;

  constructor(setting: AccountSetting) {
    this.#setting = setting;
    this.#startedFor = setting.runId;
  }

  /**
   * Opens the account of a backend that uses the gateway. Its key is hidden in everything that the run records. An agent that was
   * started for an earlier run has the access of that one.
   */
  open(access?: RunAccess): void {
    const { runId, backend, order, options, secrets } = this.#setting;
    if (backend.usesGateway !== true || options.gateway === undefined) return;
    const account = options.gateway.openRun({
      runId,
      access,
      budgetUsd: order.config.max_budget_usd,
      engine: options.gateway.engine,
      models: modelsOf(backend.agent?.connection, order, backend.programSettings),
      dialect: backend.agent === undefined ? undefined : callDialect(backend.agent.connection, this.dialect),
    });
    this.#startedFor = access?.startedFor ?? runId;
    secrets.add(account.token);
    account.onSpent = () => this.onSpent?.();
    this.#account = account;
  }

  /** How the agent calls the gateway; undefined if it has no account. */
  get access(): GatewayAccess | undefined {
    const { gateway } = this.#setting.options;
    if (this.#account === undefined || gateway === undefined) return undefined;
    const url = `${gateway.baseUrl.replace(/\/+$/, "")}/r/${encodeURIComponent(this.#startedFor)}`;
    return { url, token: this.#account.token, engine: gateway.engine, dialect: this.dialect };
  }

  /** The same, for a later run that the agent works for. */
  get runAccess(): RunAccess | undefined {
    return this.#account === undefined
      ? undefined
      : { startedFor: this.#startedFor, token: this.#account.token };
  }

  /** The dialect of the engine that gets the calls; undefined if it is not known, or the backend makes none. */
  get dialect(): string | undefined {
    const { backend, order, options } = this.#setting;
    return backend.usesGateway === true ? options.gateway?.dialectOf?.(order.config.model) : undefined;
  }

  /** Where the gateway listens, for the sandbox. */
  get address(): { readonly host: string; readonly port: number } | undefined {
    const { access } = this;
    if (access === undefined) return undefined;
    const { hostname, port, protocol } = new URL(access.url);
    return {
      host: hostname.replace(/^\[|\]$/g, ""),
      port: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
    };
  }

  /** The cost of the run's model calls so far; undefined if none is metered. */
  readonly spentUsd = (): number | undefined => this.#account?.spentUsd();

  /** What the calls that have ended used; undefined if none are metered. */
  readonly spent = (): Usage | undefined => this.#account?.metered?.().usage;

  /** The model calls so far. */
  readonly calls = (): CallActivity => ({
    ended: this.#account?.metered?.().calls ?? 0,
    open: this.#account?.openCalls?.() ?? 0,
  });

  /** Ends the account. Resolves to what was metered, compared with the report. Never rejects. */
  async close(report: Pick<RunReport, "usage">): Promise<ModelCallsRecord | undefined> {
    this.#closing ??= this.#close();
    const record = await this.#closing;
    if (record === undefined) return undefined;
    const mismatch = usageMismatch(report.usage, record);
    return mismatch.length === 0 ? record : { ...record, mismatch };
  }

  async #close(): Promise<ModelCallsRecord | undefined> {
    try {
      return await this.#account?.close();
    } catch (error) {
      this.#setting.warnings.push(`the model calls of the run are not known: ${reasonOf(error)}`);
      return undefined;
    }
  }
}
