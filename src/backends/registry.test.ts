import { describe, expect, it } from "vitest";
import { BackendRegistry } from "./registry.ts";

describe("the registry", () => {
  it("always knows the mock", () => {
    const registry = new BackendRegistry();
    expect(registry.list().map((one) => one.name)).toEqual(["mock"]);
    expect(registry.find("mock").known?.identity.id).toBe("mock");
  });

  it("opens a configured mock under its own name", () => {
    expect(new BackendRegistry({ demo: { type: "mock" } }).find("demo").name).toBe("demo");
  });

  it("sorts backends by name, and lets the configuration replace the mock", () => {
    const registry = new BackendRegistry({
      zeta: { type: "mock" },
      alpha: { type: "mock" },
      mock: { type: "sidecar", command: "x" },
    });
    expect(registry.list().map(({ name, type }) => `${name} ${type}`)).toEqual([
      "alpha mock",
      "mock sidecar",
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
    expect(registry.find("a").known).toBeUndefined();
    expect(registry.find("b").timeoutMs).toBeUndefined();
  });

  it("names the backends there are when one is not known, and suggests the one that was meant", () => {
    const registry = new BackendRegistry({ claude: { type: "mock" } });
    expect(() => registry.find("moch")).toThrow('no backend is named "moch"; did you mean "mock"?');
    expect(() => registry.find("other-thing")).toThrow(
      expect.objectContaining({
        code: "backend_not_found",
        message: 'no backend is named "other-thing"; there are: claude, mock',
        details: { backend: "other-thing", available: ["claude", "mock"] },
      }),
    );
  });
});
