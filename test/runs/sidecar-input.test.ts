import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { type Backend, unconfined } from "../../src/backends/index.ts";
import { type AgentEvent, buildWorkOrder } from "../../src/contract/index.ts";
import { validateReceipt } from "../../src/receipts/index.ts";
import { FakeLog } from "../../src/runtime/fixtures/fake-log.ts";
import { runStreaming } from "../../src/runtime/index.ts";
import { FakeProgram } from "../../src/sidecar/fixtures/fake-program.ts";
import { systemClock } from "../../src/sidecar/supervisor/health/clock.ts";
import { defaultSidecarSettings } from "../../src/sidecar/supervisor/settings.ts";
import { SupervisedSidecar } from "../../src/sidecar/supervisor/supervised-sidecar.ts";
import { hasPython } from "./fixtures/machine.ts";

const RUNS = process.env["ABP_FAULTS_FULL"] === "1" ? 3000 : 100;
const HELLO =
  '{"t":"hello","contract_version":"abp/v0.1","backend":{"id":"odd"},"capabilities":{},"asks_before_tools":true}';
const FINAL = '{"t":"final","ref_id":"@","receipt":{"outcome":"complete","usage_raw":{},"usage":{}}}';

/** A backend that is the real supervisor on a program that writes these lines; `@` is the id of the run. */
function scripted(hello: string, lines: readonly string[]): Backend {
  return {
    name: "odd",
    needsWorkspace: false,
    open: async ({ signal }) => {
      const program = new FakeProgram();
      const sidecar = new SupervisedSidecar(program, defaultSidecarSettings, systemClock, (text) => text);
      program.stdout.write(`${hello}\n`);
      await sidecar.awaitHello(signal);
      return {
        facts: sidecar.hello,
        confinement: unconfined("a test"),
        run: (context) => {
          const { maxOutputBytes: _, ...rest } = context;
          // The order arrives: everything is written at once, and the program ends.
          program.stdin.once("data", () => {
            program.stdout.write(lines.map((line) => `${line.replaceAll("@", context.runId)}\n`).join(""));
            program.end();
          });
          return sidecar.run(rest);
        },
        kill: () => undefined,
        close: async () => ({ sidecar: sidecar.record() }),
      };
    },
  };
}

async function run(hello: string, lines: readonly string[], log = new FakeLog(), mode = "mapped") {
  const order = buildWorkOrder("01890a5d-ac96-774b-bcce-b302099a8057", "do it", {
    workspace: { root: tmpdir() },
    ...(mode === "mapped" ? {} : { config: { vendor: { abp: { mode: "passthrough" } } } }),
  });
  const software = { name: "test", version: "1" };
  const handle = runStreaming(scripted(hello, lines), order, { software, log });
  const events: AgentEvent[] = [];
  for await (const event of handle.events) events.push(event);
  return { ...(await handle.result), events, log };
}

const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const strings = fc.constantFrom(
  ...['""', '"\\u0000"', '"\\ud800"', '"\\udc00x"', '"\\ud83d\\ude00"', '"__proto__"', '"x"', '"@"'],
  ...['"{\\"abp_raw_json\\":\\"1\\"}"', '"{\\"abp_raw_json\\":"', `"${"y".repeat(5000)}"`, '"complete"'],
  ...['"2026-01-01T00:00:00Z"', '"2020-01-01T00:00:00+02:00"', '"native"', '"\\u2028"'],
);
const numbers = fc.constantFrom(
  ...["0", "-0", "1", "-1", "1.5", "1e400", "-1e400", "1e-400", "9007199254740993", "18446744073709551616"],
  ...["0.1234567890123456789", "1E2", "123456789012345678901234567890", "1e21", "255"],
);
const names = fc.constantFrom(
  ...[
    '"a"',
    '"__proto__"',
    '"abp_raw_json"',
    '"\\ud800"',
    '""',
    '"constructor"',
    '"0"',
    '"toJSON"',
    '"rawJSON"',
  ],
);
const { value: json } = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    strings,
    numbers,
    fc.constantFrom(
      "true",
      "false",
      "null",
      deep(60),
      deep(119),
      deep(126),
      deep(127),
      deep(400),
      deep(20_000),
    ),
    tie("list"),
    tie("object"),
  ),
  list: fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join(",")}]`),
  object: fc
    .uniqueArray(fc.tuple(names, tie("value")), { maxLength: 3, selector: ([name]) => name })
    .map((members) => `{${members.map(([name, value]) => `${name}:${value}`).join(",")}}`),
}));

/** An object with some of the named members, each with the usual value or with any other. */
function frameOf(usual: Readonly<Record<string, string>>, more: readonly string[] = []) {
  const members = Object.entries(usual).map(([name, value]) =>
    fc
      .oneof({ weight: 6, arbitrary: fc.constant(value) }, { weight: 2, arbitrary: json })
      .map((text) => `${JSON.stringify(name)}:${text}`),
  );
  const extra = more.map((name) => fc.option(json.map((text) => `${JSON.stringify(name)}:${text}`)));
  return fc.tuple(...members, ...extra).map((all) => `{${all.filter((one) => one !== null).join(",")}}`);
}

const event = fc
  .constantFrom<Readonly<Record<string, string>>>(
    { type: '"assistant_delta"', text: '"x"' },
    { type: '"warning"', message: '"x"' },
    { type: '"tool_call"', tool_name: '"Bash"', tool_use_id: '"1"', input: "{}" },
    { type: '"tool_result"', tool_name: '"Bash"', tool_use_id: '"1"', output: "{}", is_error: "false" },
    { type: '"file_changed"', path: '"x"', summary: '"y"' },
    { type: '"command_executed"', command: '"ls"', exit_code: "0", output_preview: "null" },
    { type: '"error"', message: '"x"', error_code: '"internal"' },
    { type: '"new_type"' },
  )
  .chain((usual) => frameOf(usual, ["ts", "ext", "odd"]));
const claimed = frameOf({ outcome: '"complete"' }, [
  ...["usage", "usage_raw", "artifacts", "verification", "receipt_sha256", "mode", "session"],
  ...["structured_output", "meta", "backend"],
]);
const frame = fc.oneof(
  { weight: 6, arbitrary: event.map((one) => `{"t":"event","ref_id":"@","event":${one}}`) },
  { weight: 2, arbitrary: claimed.map((one) => `{"t":"final","ref_id":"@","receipt":${one}}`) },
  frameOf({ t: '"tool_request"', ref_id: '"@"', request_id: '"1"', tool_name: '"Bash"', input: "{}" }),
  frameOf({ t: '"fatal"', ref_id: '"@"', error: '"x"' }, ["error_code"]),
  frameOf({ t: '"brand_new"', ref_id: '"@"' }, ["x"]),
  frameOf({ t: '"pong"' }, ["seq"]),
  json,
);
const hello = fc.oneof(
  { weight: 3, arbitrary: fc.constant(HELLO) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        frameOf({ id: '"odd"' }, ["backend_version", "adapter_version", "more"]),
        frameOf({ streaming: '"native"' }, ["tool_read", "__proto__", "odd"]),
        frameOf({ reason: '"r"' }, ["more"]),
      )
      .map(
        ([backend, capabilities, restricted]) =>
          `{"t":"hello","contract_version":"abp/v0.7","backend":${backend},"capabilities":${capabilities.slice(0, -1)},"vision":{"restricted":${restricted}}}}`,
      ),
  },
);

describe("whatever a sidecar sends", () => {
  const stored: Uint8Array[] = [];
  const endings = new Set<string>();

  it("ends in one receipt that verifies, in a log that stays valid", { timeout: 600_000 }, async () => {
    const log = new FakeLog();
    await fc.assert(
      fc.asyncProperty(
        hello,
        fc.array(frame, { maxLength: 5 }),
        fc.constantFrom("mapped", "passthrough"),
        async (first, frames, mode) => {
          const before = log.stored.length;
          const { verification, events, receipt } = await run(first, [...frames, FINAL], log, mode);
          expect(verification.findings).toEqual([]);
          expect(log.stored).toHaveLength(before + 1);
          const { bytes } = log.stored.at(-1)!;
          expect(validateReceipt(bytes).errors).toEqual([]);
          // Every event can be printed, whatever it holds.
          for (const one of events) expect(JSON.parse(JSON.stringify(one))).toMatchObject({ type: one.type });
          stored.push(bytes);
          endings.add(receipt.termination?.code ?? receipt.outcome);
        },
      ),
      {
        numRuns: RUNS,
        examples: [
          [HELLO, [], "mapped"],
          [HELLO, ['{"t":"fatal","ref_id":"@","error":"x"}'], "mapped"],
          [HELLO, ['{"t":"event","ref_id":"@","event":5}'], "mapped"],
        ],
      },
    );
    // The examples reach both ends: some are taken, some are refused.
    expect([...endings]).toEqual(
      expect.arrayContaining(["complete", "protocol_invalid_envelope", "sidecar_fatal"]),
    );
  });

  afterAll(() => stored.splice(0));

  it.skipIf(!hasPython())("is accepted by the second verifier too", () => {
    const cases = stored.map((bytes) =>
      JSON.stringify({ kind: "receipt", input: Buffer.from(bytes).toString("base64") }),
    );
    const batch = new URL("../../conformance/receipts/batch.py", import.meta.url).pathname;
    const { stdout } = spawnSync("/usr/bin/python3", [batch], {
      input: cases.join("\n"),
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    const answers = stdout.trim().split("\n");
    expect(answers).toHaveLength(stored.length);
    expect(new Set(answers)).toEqual(new Set(['{"ok": true, "codes": []}']));
  });
});

describe("a value in a free field that canonical JSON cannot hold", () => {
  const input = `{"n":9007199254740993,"e":1e400,"d":0.1234567890123456789,"s":"\\ud800","__proto__":{"a":1},"deep":${deep(300)},"m":{"abp_raw_json":"x"}}`;
  const line = `{"t":"event","ref_id":"@","event":{"ts":"2026-01-01T00:00:00Z","type":"tool_call","tool_name":"X","input":${input}}}`;

  it("reaches the caller as it came, and the receipt as marked text", async () => {
    const { error, events, receipt: recorded, log } = await run(HELLO, [line, FINAL]);
    expect(error).toBeUndefined();
    const [call] = events as unknown as { input: Record<string, unknown> }[];
    expect(JSON.stringify(call!.input)).toBe(input);
    expect(Object.getPrototypeOf(call!.input)).toBe(Object.prototype);
    const held = (recorded.trace[0] as unknown as { input: Record<string, unknown> }).input;
    expect(held).toMatchObject({
      n: { abp_raw_json: "9007199254740993" },
      e: { abp_raw_json: "1e400" },
      d: { abp_raw_json: "0.1234567890123456789" },
      s: '{"abp_raw_json":"\\"\\\\ud800\\""}',
      m: { abp_raw_json: '{"abp_raw_json":"x"}' },
    });
    expect(Object.getOwnPropertyDescriptor(held, "__proto__")?.value).toEqual({ a: 1 });
    expect(JSON.stringify(held["deep"])).toContain("abp_raw_json");
    expect(validateReceipt(log.stored[0]!.bytes).errors).toEqual([]);
  });

  it("that nests deeper than programs can follow comes as its text", async () => {
    const free = deep(50_000);
    const event = `{"t":"event","ref_id":"@","event":{"type":"tool_call","tool_name":"X","input":{"deep":${free}}}}`;
    const { error, events } = await run(HELLO, [event, FINAL]);
    expect(error).toBeUndefined();
    expect(JSON.stringify(events[0]).replaceAll(/[^[\]]/g, "")).toBe(free);
  });

  it("is restored when the events are read from the store", async () => {
    const { log, receipt: recorded } = await run(HELLO, [line, FINAL]);
    const { replayStream } = await import("../../src/runtime/index.ts");
    for await (const event of replayStream(log.ledger, recorded.meta.run_id)) {
      expect(JSON.stringify((event as unknown as { input: unknown }).input)).toHaveLength(input.length);
      return;
    }
    expect.unreachable();
  });
});

describe("frames of an unknown kind", () => {
  it("are counted and ignored during a run", async () => {
    const { error, receipt: recorded } = await run(HELLO, ['{"t":"dance"}', '{"t":"sing","x":1}', FINAL]);
    expect(error).toBeUndefined();
    expect(recorded.outcome).toBe("complete");
    expect(recorded.observed?.sidecar?.violations).toEqual({ unknown_frame: 2 });
  });
});

describe("an empty name of a backend", () => {
  it("is refused in the hello, and the receipt names the backend as it is configured", async () => {
    const { error, receipt: recorded } = await run(HELLO.replace('"odd"', '""'), []);
    expect(error).toMatchObject({ code: "protocol_invalid_envelope" });
    expect(error?.message).toContain("empty `backend.id`");
    expect(recorded.backend.id).toBe("odd");
  });
});
