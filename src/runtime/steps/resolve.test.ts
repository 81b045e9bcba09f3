import { describe, expect, it } from "vitest";
import { BackendRegistry, sidecarHost } from "../../backends/index.ts";
import { buildWorkOrder, type CapabilityManifest, type WorkOrderOptions } from "../../contract/index.ts";
import { AUTO, resolveBackend } from "./resolve.ts";

const sidecar = (more: object = {}) => ({ type: "sidecar", command: "x", ...more }) as const;

function resolve(
  name: string,
  entries: ConstructorParameters<typeof BackendRegistry>[0],
  capabilities: Record<string, CapabilityManifest> = {},
  options: WorkOrderOptions = {},
) {
  return resolveBackend({
    name,
    // No agent of this machine is found.
    registry: new BackendRegistry(entries, sidecarHost({ HOME: "/nowhere" })),
    order: buildWorkOrder("01890a5d-ac96-774b-bcce-b302099a8057", "x", options),
    inspect: async (backend) => {
      const manifest = capabilities[backend.name];
      if (manifest === undefined) throw new Error("not installed");
      const identity = { id: backend.name, backend_version: null, adapter_version: null };
      return { identity, capabilities: manifest, mode: "mapped", asksBeforeTools: false };
    },
  });
}

const needsBash: WorkOrderOptions = { requirements: [{ capability: "tool_bash", min_support: "native" }] };

describe("the backend of a run", () => {
  it("is the one that is named, without an explanation", async () => {
    expect(await resolve("a", { a: sidecar() })).toMatchObject({ backend: { name: "a" } });
    expect(await resolve("mock", {})).not.toHaveProperty("projection");
    await expect(resolve("b", {})).rejects.toMatchObject({ code: "backend_not_found" });
  });

  it("is chosen by what it can do, with an explanation that names those that could not be asked", async () => {
    const entries = { a: sidecar(), b: sidecar(), broken: sidecar() };
    const capabilities = { a: {}, b: { tool_bash: "native" } } as const;
    const { backend, projection } = await resolve(AUTO, entries, capabilities, needsBash);
    expect(backend.name).toBe("b");
    expect(projection).toMatch(/^b scores .*; broken cannot be asked: not installed$/);
  });

  it("is never one that must be named: a model that nobody configured, or an example", async () => {
    const { projection } = await resolve(AUTO, { a: sidecar() }, { a: {} });
    expect(projection).not.toMatch(/engine|node|python/);
    await expect(resolve(AUTO, { a: sidecar() }, { a: {} }, needsBash)).rejects.toMatchObject({
      code: "backend_unavailable",
    });
    const mine = await resolve(AUTO, { a: sidecar(), mine: { type: "engine" } }, { a: {} }, needsBash);
    expect(mine.backend.name).toBe("mine");
  });

  it("is chosen by priority among equals, and the mock only if there is nothing else", async () => {
    const entries = { a: sidecar(), b: sidecar({ priority: 9 }) };
    expect((await resolve(AUTO, entries, { a: {}, b: {} })).backend.name).toBe("b");
    expect(
      (await resolve(AUTO, { b: sidecar({ priority: 1 }), a: sidecar() }, { a: {}, b: {} })).backend.name,
    ).toBe("b");
    expect((await resolve(AUTO, { zoo: sidecar() }, { zoo: {} })).backend.name).toBe("zoo");
    const { backend, projection } = await resolve(AUTO, {});
    expect([backend.name, projection]).toEqual(["mock", expect.stringMatching(/^mock scores \d/)]);
  });

  it("is called auto if the choice is ours", () => {
    expect(AUTO).toBe("auto");
  });

  it("is chosen by the dialect of the caller", async () => {
    const entries = { a: sidecar(), b: sidecar({ dialect: "claude" }) };
    const vendor = { abp: { source_dialect: "claude" } };
    const { backend } = await resolve(AUTO, entries, { a: {}, b: {} }, { config: { vendor } });
    expect(backend.name).toBe("b");
  });

  it("is not chosen if none has anything of what is required", async () => {
    await expect(resolve(AUTO, { a: sidecar(), b: sidecar() }, { a: {} }, needsBash)).rejects.toMatchObject({
      code: "backend_unavailable",
      message: expect.stringMatching(
        /^no backend can run the work order: .+; b cannot be asked: not installed$/,
      ),
      details: { backend_id: "auto", reason: expect.stringContaining("; b cannot be asked: not installed") },
    });
    await expect(resolve(AUTO, { a: sidecar() })).rejects.toThrow("a cannot be asked: not installed");
  });
});
