import { execFileSync } from "node:child_process";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import {
  agentConnections,
  findCommand,
  findConnection,
  type GatewayConnection,
  launchEnvironment,
  prepareLaunch,
} from "../../agents/index.ts";
import { dialects } from "../../dialects/index.ts";
import { gatewayEnvCommands } from "../commands/gateway-env.ts";
import { renderShell } from "./index.ts";

const connection: GatewayConnection = {
  baseUrl: "http://127.0.0.1:8088/",
  token: "tok'en",
  runId: "run-1",
  engine: "other",
  model: "some-model",
  home: "/state/agents/x",
  inherited: {},
};

const launch = (name: string, more: Partial<GatewayConnection> = {}) =>
  prepareLaunch(findConnection(name)!, { ...connection, ...more });

/** The `-c key=value` arguments as Codex reads them: one TOML document. */
function readOverrides(words: readonly string[]): Record<string, unknown> {
  expect(words.filter((_, index) => index % 2 === 0).every((word) => word === "-c")).toBe(true);
  return parse(words.filter((_, index) => index % 2 === 1).join("\n"));
}

describe("the tools", () => {
  it("are those that the commands offer, and speak dialects that there are", () => {
    const [offered] = gatewayEnvCommands[0]!.arguments!;
    expect(offered!.choices).toEqual(agentConnections.map((tool) => tool.name));
    const ids = dialects.map((dialect) => dialect.id);
    for (const { name, dialect } of agentConnections)
      if (dialect !== undefined) expect(ids, name).toContain(dialect);
  });

  it("are recognised by their executable, wherever it is, and nothing else is", () => {
    expect(findCommand(["claude"])?.tool.name).toBe("claude");
    expect(findCommand(["/opt/bin/codex"])?.tool.name).toBe("codex");
    expect(findCommand(["C:\\tools\\gemini.cmd"])?.tool.name).toBe("gemini");
    expect(findCommand(["claude-wrapper"])).toBeUndefined();
    expect(findCommand(["python"])).toBeUndefined();
  });

  it("all get the run's address, the token and the engine's header, in variables, arguments or files", () => {
    for (const tool of agentConnections) {
      const { environment, arguments: words } = launch(tool.name);
      const told = [...Object.values(environment), ...words].join("\n");
      expect(told, tool.name).toContain("http://127.0.0.1:8088/r/run-1");
      expect(told, tool.name).toContain("X-ABP-Engine");
      expect(Object.values(environment), tool.name).toContain("tok'en");
      expect(words.join(" "), tool.name).not.toContain("tok'en");
    }
  });

  it("send no header and no run if none is named", () => {
    for (const tool of agentConnections) {
      const told = JSON.stringify(
        prepareLaunch(tool, { baseUrl: "http://h:1", token: "t", model: "m", home: "/x", inherited: {} }),
      );
      expect(told, tool.name).not.toContain("X-ABP-Engine");
      expect(told, tool.name).not.toContain("/r/");
    }
  });

  it("that cannot do without a model say so", () => {
    const { model: _, ...without } = connection;
    const needing = agentConnections.filter((tool) => tool.needsModel).map((tool) => tool.name);
    expect(needing).toEqual(["opencode", "copilot", "kimi"]);
    for (const name of needing)
      expect(() => prepareLaunch(findConnection(name)!, without)).toThrow("needs a model");
    expect(() => prepareLaunch(findConnection("claude")!, without)).not.toThrow();
  });
});

describe("Claude Code", () => {
  it("keeps the headers that the user already sends, and loses what would lead past the gateway", () => {
    const inherited = { ANTHROPIC_CUSTOM_HEADERS: "x-team: a", ANTHROPIC_API_KEY: "real", PATH: "/bin" };
    const prepared = launch("claude", { inherited });
    expect(prepared.environment["ANTHROPIC_CUSTOM_HEADERS"]).toBe("x-team: a\nX-ABP-Engine: other");
    const whole = launchEnvironment(prepared, inherited);
    expect(whole).toMatchObject({ PATH: "/bin", ANTHROPIC_AUTH_TOKEN: "tok'en" });
    expect(whole).not.toHaveProperty("ANTHROPIC_API_KEY");
  });
});

describe("Codex", () => {
  it("gets its provider by overrides that are TOML", () => {
    expect(readOverrides(launch("codex").arguments)).toEqual({
      model: "some-model",
      review_model: "some-model",
      agents: { default_subagent_model: "some-model" },
      memories: { extract_model: "some-model", consolidation_model: "some-model" },
      model_provider: "abp",
      model_providers: {
        abp: {
          name: "Agent Backplane",
          base_url: "http://127.0.0.1:8088/r/run-1/v1",
          wire_api: "responses",
          env_key: "ABP_TOKEN",
          http_headers: { "X-ABP-Engine": "other" },
        },
      },
    });
  });
});

describe("Gemini CLI", () => {
  it("gets a home of ours whose settings say to use a key", () => {
    const { environment, files } = launch("gemini");
    expect(environment["GEMINI_CLI_HOME"]).toBe("/state/agents/x");
    expect(files.map((file) => file.path)).toEqual(["/state/agents/x/.gemini/settings.json"]);
    expect(JSON.parse(files[0]!.content)).toMatchObject({
      security: { auth: { selectedType: "gemini-api-key" } },
    });
  });
});

describe("OpenCode", () => {
  it("gets a provider with one model, which makes its titles as well, and never the token itself", () => {
    const { environment } = launch("opencode");
    const config = JSON.parse(environment["OPENCODE_CONFIG_CONTENT"]!);
    expect(config).toMatchObject({
      model: "abp/some-model",
      small_model: "abp/some-model",
      provider: {
        abp: {
          options: {
            baseURL: "http://127.0.0.1:8088/r/run-1/openai/v1",
            apiKey: "{env:ABP_TOKEN}",
            headers: { "X-ABP-Engine": "other" },
          },
          models: { "some-model": {} },
        },
      },
    });
  });
});

describe("a proxy in the environment", () => {
  it("is not used for the gateway, and the user's own exceptions stay", () => {
    const inherited = { http_proxy: "http://proxy:3128", no_proxy: "intranet" };
    const { environment } = launch("claude", { inherited });
    expect(environment["NO_PROXY"]).toBe("intranet,127.0.0.1");
    expect(environment["no_proxy"]).toBe("intranet,127.0.0.1");
  });

  it("changes nothing if the gateway is excepted already, or if there is none", () => {
    const excepted = { HTTP_PROXY: "http://proxy:3128", NO_PROXY: "localhost, 127.0.0.1" };
    expect(launch("claude", { inherited: excepted }).environment).not.toHaveProperty("NO_PROXY");
    expect(launch("claude").environment).not.toHaveProperty("NO_PROXY");
  });
});

describe("the lines for a shell", () => {
  const show = 'printf "%s|" "$ABP_TOKEN" "$OPENAI_API_KEY" "$ANTHROPIC_AUTH_TOKEN"';

  it("set what they say when a shell evaluates them, quotes and all", () => {
    const script = [...renderShell(launch("sdk"), "sh"), show].join("\n");
    const out = execFileSync("sh", ["-c", script], {
      encoding: "utf8",
      env: { PATH: process.env["PATH"], ANTHROPIC_AUTH_TOKEN: "other" },
    });
    expect(out).toBe("|tok'en||");
  });

  it("give a program that needs arguments an alias with them", () => {
    const script = [...renderShell(launch("codex"), "sh"), "alias codex", show].join("\n");
    const out = execFileSync("sh", ["-c", script], { encoding: "utf8", env: { PATH: process.env["PATH"] } });
    expect(out).toContain("model_provider=");
    expect(out).toContain("tok'en|");
  });

  it("are written in fish's own way for fish", () => {
    const lines = renderShell(launch("sdk"), "fish");
    expect(lines).toContain("set -e ANTHROPIC_AUTH_TOKEN");
    expect(lines).toContain("set -gx OPENAI_API_KEY 'tok\\'en'");
  });
});
