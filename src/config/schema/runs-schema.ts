import { z } from "zod";
import { key } from "./key-facts.ts";
import { CheckConfig, RunServerConfig, submittedKeys } from "./submitted-runs-schema.ts";

const Text = z.string().min(1, "must not be empty");

/** One day. */
const DAY_SECONDS = 86_400;

export const RunsSection = z
  .object({
    dir: key(Text.optional(), {
      description: "Where the patches of runs are kept, each in a directory with the id of its run.",
      path: true,
      defaultFrom: "runs",
    }),
    approval_timeout_secs: key(z.int().min(1).max(DAY_SECONDS).default(120), {
      description: "How long a run waits for an approval. Without an answer the tool is denied.",
    }),
    idle_timeout_secs: key(z.int().min(0).max(DAY_SECONDS).default(900), {
      description:
        "How many seconds a run may go on without an event and a model call before it is ended; 0 for no limit. Waiting for an approval and model calls under way do not count, and a tool without a result may take an hour.",
    }),
    repair_rounds: key(z.int().min(0).max(5).default(1), {
      description:
        "How often an agent is asked again for an answer that breaks the schema of its work order, in the same conversation if the agent can continue it. The run fails if no answer satisfies the schema.",
    }),
    keep_sessions_days: key(z.int().min(0).max(3650).default(30), {
      description:
        "How many days the private home of an agent is kept after its run, so that `--resume` can continue it.",
    }),
    max_trace_events: key(z.int().min(0).max(1_000_000).default(10_000), {
      description: "The most events that a receipt holds. The store holds all of them.",
    }),
    max_trace_kb: key(z.int().min(0).max(65_536).default(4096), {
      description: "The most KiB of events that a receipt holds.",
    }),
    ...submittedKeys,
    checks: z
      .record(z.string(), CheckConfig)
      .default({})
      .meta({
        description:
          "The commands that check the result of a run, each under the name by which a submission asks for it.",
        propertyNames: { type: "string", minLength: 1 },
      }),
    mcp_servers: z
      .record(z.string(), RunServerConfig)
      .default({})
      .meta({
        description:
          "The MCP servers of submitted work orders that are programs, each under the name by which an order asks for it.",
        propertyNames: { type: "string", minLength: 1 },
      }),
  })
  .prefault({})
  .describe("How work orders are run.");
