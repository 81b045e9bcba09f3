#!/usr/bin/env node
// An example sidecar that does what the task lists, one operation per line (hosts/README.md). Plain JavaScript, so that it
// runs from a checkout and from the installed package. Outside this repository, the import is one line:
//   import { serveSidecar } from "agent-backplane/sidecar";
import { useCompileCache } from "../compile-cache.js";
import { load } from "../load.js";
import { carryOut, isOperation, Work } from "./work.js";

useCompileCache();
const { serveSidecar } = await load("sidecar/kit/index");

serveSidecar({
  identity: { id: "example_node", backend_version: process.version, adapter_version: "1.0" },
  capabilities: {
    streaming: "native",
    tool_read: "native",
    tool_write: "native",
    tool_edit: "native",
    tool_bash: "native",
    tool_web_fetch: "native",
  },
  asksBeforeTools: true,
  async run(context) {
    const { task } = context.workOrder;
    const work = new Work(context);
    const lines = task.split(/\r?\n/);
    if (!lines.some(isOperation)) await context.message(task);
    else {
      for (const line of lines) {
        if (isOperation(line)) await carryOut(work, line);
        else if (!/^\s*(#|$)/.test(line)) await context.message(line.trim());
      }
    }
    const { done, denied, failed } = work;
    // A real agent reports the figures of its vendor. These only have the same shape.
    const words = task.split(/\s+/).filter(Boolean).length;
    return {
      outcome: denied + failed === 0 ? "complete" : "partial",
      usage: { input_tokens: words, output_tokens: done, request_units: done, estimated_cost_usd: 0 },
      usageRaw: { operations: done, denied, failed },
    };
  },
});
