import { describe, expect, it } from "vitest";
import { agents } from "../agents/index.ts";
import { openContext } from "./backend.contract.ts";
import { type BackendEntry, BackendRegistry, checkBackends } from "./registry.ts";
import { FakeHost } from "./sidecar/fixtures/fake-host.ts";

describe("the registry", () => {
  it("always knows the mock, the agents that can be installed, a model of an engine, and the example sidecars", () => {
    const registry = new BackendRegistry();
    const installable = agents.filter(({ installation }) => installation !== undefined);
    const names = ["mock", "engine", "node", "python", ...installable.map(({ name }) => name)].sort();
    expect(registry.list().map((one) => one.name)).toEqual(names);
    expect(names).toContain("claude");
    expect(registry.find("mock").known?.identity.id).toBe("mock");
    expect(registry.find("claude")).toMatchObject({
      name: "claude",
      leastLevel: "L3",
      needsWorkspace: true,
      usesGateway: true,
      keepsSession: true,
    });
    expect(registry.find("mock").leastLevel).toBeUndefined();
    expect(registry.list().find(({ name }) => name === "claude")?.type).toBe("agent");
  });

  it("opens an agent under a name of its own, with its time limit and priority", () => {
    const entry = { type: "agent", agent: "codex", timeout_secs: 3, priority: 7 } as const;
    const registry = new BackendRegistry({ fast: entry });
    expect(registry.find("fast")).toMatchObject({ name: "fast", timeoutMs: 3000, priority: 7 });
    expect(registry.find("codex").timeoutMs).toBeUndefined();
    expect(registry.find("engine").leastLevel).toBe("L3");
    expect([registry.find("node"), registry.find("python")].map(({ leastLevel }) => leastLevel)).toEqual([
      undefined,
      undefined,
    ]);
    for (const agent of agents.filter(({ isBuiltIn }) => isBuiltIn !== true)) {
      const mine = new BackendRegistry({ mine: { type: "agent", agent: agent.name } }).find("mine");
      expect([agent.name, mine.leastLevel, mine.limits]).toEqual([agent.name, "L3", {}]);
    }
  });

  it("refuses an agent that it does not know, and lists the others", () => {
    // The loop around a model is no agent that an entry can name.
    for (const agent of ["nobody", "engine"])
      expect(() => new BackendRegistry({ mine: { type: "agent", agent } })).toThrow(
        expect.objectContaining({
          code: "config_invalid",
          message: `\`backends.mine.agent\` names the agent "${agent}", which does not exist`,
          where: "backends.mine.agent",
          advice: `Name one of: ${agents.flatMap(({ name, isBuiltIn }) => (isBuiltIn ? [] : [name])).join(", ")}.`,
        }),
      );
  });

  it("starts the host of an agent with the processes and the breaker of the registry", async () => {
    const host = new FakeHost();
    const registry = new BackendRegistry(
      { mine: { type: "agent", agent: "claude", command: process.execPath } },
      host,
    );
    const session = await registry.find("mine").open(openContext("/"));
    await session.close();
    expect(host.calls).toContain("admit mine");
    expect(host.plans[0]?.args[0]).toMatch(/hosts\/claude\/host\.js$/);
  });

  it("opens a configured mock under its own name", () => {
    expect(new BackendRegistry({ demo: { type: "mock" } }).find("demo").name).toBe("demo");
  });

  it("sorts backends by name, and lets the configuration replace the mock", () => {
    const registry = new BackendRegistry({
      zeta: { type: "mock" },
      alpha: { type: "mock" },
      mock: { type: "sidecar", command: "x" },
      claude: { type: "mock" },
      engine: { type: "mock" },
      node: { type: "mock" },
      python: { type: "mock" },
    });
    const shown = registry.list().filter(({ type }) => type !== "agent");
    expect(shown.map(({ name, type }) => `${name} ${type}`)).toEqual([
      "alpha mock",
      "claude mock",
      "engine mock",
      "mock sidecar",
      "node mock",
      "python mock",
      "zeta mock",
    ]);
  });

  it("gives a sidecar its time limit, dialect and priority, and knows nothing else before it starts", () => {
    const registry = new BackendRegistry({
      a: { type: "sidecar", command: "x", timeout_secs: 3, dialect: "claude", priority: 7 },
      b: { type: "sidecar", command: "x" },
    });
    expect(registry.find("a")).toMatchObject({
      timeoutMs: 3000,
      dialect: "claude",
      priority: 7,
      needsWorkspace: true,
    });
    expect([registry.find("a").known, registry.find("a").leastLevel]).toEqual([undefined, undefined]);
    expect(registry.find("b").timeoutMs).toBeUndefined();
  });

  it("gives every backend that starts a program the limits of its entry", () => {
    const limits = { memory_mb: 64, processes: 9 };
    const registry = new BackendRegistry({
      a: { type: "sidecar", command: "x", ...limits },
      b: { type: "agent", agent: "claude", ...limits },
      c: { type: "engine", ...limits },
      d: { type: "mock" },
    });
    const own = { memoryBytes: 64 * 1024 ** 2, processes: 9 };
    expect(["a", "b", "c", "d"].map((name) => registry.find(name).limits)).toEqual([
      own,
      own,
      own,
      undefined,
    ]);
  });

  it("names the backends there are when one is not known, and suggests the one that was meant", () => {
    const registry = new BackendRegistry({ claude: { type: "mock" } });
    expect(() => registry.find("moch")).toThrow('no backend is named "moch"; did you mean "mock"?');
    expect(() => registry.find("other-thing")).toThrow(
      expect.objectContaining({
        code: "backend_not_found",
        message: expect.stringMatching(
          /^no backend is named "other-thing"; there are: (?:[a-z]+, )*claude, .*mock/,
        ),
        details: { backend: "other-thing", available: registry.list().map(({ name }) => name) },
      }),
    );
  });
});

describe("the check of configured backends", () => {
  const problemsOf = (entries: Readonly<Record<string, BackendEntry>>, defaultBackend: string) => {
    try {
      checkBackends(entries, defaultBackend);
    } catch (error) {
      return (error as { details: { issues: { key: string; message: string }[] } }).details.issues;
    }
    return [];
  };
  const wrong = { type: "agent", agent: "nobody" } as const;

  it.each(["mock", "engine", "node", "python", "claude", "mine"])("takes %s for the default", (name) => {
    expect(problemsOf({ mine: { type: "mock" } }, name)).toEqual([]);
  });

  it("names a default that is not configured, and the one that was meant", () => {
    expect(problemsOf({ mine: { type: "mock" } }, "mnie")).toEqual([
      {
        key: "default_backend",
        message: '`default_backend` names the backend "mnie", which is not configured; did you mean "mine"?',
      },
    ]);
    expect(problemsOf({}, "qqqqqqqqqq")).toEqual([
      {
        key: "default_backend",
        message: '`default_backend` names the backend "qqqqqqqqqq", which is not configured',
      },
    ]);
  });

  it("names every agent that does not exist, and the default as well", () => {
    const message = (name: string) =>
      `\`backends.${name}.agent\` names the agent "nobody", which does not exist`;
    expect(problemsOf({ a: wrong, b: { type: "agent", agent: "codex" }, c: wrong }, "a")).toEqual([
      { key: "backends.a.agent", message: message("a") },
      { key: "backends.c.agent", message: message("c") },
    ]);
    expect(problemsOf({ a: wrong }, "qqqqqqqqqq").map(({ key }) => key)).toEqual([
      "backends.a.agent",
      "default_backend",
    ]);
  });
});
