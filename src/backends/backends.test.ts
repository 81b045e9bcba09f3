import { describe, expect, it } from "vitest";
import { backendContract } from "./backend.contract.ts";
import { mockBackend } from "./mock.ts";
import { findBackend, listBackends } from "./registry.ts";

backendContract("mock", () => mockBackend);

describe("the registry", () => {
  it("always knows the mock", () => {
    expect(listBackends().map((one) => one.name)).toEqual(["mock"]);
    expect(findBackend("mock")).toBe(mockBackend);
  });

  it("opens a configured mock under its own name", () => {
    expect(findBackend("demo", { demo: { type: "mock" } })).toBe(mockBackend);
  });

  it("names the backends there are when one is not known, and suggests the one that was meant", () => {
    expect(() => findBackend("moch")).toThrow('no backend is named "moch"; did you mean "mock"?');
    expect(() => findBackend("claude-code")).toThrow('no backend is named "claude-code"; there are: mock');
  });

  it("lists a type that this build cannot run, and refuses to run it", () => {
    const entries = { claude: { type: "sidecar" } };
    expect(listBackends(entries)).toEqual([
      { name: "claude", type: "sidecar", backend: undefined },
      { name: "mock", type: "mock", backend: mockBackend },
    ]);
    expect(() => findBackend("claude", entries)).toThrow(
      'backends of type "sidecar" cannot be run by this build',
    );
  });
});
