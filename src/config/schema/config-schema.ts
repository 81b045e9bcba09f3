import { z } from "zod";
import { CompatibilityMode } from "../../contract/index.ts";
import { ApprovalsSection } from "./approval-schema.ts";
import { EmulationSection } from "./emulation-schema.ts";
import {
  CallerKeyConfig,
  EngineConfig,
  GatewaySection,
  PriceConfig,
  RouteConfig,
  TenantName,
} from "./gateway-schema.ts";
import { key } from "./key-facts.ts";
import { PolicySection } from "./policy-schema.ts";
import { BackendConfig, SandboxSection, WorkspaceSection } from "./run-schema.ts";
import { RunsSection } from "./runs-schema.ts";
import { ToolsSection } from "./tools-schema.ts";

const Text = z.string().min(1, "must not be empty");

/** The most days that `[retention]` allows: a hundred years. */
const MAX_RETENTION_DAYS = 36_500;

/** Every key of `backplane.toml`. Parsing, the JSON Schema and docs/configuration.md are derived from it. */
export const ConfigSchema = z
  .object({
    default_backend: key(Text.default("mock"), {
      description: "The backend of a work order that names none.",
    }),
    workspace_dir: key(Text.optional(), {
      description: "Where staged copies of workspaces are made.",
      path: true,
      defaultFrom: "workspaces",
    }),
    log_level: key(z.enum(["error", "warn", "info", "debug", "trace"]).default("info"), {
      description: "The least severe level that `abp up` logs. Every finished call is one line at `info`.",
    }),
    log_format: key(z.enum(["auto", "json", "text"]).default("auto"), {
      description:
        "The form of a log line on standard error: `json`, `text`, or `auto`, which is text on a terminal and JSON otherwise.",
    }),
    receipts_dir: key(Text.optional(), {
      description: "Where receipts are kept.",
      path: true,
      defaultFrom: "receipts",
    }),
    bind_address: key(Text.default("127.0.0.1"), {
      description: "The address that the daemon listens on.",
    }),
    port: key(z.int().min(1).max(65_535).default(8088), {
      description: "The TCP port that the daemon listens on.",
    }),
    policy_profiles: key(z.array(Text).default([]), {
      description: "Files of policy profiles. All of them apply to every run and to every model call.",
      path: true,
      unites: true,
    }),
    backends: z
      .record(z.string(), BackendConfig)
      .default({})
      .meta({
        description: "What can run a work order, each under a name of your choice.",
        // The loader checks for empty names: zod skips the value of a refused name, which would hide its errors.
        propertyNames: { type: "string", minLength: 1 },
      }),
    default_engine: key(Text.optional(), {
      description: "The engine for calls whose model matches no route and no engine.",
    }),
    engines: z
      .record(z.string(), EngineConfig)
      .default({})
      .meta({
        description: "The model endpoints that calls can go to, each under a name of your choice.",
        propertyNames: { type: "string", minLength: 1 },
      }),
    routes: z
      .record(z.string(), RouteConfig)
      .default({})
      .meta({
        description: "Which engine calls go to by model, each route under a name of your choice.",
        propertyNames: { type: "string", minLength: 1 },
      }),
    keys: z
      .record(z.string(), CallerKeyConfig)
      .default({})
      .meta({
        description: "The keys that callers of the gateway send, each under a name of your choice.",
        propertyNames: { type: "string", minLength: 1 },
      }),
    gateway: GatewaySection,
    tools: ToolsSection,
    prices: z
      .record(z.string(), PriceConfig)
      .default({})
      .meta({
        description:
          "The prices of calls. The name of a section is a glob of models. An exact name wins over patterns, and an earlier pattern over a later one.",
        propertyNames: { type: "string", minLength: 1 },
      }),
    receipts: z
      .object({
        // The origin of a log is a key name of a signed note, whose rules C2SP signed-note states.
        origin: key(
          z
            .string()
            .regex(/^[^\s+]+$/u, "must be a name without spaces and plus signs")
            .default("localhost/abp"),
          {
            description:
              "The name of the receipt log, which is the first line of its checkpoints. Choose a name that nobody else uses, such as `example.com/agents`.",
          },
        ),
        tenant: key(TenantName.default("default"), {
          description: "The tenant that receipts are written for. Each tenant has its own log.",
        }),
        keys_dir: key(Text.optional(), {
          description: "Where the signing keys are kept.",
          path: true,
          defaultFrom: "keys",
        }),
      })
      .prefault({})
      .describe("How receipts are written and signed."),
    retention: z
      .object({
        responses_days: key(z.int().min(0).max(MAX_RETENTION_DAYS).default(30), {
          description:
            "How many days the gateway keeps responses that callers can fetch again by their id; 0 keeps them for ever.",
        }),
        reasoning_days: key(z.int().min(0).max(MAX_RETENTION_DAYS).default(30), {
          description:
            "How many days the gateway keeps a model's signed or encrypted reasoning, so that it can send it back to the model that wrote it; 0 keeps it for ever.",
        }),
        events_days: key(z.int().min(0).max(MAX_RETENTION_DAYS).default(30), {
          description:
            "How many days the store keeps every event of a run; 0 keeps them for ever. A receipt holds the first events and the count and digest of all.",
        }),
        resources_days: key(z.int().min(0).max(MAX_RETENTION_DAYS).default(365), {
          description:
            "How many days the store knows which key made a file, a batch or the like at a vendor; 0 knows it for ever. If several keys share an account, nobody can use an older one by its id.",
        }),
      })
      .prefault({})
      .describe("How long the store keeps data that is not a receipt. Receipts are never deleted."),
    policy: PolicySection,
    approvals: ApprovalsSection,
    runs: RunsSection,
    sandbox: SandboxSection,
    workspace: WorkspaceSection,
    negotiation: z
      .object({
        mode: key(CompatibilityMode.default("best_effort"), {
          description:
            "`strict` accepts only native support for what is required; `best_effort` also accepts emulation.",
          strictest: "strict",
        }),
      })
      .prefault({})
      .describe("How required capabilities are judged."),
    emulation: EmulationSection,
  })
  .meta({
    title: "BackplaneConfig",
    description: "The configuration file of the backplane, `backplane.toml`.",
  });

/** The effective configuration: defaults are filled in, and directories are absolute paths. */
export type Config = z.infer<typeof ConfigSchema> & {
  workspace_dir: string;
  receipts_dir: string;
  receipts: { keys_dir: string };
  runs: { dir: string };
};
