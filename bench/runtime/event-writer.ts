/** A sidecar that writes many events as fast as its reader takes them. Usage: `node event-writer.ts COUNT`. */
import { writeSync } from "node:fs";

const count = Number(process.argv[2]);
const LINES_PER_WRITE = 200;
const hello = {
  t: "hello",
  contract_version: "abp/v0.1",
  backend: { id: "event-writer", backend_version: null, adapter_version: null },
  capabilities: { streaming: "native" },
};
const ts = "2026-01-01T00:00:00.000Z";
const output = "0123456789".repeat(30);
const kinds = [
  ...Array.from({ length: 8 }, () => ({
    ts,
    type: "assistant_delta",
    text: "some words of an answer, as they come",
  })),
  {
    ts,
    type: "tool_call",
    tool_name: "Read",
    tool_use_id: "toolu_01",
    parent_tool_use_id: null,
    input: { file_path: "src/index.ts", limit: 200 },
  },
  {
    ts,
    type: "tool_result",
    tool_name: "Read",
    tool_use_id: "toolu_01",
    output: { text: output },
    is_error: false,
  },
];

// Synchronous writes, so that this program only writes as fast as the pipe is read.
function write(text: string): void {
  let bytes = Buffer.from(text);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(1, bytes));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

function runAll(id: string): void {
  const lines = kinds.map((event) => `${JSON.stringify({ t: "event", ref_id: id, event })}\n`);
  for (let sent = 0; sent < count; ) {
    let chunk = "";
    for (let line = 0; line < LINES_PER_WRITE && sent < count; line += 1, sent += 1)
      chunk += lines[sent % lines.length];
    write(chunk);
  }
  const receipt = {
    meta: {
      run_id: id,
      work_order_id: id,
      contract_version: "abp/v0.1",
      started_at: ts,
      finished_at: ts,
      duration_ms: 0,
    },
    backend: hello.backend,
    capabilities: hello.capabilities,
    usage_raw: {},
    usage: {},
    trace: [],
    artifacts: [],
    verification: { git_diff: null, git_status: null, harness_ok: true },
    outcome: "complete",
    receipt_sha256: null,
  };
  write(`${JSON.stringify({ t: "final", ref_id: id, receipt })}\n`);
}

write(`${JSON.stringify(hello)}\n`);
let input = "";
process.stdin.on("data", (chunk: Buffer) => {
  input += chunk.toString();
  for (let end = input.indexOf("\n"); end !== -1; end = input.indexOf("\n")) {
    const frame = JSON.parse(input.slice(0, end)) as { t: string; id: string; seq?: number };
    input = input.slice(end + 1);
    if (frame.t === "run") runAll(frame.id);
    if (frame.t === "ping") write(`${JSON.stringify({ t: "pong", seq: frame.seq })}\n`);
  }
});
process.stdin.on("end", () => process.exit(0));
