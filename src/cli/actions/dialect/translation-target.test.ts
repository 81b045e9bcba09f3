import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { loadConfig } from "../../../config/index.ts";
import { openStore } from "../../../storage/index.ts";
import { useMachine } from "../../fixtures/console.ts";

const machine = useMachine();
const chat = resolve(import.meta.dirname, "../../fixtures/chat-request.json");

const ENGINE = '[engines.responses]\npreset = "sim"\ndialect = "codex"\n';

async function learn(pattern: string, value: string): Promise<void> {
  // A run makes the signing key and the ledger.
  await machine.run(["run", "--backend", "mock", "hello"]);
  const { config } = loadConfig({ cwd: machine.root, home: machine.root, env: machine.env });
  const store = await openStore(config, { writer: "inline" });
  const learnedAt = Date.parse("2026-01-01T00:00:00Z");
  store.ledger(config.receipts.tenant).evidence.learn({
    ...{ engine: "responses", model: "m", pattern, value, learnedAt },
  });
  await store.close();
}

describe("a request that is judged for a configured engine", () => {
  it("is judged as the gateway does, with all emulators", async () => {
    await machine.configure(ENGINE);
    const { exit, out } = await machine.run(["explain", chat, "--engine", "responses"]);
    expect(exit).toBe(0);
    expect(out).toMatch(/\$\.stop\s+emulated\s+.*stop_sequences\.truncate/);
    const some = await machine.run(["explain", chat, "--engine", "responses", "--emulate", "other"]);
    expect([some.exit, some.out]).toEqual([5, expect.stringMatching(/\$\.stop\s+refused/)]);
  });

  it("names the rule that changes a field", async () => {
    const body = { model: "gpt-5.4", max_tokens: 9, messages: [{ role: "user", content: "hi" }] };
    writeFileSync(
      join(machine.root, "r.json"),
      JSON.stringify({ ...body, metadata: { user_id: "u".repeat(150) } }),
    );
    const argv = ["explain", "r.json", "--from", "claude", "--to", "openai"];
    expect((await machine.run(argv)).out).toMatch(/disclosed\s+.*identity\.user/);
  });

  it("is judged with what the engine's errors taught, which is listed", async () => {
    await machine.configure(ENGINE);
    await learn("openai.length", "user 20");
    const body = { model: "m", max_tokens: 99, messages: [{ role: "user", content: "hi" }] };
    const metadata = { user_id: "u".repeat(30) };
    writeFileSync(join(machine.root, "r.json"), JSON.stringify({ ...body, metadata }));
    const argv = ["explain", "r.json", "--from", "claude", "--engine", "responses"];
    const { out } = await machine.run(argv);
    expect(out).toMatch(/identity\.user/);
    expect(out).toContain("Learned from errors of responses for m:");
    expect(out).toMatch(/openai\.length\s+user 20/);
    const json = JSON.parse((await machine.run([...argv, "--json"])).out);
    expect(json.evidence).toMatchObject([{ pattern: "openai.length", value: "user 20" }]);
    const other = await machine.run([...argv, "--model", "n"]);
    expect(other.out).not.toContain("Learned");
    await machine.configure(`${ENGINE}default_model = "n"\n`);
    expect((await machine.run(argv)).out).toContain("Learned from errors of responses for m:");
    expect((await machine.run([...argv, "--tenant", "elsewhere"])).out).not.toContain("Learned");
  });

  it("is refused in strict mode unless the loss is waived", async () => {
    const argv = ["explain", chat, "--to", "claude", "--strict"];
    expect((await machine.run(argv)).exit).toBe(5);
    expect((await machine.run([...argv, "--allow-loss", "weird"])).exit).toBe(0);
  });

  const ask = { max_tokens: 99, messages: [{ role: "user", content: "hi" }] };
  const explain = async (body: object, engine: string, ...more: string[]) => {
    writeFileSync(join(machine.root, "r.json"), JSON.stringify(body));
    const { exit, out } = await machine.run([
      "explain",
      "r.json",
      "--from",
      "claude",
      "--engine",
      engine,
      ...more,
    ]);
    return [exit, out] as const;
  };

  it("loses nothing on an engine of its own dialect, to which every byte passes", async () => {
    await machine.configure('[engines.own]\npreset = "sim"\ndialect = "claude"\n');
    const [exit, out] = await explain({ ...ask, model: "m", unknown: 1 }, "own", "--strict");
    expect([exit, out]).toEqual([0, expect.stringContaining("passes")]);
  });

  it("is judged in the mode of the configuration, with the losses that it allows", async () => {
    const body = { ...ask, model: "m", unknown: 1 };
    await machine.configure(`${ENGINE}[negotiation]\nmode = "strict"\n`);
    expect((await explain(body, "responses"))[0]).toBe(5);
    await machine.configure(`${ENGINE}[negotiation]\nmode = "strict"\n[gateway]\nallow_loss = ["unknown"]\n`);
    expect((await explain(body, "responses"))[0]).toBe(0);
  });

  it("has the search that the gateway runs for the engine", async () => {
    const tools = [{ type: "web_search_20250305", name: "web_search" }];
    const body = { ...ask, model: "m", tools };
    const chatEngine = '[engines.chat]\npreset = "sim"\ndialect = "openai"\n';
    const search = '[tools.web_search]\nprovider = "searxng"\nbase_url = "http://127.0.0.1:1"\n';
    await machine.configure(chatEngine);
    const without = await explain(body, "chat");
    await machine.configure(chatEngine + search);
    const withSearch = await explain(body, "chat");
    expect([without[0], withSearch[0]]).toEqual([5, 0]);
    await machine.configure(`${chatEngine}${search}engines = ["other"]\n`);
    expect((await explain(body, "chat"))[0]).toBe(5);
  });

  it("has the marks of the prompt cache if the engine adds them", async () => {
    await machine.configure('[engines.c]\npreset = "sim"\ndialect = "claude"\nprompt_cache = "auto"\n');
    const text = "word ".repeat(8000);
    const body = {
      model: "claude-sonnet-5-5",
      messages: [
        { role: "system", content: text },
        { role: "user", content: "hi" },
      ],
    };
    writeFileSync(join(machine.root, "r.json"), JSON.stringify(body));
    const { out } = await machine.run(["explain", "r.json", "--from", "openai", "--engine", "c"]);
    expect(out).toMatch(/marked for the prompt cache/);
  });

  it("is written in the form of the engine's cloud", async () => {
    const base_url = "http://127.0.0.1:1/v1/projects/p/locations/l";
    await machine.configure(`[engines.v]\npreset = "vertex"\nbase_url = "${base_url}"\n`);
    const { out, error } = await machine.run(["translate", chat, "--engine", "v", "--model", "claude-x"]);
    expect(JSON.parse(out)).toMatchObject({ anthropic_version: "vertex-2023-10-16" });
    expect([JSON.parse(out).model, error]).toEqual([
      undefined,
      expect.stringContaining("POST /publishers/anthropic/models/claude-x:rawPredict"),
    ]);
  });

  it("is judged for the engine that auto takes, and a note says so", async () => {
    const engines = [
      '[engines.chat]\npreset = "compatible"\nbase_url = "http://127.0.0.1:1"\nmodels = ["other"]\n',
      '[engines.own]\npreset = "compatible"\ndialect = "codex"\nbase_url = "http://127.0.0.1:1"\nmodels = ["m"]\n',
    ];
    await machine.configure(engines.join(""));
    writeFileSync(join(machine.root, "r.json"), JSON.stringify({ ...ask, model: "m" }));
    const argv = ["explain", "r.json", "--from", "claude", "--engine", "auto"];
    const { exit, out, error } = await machine.run(argv);
    expect([exit, out, error]).toEqual([
      0,
      expect.stringContaining("claude → codex"),
      expect.stringContaining("own was chosen"),
    ]);
    const other = await machine.run([...argv, "--model", "unknown"]);
    expect(other.error).toContain('"other" is requested');
  });

  it("has the engine's default model if it names none", async () => {
    await machine.configure(`${ENGINE}default_model = "m"\n`);
    expect((await explain(ask, "responses"))[0]).toBe(0);
  });

  it("needs an engine that is configured", async () => {
    const { exit, error } = await machine.run(["explain", chat, "--engine", "nowhere"]);
    expect(exit).not.toBe(0);
    expect(error).toContain("nowhere");
  });
});

describe("a request that is judged as the gateway routes it", () => {
  const CHAT = '[engines.chat]\npreset = "sim"\ndialect = "openai"\n';
  const ROUTE = '[routes.careful]\nmodels = ["m"]\nengine = "chat"\nmode = "strict"\n';
  const KEY = '[keys.ci]\ntoken = "explain-key-ci"\nmode = "strict"\n';
  const LAX = '[keys.lax]\ntoken = "explain-key-lax"\nallow_loss = ["unknown"]\n';
  const body = { model: "m", max_tokens: 99, messages: [{ role: "user", content: "hi" }], unknown: 1 };

  const explain = async (toml: string, ...flags: string[]) => {
    await machine.configure(toml);
    writeFileSync(join(machine.root, "r.json"), JSON.stringify(body));
    return machine.run(["explain", "r.json", "--from", "claude", ...flags]);
  };

  it("goes to the engine of its route, in the route's mode, with the losses that the route allows", async () => {
    const refused = await explain(ENGINE + CHAT + ROUTE, "--route");
    expect([refused.exit, refused.error]).toEqual([5, expect.stringContaining("chat is the engine")]);
    const allowed = await explain(`${ENGINE}${CHAT}${ROUTE}allow_loss = ["unknown"]\n`, "--route");
    expect(allowed.exit).toBe(0);
    // A gateway's list stands in if the route has none, and only there.
    const gateway = '[gateway]\nallow_loss = ["unknown"]\n';
    expect((await explain(ENGINE + CHAT + ROUTE + gateway, "--route")).exit).toBe(0);
    expect((await explain(`${ENGINE}${CHAT}${ROUTE}allow_loss = []\n${gateway}`, "--route")).exit).toBe(5);
    // Another model has another route, and a named engine has none.
    const other = await explain(`${ENGINE}${CHAT}${ROUTE}`, "--engine", "chat");
    expect(other.exit).toBe(0);
  });

  it("is judged in the mode of the key, with the losses that the key allows", async () => {
    expect((await explain(ENGINE + KEY, "--engine", "responses")).exit).toBe(0);
    expect((await explain(ENGINE + KEY, "--engine", "responses", "--key", "ci")).exit).toBe(5);
    const allowing = `${ENGINE}${KEY}allow_loss = ["unknown"]\n`;
    expect((await explain(allowing, "--engine", "responses", "--key", "ci")).exit).toBe(0);
    // A strict route is not loosened by the list of a key.
    expect((await explain(ENGINE + CHAT + ROUTE + LAX, "--key", "lax")).exit).toBe(5);
    const strict = '[negotiation]\nmode = "strict"\n';
    expect((await explain(ENGINE + LAX + strict, "--key", "lax")).exit).toBe(0);
    expect((await explain(ENGINE + LAX + strict, "--engine", "responses")).exit).toBe(5);
  });

  it("goes only to engines that the key may use, and by a key that exists", async () => {
    const restricted = await explain(`${ENGINE}${KEY}engines = ["other"]\n`, "--key", "ci");
    expect([restricted.exit, restricted.error]).toEqual([expect.any(Number), expect.stringContaining("ci")]);
    expect(restricted.exit).not.toBe(0);
    const unknown = await explain(ENGINE, "--key", "nobody");
    expect([unknown.exit, unknown.error]).toEqual([2, expect.stringContaining('no key "nobody"')]);
  });

  it("is not routed if no engine has the model", async () => {
    const { exit, error } = await explain(ENGINE + CHAT, "--route");
    expect([exit === 0, error]).toEqual([false, expect.stringContaining('"m"')]);
  });
});
