import { lookup } from "node:dns/promises";
import { hostname } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scanErrorAnswers, UPSTREAM_KEY } from "./error-answers.ts";
import {
  answerWhole,
  headText,
  type RawUpstream,
  startUpstream,
  type UpstreamExchange,
} from "./raw-upstream.ts";
import { callTo, pairs, type SpeechName, speeches } from "./speech.ts";
import { openStack, type Stack } from "./stack.ts";

const engineOf = ({ target }: UpstreamExchange): SpeechName => {
  if (target.includes("messages")) return "claude";
  if (target.includes("completions")) return "openai";
  return target.includes("responses") ? "codex" : "gemini";
};

const own = await lookup(hostname()).catch(() => undefined);
const isLocalName = own?.address.startsWith("127.") === true && hostname() !== "localhost";

describe("where a call goes", () => {
  let stack: Stack;
  let trap: RawUpstream;
  beforeAll(async () => {
    trap = await startUpstream((exchange) => answerWhole(exchange, 200, "{}"));
    const { port } = trap;
    const at = (base_url: string) => ({ dialect: "claude" as const, base_url, api_key: UPSTREAM_KEY });
    stack = await openStack(
      (exchange) => answerWhole(exchange, 200, JSON.stringify(speeches[engineOf(exchange)].reply)),
      {},
      {},
      () => ({
        metadata: at("http://169.254.169.254"),
        private: at("http://10.1.2.3"),
        mapped: at(`http://[::ffff:10.1.2.3]:${port}`),
        unspecified: at(`http://0.0.0.0:${port}`),
        shared: at("http://100.64.0.1"),
        named: at(`http://${hostname()}:${port}`),
      }),
    );
  });
  afterAll(async () => {
    await stack.close();
    await trap.close();
  });

  it("G01: is never taken from the request: not from its body, headers, query or model", async () => {
    const url = trap.url;
    const body = JSON.stringify({
      ...speeches.claude.request(false),
      api_base: url,
      base_url: url,
      endpoint: url,
      metadata: { api_base: url },
    });
    const wishes = [
      "x-base-url",
      url,
      "api-base",
      url,
      "x-upstream",
      url,
      "x-forwarded-host",
      trap.url.slice(7),
    ];
    const request = callTo("claude", "claude", false, { body, headers: wishes });
    const answer = await stack.call({
      ...request,
      path: `${request.path}?api_base=${encodeURIComponent(url)}`,
    });
    expect(answer.status).toBe(200);
    expect(stack.upstream.exchanges.at(-1)!.body.toString()).toBe(body);

    const named = await stack.call(callTo("claude", url as never, false));
    expect([named.status, speeches.claude.isError(JSON.parse(named.text))]).toEqual([404, true]);
    const model = JSON.stringify({ ...speeches.claude.request(false), model: `${url}/v1/x` });
    const { headers, ...rest } = callTo("claude", "claude", false, { body: model });
    const unrouted = await stack.call({ ...rest, headers: headers.slice(0, 4) });
    expect(unrouted.status).toBeGreaterThanOrEqual(400);
    expect(trap.connections).toBe(0);
  });

  it("G01: is not changed by an absolute target or another host", async () => {
    const { path, headers, body } = callTo("claude", "claude", false);
    const before = stack.upstream.exchanges.length;
    const absolute = await stack.call({ path: `${trap.url}${path}`, headers, body });
    const hosted = await stack.call({ path, headers: ["host", trap.url.slice(7), ...headers], body });
    const foreign = await stack.call({ path, headers: ["host", "attacker.example", ...headers], body });
    expect([absolute.status, foreign.status]).toEqual([400, 403]);
    // Another port of this machine is still this machine; the call is served here and nowhere else.
    expect([200, 403]).toContain(hosted.status);
    expect(stack.upstream.exchanges.length - before).toBe(hosted.status === 200 ? 1 : 0);
    expect(trap.connections).toBe(0);
  });

  it.each(["metadata", "private", "mapped", "unspecified", "shared"])(
    "G02: is never an address of a private network: %s",
    async (engine) => {
      const answer = await stack.call(callTo("claude", engine as never, false));
      expect([answer.status, answer.header("x-abp-error")]).toEqual([502, "engine_address_denied"]);
      expect(speeches.claude.isError(JSON.parse(answer.text))).toBe(true);
      expect((await stack.receiptOf(answer)).outcome).toBe("failed");
      expect(trap.connections).toBe(0);
    },
  );

  it.skipIf(!isLocalName)("G02: is not this machine because a name resolves to it", async () => {
    const answer = await stack.call(callTo("claude", "named" as never, false));
    expect(answer.header("x-abp-error")).toBe("engine_address_denied");
    expect(trap.connections).toBe(0);
  });

  it.each([301, 302, 303, 307, 308])("G03: is not changed by a redirect with status %i", async (status) => {
    const before = stack.upstream.script;
    stack.upstream.script = ({ socket }) =>
      socket.write(
        headText(status, [
          "location",
          `${trap.url}/v1/messages?token=secret-in-location`,
          "content-length",
          "0",
        ]),
      );
    for (const caller of ["claude", "openai"] as const) {
      const answer = await stack.call(callTo(caller, "claude", false));
      expect([answer.status, answer.header("x-abp-error")]).toEqual([502, "engine_redirected"]);
      expect(speeches[caller].isError(JSON.parse(answer.text))).toBe(true);
      expect(answer.header("location")).toBeUndefined();
      expect(answer.text).not.toContain("secret-in-location");
    }
    stack.upstream.script = before;
    expect(trap.connections).toBe(0);
  });

  const picture = (caller: SpeechName, url: string): Record<string, unknown> => {
    const request = speeches[caller].request(false);
    switch (caller) {
      case "claude":
        return {
          ...request,
          messages: [
            {
              role: "user",
              content: [
                { type: "image", source: { type: "url", url } },
                { type: "text", text: "?" },
              ],
            },
          ],
        };
      case "openai":
        return {
          ...request,
          messages: [
            {
              role: "user",
              content: [
                { type: "image_url", image_url: { url } },
                { type: "text", text: "?" },
              ],
            },
          ],
        };
      case "codex":
        return {
          ...request,
          input: [
            {
              role: "user",
              content: [
                { type: "input_image", image_url: url, detail: "auto" },
                { type: "input_text", text: "?" },
              ],
            },
          ],
        };
      default:
        return {
          contents: [
            { role: "user", parts: [{ fileData: { fileUri: url, mimeType: "image/png" } }, { text: "?" }] },
          ],
        };
    }
  };

  it.each(pairs)(
    "G04: an image's address is refused or passed on, and never fetched: %s to %s",
    async (caller, engine) => {
      const url = `http://127.0.0.1:${trap.port}/picture.png`;
      const before = stack.upstream.exchanges.length;
      const answer = await stack.call(
        callTo(caller, engine, false, { body: JSON.stringify(picture(caller, url)) }),
      );
      if (answer.status === 200) expect(stack.upstream.exchanges.at(-1)!.body.toString()).toContain(url);
      else {
        expect(answer.status).toBe(400);
        expect(speeches[caller].isError(JSON.parse(answer.text))).toBe(true);
        expect(stack.upstream.exchanges).toHaveLength(before);
      }
      expect(trap.connections).toBe(0);
    },
  );

  it("G27: the errors tell nothing of our insides", () => {
    // A caller that wrote an address for a name may read it again.
    const { leaks } = scanErrorAnswers();
    expect(leaks.filter((leak) => !leak.includes(`:${trap.port}`))).toEqual([]);
  });
});
