import { describe, expect, it } from "vitest";
import type { EndpointAccess } from "../../dialects/index.ts";
import { checkAccess } from "./endpoint-access.ts";

const shared = { name: "openai", usesCallerKey: false };
const own = { name: "openai", usesCallerKey: true };
const key = (endpoints?: readonly string[], isOnlyKey = false) => ({ name: "ada", isOnlyKey, endpoints });
const codeOf = (access: EndpointAccess, caller: ReturnType<typeof key>, engine = shared) => {
  try {
    checkAccess({ group: "files", access }, caller, engine, "/v1/files");
    return "allowed";
  } catch (error) {
    return `${(error as { code: string }).code} ${(error as { advice: string }).advice}`;
  }
};

describe("a key that shares its account with others", () => {
  it("may call what keeps nothing", () => expect(codeOf("inference", key())).toBe("allowed"));

  it("may call what keeps things only if it names their group", () => {
    expect(codeOf("resource", key())).toMatch(/^access_denied Add "files" to `endpoints` of \[keys\.ada\]/);
    expect(codeOf("resource", key(["batches"]))).toMatch(/^access_denied/);
    expect(codeOf("resource", key(["batches", "files"]))).toBe("allowed");
  });

  it("never sees the whole account", () => {
    expect(codeOf("account", key(["files"]))).toMatch(/^access_denied Set `credential = "caller"`/);
  });
});

it("a single key, and a caller with a credential of its own, are not restricted", () => {
  for (const access of ["inference", "resource", "account"] as const) {
    expect(codeOf(access, key(undefined, true))).toBe("allowed");
    expect(codeOf(access, key(), own)).toBe("allowed");
  }
});
