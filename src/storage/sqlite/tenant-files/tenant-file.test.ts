import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listTenantFiles, tenantPath } from "./tenant-file.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-tenant-file-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe("the files of tenants", () => {
  it("are found again by their prefix, whatever the tenant is called", () => {
    const tenants = ["a", "a/b", "ü", "100%", "..", "%tmp"];
    for (const tenant of tenants) writeFileSync(tenantPath(directory, "x-", tenant), "");
    writeFileSync(join(directory, "y-a"), "");
    const found = listTenantFiles(directory, "x-");
    expect(found.map(([tenant]) => tenant).sort()).toEqual([...tenants].sort());
    for (const [tenant, path] of found) expect(path).toBe(tenantPath(directory, "x-", tenant));
  });

  it("are not confused with temporary and foreign files", () => {
    for (const name of ["x-a%tmp", "x-%zz", "x-a b", "x-%61"]) writeFileSync(join(directory, name), "");
    expect(listTenantFiles(directory, "x-")).toEqual([]);
  });
});
