import { describe, expect, it } from "vitest";
import { AbpError, Envelope } from "../../contract/index.ts";
import { workOrder } from "../fixtures/start-fixture.ts";
import { readClaim } from "./claim.ts";
import { readFatal } from "./fatal.ts";
import { readFrame, type SidecarFrame, TextLine } from "./frame.ts";
import { readHello } from "./hello.ts";
import { describeIssues, quoteBytes, unexpectedFrame } from "./invalid-frame.ts";
import { cancelLine, pingLine, runLine, steerLine, toolDecisionLine } from "./outgoing.ts";

const frame = (members: object) => members as SidecarFrame;

describe("frames that we send", () => {
  it.each([
    runLine("run-1", workOrder()),
    cancelLine("run-1", "a reason\nwith lines"),
    pingLine(7),
    toolDecisionLine("run-1", "q", { verdict: "deny", reason: "no" }),
  ])("follow the schema, on one line: %s", (line) => {
    expect(line.endsWith("\n")).toBe(true);
    expect(line.trimEnd()).not.toContain("\n");
    expect(Envelope.safeParse(JSON.parse(line)).success).toBe(true);
  });

  it("carry what they are given", () => {
    expect(JSON.parse(runLine("r", workOrder("t")))).toMatchObject({
      t: "run",
      id: "r",
      work_order: { task: "t" },
    });
    expect(JSON.parse(cancelLine("r", "why"))).toEqual({ t: "cancel", ref_id: "r", reason: "why" });
    expect(JSON.parse(pingLine(3))).toEqual({ t: "ping", seq: 3 });
    expect(JSON.parse(steerLine("r", "left"))).toEqual({ t: "steer", ref_id: "r", text: "left" });
  });

  it("carry a decision about a tool", () => {
    expect(JSON.parse(toolDecisionLine("r", "q", { verdict: "allow", reason: "why" }))).toEqual({
      t: "tool_decision",
      ref_id: "r",
      request_id: "q",
      verdict: "allow",
      reason: "why",
    });
  });
});

describe("readFrame", () => {
  it("reads objects with a kind, and skips blank lines", () => {
    expect(readFrame('{"t":"pong"}')).toEqual({ t: "pong" });
    for (const line of ["", " ", "\t\r"]) expect(readFrame(line)).toBeUndefined();
  });

  it("recognises text that is no JSON object", () => {
    for (const line of ["Starting", "42", "[1]", "null", '"x"', '{"t":1} more', '{"t":']) {
      const text = readFrame(line);
      expect(text).toBeInstanceOf(TextLine);
      expect((text as TextLine).error.code).toBe("protocol_invalid_envelope");
    }
  });

  it("refuses objects without a kind and JSON that breaks a rule", () => {
    for (const line of ["{}", '{"t":5}', '{"t":"a","t":"b"}', '{"t":1e999}']) {
      expect(() => readFrame(line)).toThrow(expect.objectContaining({ code: "protocol_invalid_envelope" }));
    }
  });

  it("names the rule that a line breaks, and quotes its beginning", () => {
    const errorOf = (line: string) => (readFrame(line) as TextLine).error;
    expect(errorOf("[1]")).toMatchObject({
      message: 'A line of the sidecar is not a JSON object: "[1]" (bytes 5b315d)',
      details: { rule: "not-an-object" },
    });
    expect(errorOf("log").message).toContain('It begins with "log" (bytes 6c6f67)');
    expect(errorOf('{"t":')).toMatchObject({ details: { rule: "unexpected-end" } });
    expect(errorOf('{"t":1} x')).toMatchObject({ details: { rule: "trailing-text" } });
    expect(errorOf(" x ")).toMatchObject({ details: { rule: "syntax" } });
    expect(() => readFrame('{"t":null}')).toThrow(
      expect.objectContaining({
        details: { rule: "no-kind" },
        message: expect.stringContaining("(bytes 7b22"),
      }),
    );
    expect(() => readFrame('{"t":"a","t":"b"}')).toThrow(
      expect.objectContaining({ details: { rule: "duplicate-key" } }),
    );
  });
});

describe("quoteBytes", () => {
  it("shows the first 32 bytes as text and in hexadecimal", () => {
    expect(quoteBytes("abc")).toBe('"abc" (bytes 616263)');
    expect(quoteBytes("x".repeat(33))).toBe(`"${"x".repeat(32)}" (bytes ${"78".repeat(32)}…)`);
    expect(quoteBytes(new Uint8Array([0xff, 0x41]))).toContain("ff41");
  });

  it("shows no secret in either form", () => {
    const quoted = quoteBytes("password=hunter2hunter2");
    expect(quoted).not.toContain("hunter2");
    expect(quoted).not.toContain(Buffer.from("hunter2").toString("hex"));
  });

  it("marks a cut only if something is left out", () => {
    expect(quoteBytes("x".repeat(32))).not.toContain("…");
    expect(quoteBytes("x".repeat(33))).toContain("…");
  });

  it("keeps the bytes of a line that is not UTF-8 although a secret follows far behind", () => {
    const far = Buffer.concat([
      Buffer.from([0xff]),
      Buffer.alloc(4095, 0x20),
      Buffer.from("password=hunter2hunter2"),
    ]);
    expect(quoteBytes(far)).toContain("(bytes ff20");
    const near = Buffer.concat([Buffer.from([0xff]), Buffer.from(" password=hunter2hunter2")]);
    expect(quoteBytes(near)).toContain("(bytes efbfbd20");
  });
});

describe("describeIssues", () => {
  it("passes other errors on", () => {
    const other = new Error("x");
    expect(describeIssues(other, "event")).toBe(other);
    const wrapped = describeIssues(new AbpError("contract_schema_violation", "$.a is required"), "event");
    expect(wrapped).toMatchObject({
      code: "protocol_invalid_envelope",
      message: "The event of the sidecar is not valid: $.a is required",
      details: { frame: "event" },
    });
  });

  it("keeps the details and the cause", () => {
    const cause = new AbpError("contract_schema_violation", "x", { details: { path: "$.a" } });
    expect(describeIssues(cause, "hello")).toMatchObject({ details: { frame: "hello", path: "$.a" }, cause });
  });
});

describe("unexpectedFrame", () => {
  it("names 64 characters of the kind, and when it arrived", () => {
    expect(unexpectedFrame(frame({ t: "k".repeat(65) }), "too early")).toMatchObject({
      code: "protocol_unexpected_message",
      message: `The sidecar sent "${"k".repeat(64)}" too early`,
      details: { kind: "k".repeat(64) },
    });
  });
});

describe("readHello", () => {
  const base = { t: "hello", contract_version: "abp/v0.1", backend: { id: "x" }, capabilities: {} };

  it("reads that messages of the user are taken, if exactly that is said", () => {
    const accepts = (accepts_steering: unknown) =>
      readHello(frame({ ...base, accepts_steering })).hello.acceptsSteering;
    expect([accepts(true), accepts("true"), accepts(undefined)]).toEqual([true, false, false]);
  });

  it("fills in what may be missing", () => {
    expect(readHello(frame(base))).toEqual({
      hello: {
        identity: { id: "x", backend_version: null, adapter_version: null },
        capabilities: {},
        mode: "mapped",
        contractVersion: "abp/v0.1",
        asksBeforeTools: false,
        acceptsSteering: false,
      },
      unknownLevels: 0,
    });
  });

  it("reads mode, capabilities and whether it asks", () => {
    const restricted = { restricted: { reason: "r" } };
    const read = readHello(
      frame({
        ...base,
        mode: null,
        asks_before_tools: true,
        capabilities: { a: "native", b: restricted, c: "new", d: 5 },
      }),
    );
    expect(read.hello).toMatchObject({
      mode: "mapped",
      asksBeforeTools: true,
      capabilities: { a: "native", b: restricted },
    });
    expect(read.unknownLevels).toBe(2);
    expect(readHello(frame({ ...base, mode: "passthrough" })).hello.mode).toBe("passthrough");
    expect(readHello(frame({ ...base, asks_before_tools: "yes" })).hello.asksBeforeTools).toBe(false);
    for (const value of [true, "yes"])
      expect(readHello(frame({ ...base, accepts_steering: value })).hello.acceptsSteering).toBe(
        value === true,
      );
  });

  it("S08 checks the version before everything else", () => {
    for (const version of [undefined, null, 1, "x", "abp/v1.0", "abp/v0"]) {
      const hello = frame({ t: "hello", contract_version: version });
      expect(() => readHello(hello)).toThrow(expect.objectContaining({ code: "protocol_version_mismatch" }));
    }
    expect(readHello(frame({ ...base, contract_version: "abp/v0.42" })).hello.contractVersion).toBe(
      "abp/v0.42",
    );
  });

  it.each([
    { backend: null },
    { backend: { id: 5 } },
    { capabilities: null },
    { capabilities: [] },
    { mode: "x" },
  ])("refuses %j", (more) => {
    expect(() => readHello(frame({ ...base, ...more }))).toThrow(
      expect.objectContaining({ code: "protocol_invalid_envelope" }),
    );
  });

  it("S08 says which version it found and which one it expects", () => {
    const errorOf = (version: unknown) => {
      try {
        return readHello(frame({ ...base, contract_version: version }));
      } catch (error) {
        return error;
      }
    };
    expect(errorOf(undefined)).toMatchObject({
      message: "The hello of the sidecar names no version; this build speaks abp/v0.1",
      details: { expected: "abp/v0.1", actual: null },
    });
    expect(errorOf("abp/v9.1")).toMatchObject({
      message: 'The hello of the sidecar names "abp/v9.1"; this build speaks abp/v0.1',
      details: { expected: "abp/v0.1", actual: "abp/v9.1" },
    });
    expect(errorOf(["y".repeat(200)])).toMatchObject({
      message: `The hello of the sidecar names ["${"y".repeat(78)}; this build speaks abp/v0.1`,
      details: { actual: null },
    });
    expect(errorOf("z".repeat(81))).toMatchObject({ details: { actual: "z".repeat(80) } });
  });

  it("names the place that is wrong", () => {
    expect(() => readHello(frame({ ...base, backend: { id: 5 } }))).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/^The hello of the sidecar is not valid: .*id/),
        details: expect.objectContaining({ frame: "hello" }),
      }),
    );
    expect(() => readHello(frame({ ...base, capabilities: "native" }))).toThrow(/`capabilities`/);
    expect(() => readHello(frame({ ...base, mode: 5 }))).toThrow(/`mode`/);
    expect(readHello(frame({ ...base, mode: "mapped" })).hello.mode).toBe("mapped");
  });
});

describe("readClaim", () => {
  const claim = (receipt: unknown) => readClaim(frame({ t: "final", ref_id: "r", receipt }), false);

  it("reads the session and the structured answer, and no session that is not a name", () => {
    const full = claim({ outcome: "complete", session: "x".repeat(512), structured_output: null });
    expect([full.session?.length, full.structuredOutput]).toEqual([512, null]);
    for (const session of ["", "x".repeat(513), 7, null]) {
      const read = claim({ outcome: "complete", session });
      expect("session" in read || "structuredOutput" in read).toBe(false);
    }
  });

  it("reads what the sidecar reports, and tolerates what it leaves out", () => {
    expect(claim({ outcome: "partial" })).toEqual({
      outcome: "partial",
      usage: {},
      usageRaw: null,
      artifacts: [],
      harnessOk: false,
      receiptSha256: null,
      mode: "mapped",
      isAfterCancel: false,
    });
    const full = {
      outcome: "complete",
      mode: "passthrough",
      usage: { input_tokens: 1, output_tokens: 0, request_units: 2, estimated_cost_usd: 0.5 },
      usage_raw: { a: 1 },
      artifacts: [{ kind: "log", path: "a" }, { kind: 5 }, null],
      verification: { harness_ok: true },
      receipt_sha256: "not a real hash",
      tool_calls: [],
    };
    expect(claim(full)).toMatchObject({
      usage: { input_tokens: 1, output_tokens: 0, request_units: 2, estimated_cost_usd: 0.5 },
      usageRaw: { a: 1 },
      artifacts: [{ kind: "log", path: "a" }],
      harnessOk: true,
      receiptSha256: "not a real hash",
      mode: "passthrough",
    });
  });

  it("leaves out numbers that cannot be right", () => {
    const usage = {
      input_tokens: -1,
      output_tokens: 1.5,
      cache_read_tokens: "5",
      estimated_cost_usd: -2,
      other: 1,
    };
    expect(claim({ outcome: "complete", usage }).usage).toEqual({});
  });

  it.each([undefined, null, [], "x", {}, { outcome: "great" }])("refuses the receipt %j", (receipt) => {
    expect(() => claim(receipt)).toThrow(expect.objectContaining({ code: "protocol_invalid_envelope" }));
  });

  it("reads every count, zero and the largest exact number included", () => {
    const usage = {
      input_tokens: 0,
      output_tokens: Number.MAX_SAFE_INTEGER,
      cache_read_tokens: 3,
      cache_write_tokens: 4,
      request_units: 5,
      estimated_cost_usd: 0,
    };
    expect(claim({ outcome: "failed", usage }).usage).toEqual(usage);
    expect(claim({ outcome: "failed", usage: { input_tokens: 2 ** 53 } }).usage).toEqual({});
    expect(claim({ outcome: "failed", usage: { estimated_cost_usd: "1" } }).usage).toEqual({});
    expect(claim({ outcome: "failed", usage: [1] }).usage).toEqual({});
  });

  it("cuts a long hash, and takes other values for none", () => {
    expect(claim({ outcome: "failed", receipt_sha256: "a".repeat(129) }).receiptSha256).toBe("a".repeat(128));
    expect(claim({ outcome: "failed", receipt_sha256: 5 }).receiptSha256).toBeNull();
    expect(claim({ outcome: "failed", usage_raw: 0, artifacts: {}, verification: {} })).toMatchObject({
      usageRaw: 0,
      artifacts: [],
      harnessOk: false,
    });
  });

  it("keeps the name of the conversation if it can be one, and a structured answer of any kind", () => {
    const session = (value: unknown) => claim({ outcome: "complete", session: value });
    expect(session("s".repeat(512))).toMatchObject({ session: "s".repeat(512) });
    for (const value of [undefined, null, "", "s".repeat(513), 5])
      expect(session(value)).not.toHaveProperty("session");
    for (const value of [null, 0, { a: 1 }])
      expect(claim({ outcome: "complete", structured_output: value })).toHaveProperty(
        "structuredOutput",
        value,
      );
    expect(claim({ outcome: "complete" })).not.toHaveProperty("structuredOutput");
  });

  it("says whether cancel was sent before", () => {
    const final = frame({ t: "final", ref_id: "r", receipt: { outcome: "complete", mode: "other" } });
    expect(readClaim(final, true)).toMatchObject({ isAfterCancel: true, mode: "mapped" });
  });
});

describe("readFatal", () => {
  const read = (members: object) =>
    readFatal(frame({ t: "fatal", ...members }), (text) => text.replace("secret", "***"));

  it("takes the message as text or in an object, without secrets", () => {
    expect(read({ error: "a secret" })).toMatchObject({
      code: "sidecar_fatal",
      message: "a ***",
      details: {},
    });
    expect(read({ error: { message: "inner" }, error_code: "x" })).toMatchObject({
      message: "inner",
      details: { reported_code: "x" },
    });
    expect(read({ error: 5 }).message).toBe("5");
    expect(read({}).message).toBe("no message");
    expect(read({ error: "x".repeat(9000) }).message).toHaveLength(4096);
  });

  it.each<[unknown, string]>([
    [null, "null"],
    [["a"], '["a"]'],
    [{ message: 7 }, "7"],
    [{ other: 1 }, "no message"],
    [{ message: "" }, ""],
  ])("describes the error %j as %s", (error, message) => {
    expect(read({ error }).message).toBe(message);
  });

  it.each([
    [{ error: { message: "m", code: "backend_timeout" } }, "backend_timeout"],
    [{ error: { message: "m", error_code: "a", code: "b" } }, "a"],
    [{ error: { message: "m", code: "b" }, error_code: "c" }, "c"],
    [{ error: { message: "m", code: 5 } }, undefined],
  ])("finds the code of %j", (members, code) => {
    expect(read(members)).toMatchObject({ message: "m" });
    expect(read(members).details["reported_code"]).toBe(code);
  });

  it("keeps 64 characters of the reported code, if it is a text", () => {
    expect(read({ error: "x", error_code: "c".repeat(65) }).details).toEqual({
      reported_code: "c".repeat(64),
    });
    expect(read({ error: "x", error_code: 5 }).details).toEqual({});
  });
});
