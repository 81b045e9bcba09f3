import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CallerAnswer, CallerLine, type CallerRequest } from "./caller-line.ts";
import { type ChildDaemon, DaemonHome } from "./child-daemon.ts";
import {
  answerWhole,
  asChunk,
  beginStream,
  LAST_CHUNK,
  type RawUpstream,
  startUpstream,
} from "./raw-upstream.ts";
import { speeches } from "./speech.ts";

/** Secrets in no vendor's form, so that nothing hides them by their looks. */
const canaries = {
  token: "canary-token-4f8a1c77d0",
  apiKey: "canary-apikey-93be02ac51",
  configHeader: "canary-confheader-7720fe1b",
  environment: "canary-env-55d1a8e9c3",
  vendorKey: "canary-vendorkey-e1f09b6a2d",
  header: "canary-header-0c7d4e8f12",
  cookie: "canary-cookie-a4b5c6d7e8",
  query: "canary-query/+b81f0a9d",
  prompt: "canary-prompt/+6e5d4c3b2a",
  field: "canary-field/+18273645fa",
  toolInput: "canary-toolinput/+9f8e7d6c",
  reply: "canary-reply/+0a1b2c3d4e",
  upstreamHeader: "canary-upheader-d4c3b2a190",
  upstreamError: "canary-uperror/+77aa88bb99",
} as const;
/** Those that the caller itself does not know. */
const HIDDEN = ["apiKey", "configHeader", "environment"] as const;

/** How a secret may stand somewhere: as it is, escaped, or as part of something that was encoded as a whole. */
function disguises(secret: string): string[] {
  const aligned = [0, 1, 2].map((shift) => {
    const encoded = Buffer.from(" ".repeat(shift) + secret).toString("base64");
    return encoded.slice(shift === 0 ? 0 : 4, Math.floor(((shift + secret.length) * 8) / 6 / 4) * 4 - 4);
  });
  return [
    secret,
    encodeURIComponent(secret),
    secret.replaceAll("/", "\\/"),
    Buffer.from(secret).toString("hex"),
    Buffer.from(secret, "utf16le").toString("latin1"),
    ...aligned,
    ...aligned.map((text) => text.replaceAll("+", "-").replaceAll("/", "_")),
  ];
}

/** Every canary that a text holds, in any disguise. */
function findCanaries(where: string, text: string, names: readonly (keyof typeof canaries)[]): string[] {
  return names.flatMap((name) => {
    const found = disguises(canaries[name]).find((form) => text.includes(form));
    if (found === undefined) return [];
    const at = text.indexOf(found);
    return [`${name} in ${where}: …${JSON.stringify(text.slice(Math.max(0, at - 120), at + 60))}`];
  });
}

const ALL = Object.keys(canaries) as (keyof typeof canaries)[];

describe("G10: secrets", () => {
  let home: DaemonHome;
  let upstream: RawUpstream;
  let daemon: ChildDaemon;
  const errors: CallerAnswer[] = [];
  let calls = 0;

  beforeAll(async () => {
    upstream = await startUpstream((exchange) => {
      const wish =
        exchange.header("x-wish") ?? exchange.body.toString().match(/wish-([a-z-]+)/)?.[1] ?? "reply";
      const isClaude = exchange.target.includes("messages");
      const speech = isClaude ? speeches.claude : speeches.openai;
      const echo = ["x-echo", canaries.upstreamHeader, "set-cookie", `s=${canaries.upstreamHeader}`];
      const type = ["content-type", "application/json", ...echo];
      const words = `Incorrect API key provided: ${canaries.apiKey}. ${canaries.upstreamError} ${exchange.body.toString()}`;
      if (wish === "error") answerWhole(exchange, 401, JSON.stringify(speech.error(words)), type);
      else if (wish === "crash")
        answerWhole(exchange, 500, `<html>${words}</html>`, ["content-type", "text/html", ...echo]);
      else if (wish === "garbage") answerWhole(exchange, 200, `{"broken": "${canaries.upstreamError}`, type);
      else if (wish === "misfit")
        answerWhole(
          exchange,
          200,
          JSON.stringify({ unknown: canaries.upstreamError, other: [canaries.reply] }),
          type,
        );
      else if (wish === "redirect")
        answerWhole(exchange, 307, "", [
          "location",
          `https://user:${canaries.upstreamError}@example.org/?t=${canaries.apiKey}`,
        ]);
      else if (wish === "stream" || wish === "stream-error") {
        beginStream(exchange, echo);
        for (const event of speech.events.slice(0, speech.beforeEnd))
          exchange.socket.write(asChunk(event.replaceAll("Hello", canaries.reply)));
        const end =
          wish === "stream"
            ? speech.events.slice(speech.beforeEnd).join("")
            : speech.errorEvent.replace(
                /Overloaded|The server had an error/,
                words.replaceAll('"', "'").replaceAll("\\", ""),
              );
        exchange.socket.write(asChunk(end));
        exchange.socket.write(LAST_CHUNK);
      } else
        answerWhole(
          exchange,
          200,
          JSON.stringify(speech.reply).replaceAll("Hello there", canaries.reply),
          type,
        );
    });
    const engine = (dialect: string) => `
      [engines.${dialect}]
      dialect = "${dialect}"
      base_url = "${upstream.url}"
      api_key = "${canaries.apiKey}"
      headers = ["x-extra: ${canaries.configHeader}"]
    `;
    const toml = `
      log_level = "trace"
      [keys.tester]
      token = "${canaries.token}"
      ${engine("claude")}
      ${engine("openai")}
    `;
    home = new DaemonHome(toml.replace(/^ +/gm, ""), {
      ANTHROPIC_API_KEY: canaries.environment,
      OPENAI_API_KEY: canaries.environment,
      SOME_PASSWORD: canaries.environment,
    });
    daemon = await home.start();
    await callAll();
    daemon.signal("SIGTERM");
    await daemon.ended;
  });
  afterAll(async () => {
    home.close();
    await upstream.close();
  });

  const send = async (request: CallerRequest): Promise<void> => {
    const line = new CallerLine(daemon.url);
    const answer = await line.send(request);
    line.leave();
    calls += 1;
    const isEngines =
      answer.header("x-abp-mode") === "passthrough" && answer.header("x-abp-error") === undefined;
    if (answer.status >= 400 && !isEngines) errors.push(answer);
    const run = answer.header("x-abp-run-id");
    if (run === undefined) return;
    const own = new CallerLine(daemon.url);
    const receipt = await own.send({
      path: `/v1/runs/${run}/receipt`,
      headers: ["x-abp-key", canaries.token],
    });
    own.leave();
    errors.push(receipt);
  };

  const callAll = async (): Promise<void> => {
    const wishes = ["reply", "error", "crash", "garbage", "misfit", "redirect", "stream", "stream-error"];
    for (const caller of ["claude", "openai"] as const) {
      for (const engine of ["claude", "openai"]) {
        const call = (body: string, key: readonly string[], query = ""): Promise<void> =>
          send({
            path: `/${caller}${speeches[caller].path(false)}${query}`,
            headers: [
              ...["content-type", "application/json", "x-abp-engine", engine, ...key],
              ...["x-custom-secret", canaries.header, "cookie", `sid=${canaries.cookie}`],
            ],
            body,
          });
        const own = ["x-abp-key", canaries.token, "authorization", `Bearer ${canaries.vendorKey}`];
        for (const wish of wishes) {
          const request = {
            ...speeches[caller].request(wish.startsWith("stream")),
            messages: [{ role: "user", content: `${canaries.prompt} wish-${wish}` }],
            metadata: { user_id: canaries.field },
            unknown_field: { password: canaries.field },
          };
          await call(JSON.stringify(request), own, `?secret=${encodeURIComponent(canaries.query)}`);
        }
        // What is wrong with a call is said without its content.
        const base = speeches[caller].request(false);
        const tool = {
          role: "assistant",
          tool_calls: [
            { id: "t1", type: "function", function: { name: "f", arguments: canaries.toolInput } },
          ],
        };
        for (const body of [
          `{"model":"m","x":"${canaries.prompt}`,
          `{"model":"m","messages":"${canaries.prompt}"}`,
          JSON.stringify({ ...base, max_tokens: canaries.field }),
          JSON.stringify({
            ...base,
            tool_choice: canaries.field,
            stop: { a: canaries.field },
            temperature: canaries.field,
          }),
          JSON.stringify({ ...base, messages: [{ role: canaries.field, content: canaries.prompt }] }),
          JSON.stringify({
            ...base,
            messages: [{ role: "user", content: [{ type: canaries.field, text: canaries.prompt }] }],
          }),
          JSON.stringify({ ...base, messages: [{ role: "user", content: "x" }, tool] }),
          JSON.stringify({
            ...base,
            messages: [
              {
                role: "user",
                content: [{ type: "image_url", image_url: { url: `data:${canaries.prompt}` } }],
              },
            ],
          }),
        ])
          await call(body, own);
        await call("{}", ["x-api-key", `${canaries.vendorKey}`]);
        await call("{}", ["x-api-key", `${canaries.token}x`]);
        await call("{}", [], `?key=${canaries.token}`);
      }
    }
  };

  it("reach the upstream where they are meant to, and only there", () => {
    expect(calls).toBeGreaterThan(70);
    const seen = upstream.exchanges
      .map(({ headers, body }) => `${headers.join("\n")}\n${body.toString()}`)
      .join("\n");
    for (const name of ["apiKey", "configHeader", "prompt"] as const) expect(seen).toContain(canaries[name]);
    for (const name of ["token", "vendorKey", "cookie", "environment"] as const)
      expect(seen).not.toContain(canaries[name]);
  });

  it("are in no file that the daemon wrote", () => {
    const root = join(home.root, "home");
    const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.some(({ name }) => name.includes(".db") || name.includes("sqlite"))).toBe(true);
    const hits = files.flatMap(({ parentPath, name }) =>
      findCanaries(name, readFileSync(join(parentPath, name), "latin1"), ALL),
    );
    expect(hits).toEqual([]);
  });

  it("are in nothing that it said, at the most talkative level", async () => {
    const { out, error } = await daemon.ended;
    expect(findCanaries("standard output", out, ALL)).toEqual([]);
    expect(findCanaries("standard error", error, ALL)).toEqual([]);
  });

  it("are in no receipt", async () => {
    const file = join(home.root, "log.jsonl");
    const ended = await home.run("receipt", "log", "--export", file);
    expect(ended.code).toBe(0);
    const text = readFileSync(file, "utf8");
    expect(text.split("\n").length).toBeGreaterThan(50);
    expect(findCanaries("the log", text, ALL)).toEqual([]);
    expect(findCanaries("the command", ended.out + ended.error, ALL)).toEqual([]);
  });

  it("of the backplane and its owner are in no error that a caller gets", () => {
    expect(errors.length).toBeGreaterThan(50);
    const hits = errors.flatMap((answer) =>
      findCanaries(`${answer.status}`, `${answer.headers.join("\n")}\n${answer.text}`, HIDDEN),
    );
    expect(hits).toEqual([]);
  });
});
