import { type AgentEvent, formatTimestamp } from "../contract/index.ts";
import type { Backend, BackendFacts, RunContext, RunReport } from "./backend.ts";
import { unconfined } from "./confinement.ts";

const facts: BackendFacts = {
  identity: { id: "mock", backend_version: "0.1", adapter_version: "0.1" },
  capabilities: {
    streaming: "native",
    tool_read: "emulated",
    tool_write: "emulated",
    tool_edit: "emulated",
    tool_bash: "emulated",
    structured_output_json_schema: "emulated",
  },
  mode: "mapped",
  asksBeforeTools: false,
};

/**
 * A backend for trying things out. It calls no model, changes no file and needs no key.
 *
 * @example
 * import { mockBackend, runStreaming } from "agent-backplane";
 * const run = runStreaming(mockBackend(), order, options);
 */
export function mockBackend(name = "mock"): Backend {
  return {
    name,
    known: facts,
    needsWorkspace: false,
    open: async () => ({
      facts,
      confinement: unconfined("the mock starts no process"),
      run: runMock,
      kill: () => undefined,
      close: async () => ({}),
    }),
  };
}

async function* runMock(context: RunContext): AsyncGenerator<readonly AgentEvent[], RunReport> {
  const at = () => ({ ts: formatTimestamp(context.now()) });
  yield [{ ...at(), type: "run_started", message: `mock backend starting: ${context.workOrder.task}` }];
  const text = "This is a mock backend. It calls no model and changes no file.";
  yield [{ ...at(), type: "assistant_message", text }];
  const account = `It received ${describeOrder(context)} and hands back a receipt that you can verify.`;
  yield [{ ...at(), type: "assistant_message", text: account }];
  yield [{ ...at(), type: "run_completed", message: "mock run complete" }];
  return {
    outcome: "complete",
    usage: { input_tokens: 0, output_tokens: 0, estimated_cost_usd: 0 },
    usageRaw: { note: "mock" },
    artifacts: [],
    harnessOk: true,
  };
}

function describeOrder({ workOrder }: RunContext): string {
  const files = workOrder.context.files.length;
  const needs = workOrder.requirements.required.length;
  return `work order ${workOrder.id} with ${files} context files and ${needs} requirements`;
}
