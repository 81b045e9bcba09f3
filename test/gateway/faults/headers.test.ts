import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scanErrorAnswers, UPSTREAM_KEY } from "./error-answers.ts";
import { headerIn } from "./message-reader.ts";
import { answerWhole, type UpstreamExchange } from "./raw-upstream.ts";
import { callTo, SPEAKERS, type SpeechName, speeches } from "./speech.ts";
import { CALLER_KEY, openStack, type Stack } from "./stack.ts";

const SECRET = "planted-9f2c";
/** What must stop at the gateway, whatever the engine speaks. */
const planted: readonly (readonly [name: string, value: string])[] = [
  ["keep-alive", `timeout=${SECRET}`],
  ["proxy-connection", SECRET],
  ["te", `trailers, ${SECRET}`],
  ["trailer", SECRET],
  ["proxy-authorization", `Basic ${SECRET}`],
  ["x-forwarded-for", SECRET],
  ["x-forwarded-host", SECRET],
  ["x-forwarded-proto", SECRET],
  ["x-forwarded-anything", SECRET],
  ["forwarded", `for=${SECRET}`],
  ["via", SECRET],
  ["x-real-ip", SECRET],
  ["cookie", `session=${SECRET}`],
  ["x-abp-anything", SECRET],
  ["x_custom_header", SECRET],
  ["authorization", `Bearer ${SECRET}`],
  ["x-goog-api-key", SECRET],
  ["x-nominated", SECRET],
];

describe("G06: what goes from hop to hop", () => {
  let stack: Stack;
  let extra: readonly string[] = [];
  beforeAll(async () => {
    const reply = ({ target }: UpstreamExchange): SpeechName =>
      target.includes("messages")
        ? "claude"
        : target.includes("completions")
          ? "openai"
          : target.includes("responses")
            ? "codex"
            : "gemini";
    stack = await openStack((exchange) =>
      answerWhole(exchange, 200, JSON.stringify(speeches[reply(exchange)].reply), [
        "content-type",
        "application/json",
        ...extra,
      ]),
    );
  });
  afterAll(() => stack.close());

  const send = async (caller: SpeechName, engine: SpeechName) => {
    const { path, body } = callTo(caller, engine, false);
    const headers = ["content-type", "application/json", "x-abp-key", CALLER_KEY, "x-abp-engine", engine];
    headers.push("connection", "keep-alive, X-Nominated", "x-kept", "as it is", ...planted.flat());
    const answer = await stack.call({ path, headers, body });
    return { answer, exchange: stack.upstream.exchanges.at(-1)! };
  };

  it.each(SPEAKERS)(
    "nothing of the caller's hop and none of its secrets reaches an engine of its dialect: %s",
    async (name) => {
      const { answer, exchange } = await send(name, name);
      expect(answer.status).toBe(200);
      const whole = `${exchange.startLine}\n${exchange.headers.join("\n")}`;
      expect(whole).not.toContain(SECRET);
      expect(whole).not.toContain(CALLER_KEY);
      expect(exchange.header("x-kept")).toBe("as it is");
      expect(exchange.headers.filter((value) => value.includes(UPSTREAM_KEY))).toHaveLength(1);
      expect(exchange.header("host")).toBe(stack.upstream.url.slice(7));
    },
  );

  it.each(SPEAKERS)("nothing of them reaches an engine of another dialect either: %s", async (name) => {
    const other = SPEAKERS[(SPEAKERS.indexOf(name) + 1) % SPEAKERS.length]!;
    const { answer, exchange } = await send(name, other);
    expect(answer.status).toBe(200);
    const whole = `${exchange.startLine}\n${exchange.headers.join("\n")}`;
    expect(whole).not.toContain(SECRET);
    expect(whole).not.toContain(CALLER_KEY);
  });

  it("a header that imitates one of ours with an underscore is refused", async () => {
    const before = stack.upstream.exchanges.length;
    for (const name of ["x_abp_key", "x_api_key", "content_length", "x_forwarded_for", "transfer_encoding"]) {
      const answer = await stack.call(callTo("claude", "claude", false, { headers: [name, SECRET] }));
      expect([name, answer.status]).toEqual([name, 400]);
    }
    expect(stack.upstream.exchanges).toHaveLength(before);
  });

  it.each(["key", "%6bey", "k%65y", "%6B%65%79"])(
    "a key in the query, written %s, goes no further",
    async (spelling) => {
      const { path, body } = callTo("gemini", "gemini", true);
      const answer = await stack.call({
        path: `${path}&${spelling}=${CALLER_KEY}&kept=1`,
        headers: ["content-type", "application/json", "x-abp-engine", "gemini"],
        body,
      });
      expect(answer.status).toBe(200);
      const { target } = stack.upstream.exchanges.at(-1)!;
      expect(target).not.toContain(CALLER_KEY);
      expect(target).toContain("kept=1");
    },
  );

  it("an engine cannot speak in our name, or set headers of our connection", async () => {
    extra = [
      ...[
        "x-abp-run-id",
        "spoofed",
        "X-ABP-Mode",
        "spoofed",
        "x-abp-loss",
        "spoofed",
        "x-abp-error",
        "spoofed",
      ],
      ...["x-abp-simulated", "spoofed", "keep-alive", "timeout=spoofed", "x-only-here", "spoofed"],
      ...["connection", "keep-alive, x-only-here", "x-vendor", "kept"],
    ];
    const passed = (await send("claude", "claude")).answer;
    const mapped = (await send("openai", "claude")).answer;
    extra = [];
    for (const answer of [passed, mapped]) {
      expect(answer.headers.join("\n")).not.toContain("spoofed");
      expect(answer.header("x-abp-run-id")).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect(headerIn(passed.headers, "x-vendor")).toBe("kept");
    expect(headerIn(passed.headers, "x-abp-mode")).toBe("passthrough");
  });

  it("G27: the errors tell nothing of our insides", () => {
    const { scanned, leaks } = scanErrorAnswers();
    expect(scanned).toBeGreaterThan(4);
    expect(leaks).toEqual([]);
  });
});
