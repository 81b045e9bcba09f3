import { describe, expect, it } from "vitest";
import { HostedMembers } from "./hosted-members.ts";

describe("the members of a vendor-run tool", () => {
  it.each([
    ["text", "a", "a"],
    ["text", "", ""],
    ["text", 1, undefined],
    ["text", null, undefined],
    ["whole", 2, 2],
    ["whole", 0, 0],
    ["whole", 1.5, undefined],
    ["whole", "x", undefined],
    ["flag", true, true],
    ["flag", false, false],
    ["flag", "true", undefined],
    ["texts", ["a", "b"], ["a", "b"]],
    ["texts", [], []],
    ["texts", ["a", 1], undefined],
    ["texts", "a", undefined],
  ] as const)("are read as %s: %j is %j", (method, value, read) => {
    const members = new HostedMembers({ limit: value });
    expect(members[method]("limit")).toEqual(read);
    expect(members.rest()).toEqual(read === undefined && value !== null ? { others: ["limit"] } : {});
  });

  it("that were not read are limits by their names, or others", () => {
    const value = { type: "t", allowed_sites: 1, size: 2, policy: 3, gone: null, absent: undefined };
    expect(new HostedMembers(value, "type").rest()).toEqual({
      restrictions: ["allowed_sites", "policy"],
      others: ["size"],
    });
    expect(new HostedMembers(value, "type", "size").rest()).toEqual({
      restrictions: ["allowed_sites", "policy"],
    });
    expect(new HostedMembers(value).rest("allowed_sites", "policy")).toEqual({
      others: ["type", "allowed_sites", "size", "policy"],
    });
    expect(new HostedMembers({ gone: null }).rest()).toEqual({});
  });

  it("have names, which count as read", () => {
    const members = new HostedMembers({ a: 1, b: 2, c: null });
    expect(members.text("a")).toBeUndefined();
    expect(members.names()).toEqual(["a", "b"]);
    expect(members.names()).toEqual([]);
    expect(members.rest()).toEqual({});
  });

  it("may be objects, which are read if all of their members are", () => {
    const members = new HostedMembers({ whole: { a: "x" }, part: { a: "x", b: 1 }, none: "x" });
    const seen: unknown[] = [];
    for (const name of ["whole", "part", "none", "absent"]) {
      members.object(name, (inner) => seen.push(inner.text("a")));
    }
    expect(seen).toEqual(["x", "x"]);
    expect(members.rest()).toEqual({ others: ["part", "none"] });
  });
});
