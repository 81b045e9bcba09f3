import { beforeEach, describe, expect, it, vi } from "vitest";
import { kernelMounts, systemMounts } from "./system-files.ts";

const host = vi.hoisted(() => ({ kindOf: (_path: string): string | undefined => undefined }));
vi.mock("node:fs", () => ({
  lstatSync: (path: string) => {
    const kind = host.kindOf(path);
    return kind === undefined
      ? undefined
      : { isSymbolicLink: () => kind === "link", isDirectory: () => kind === "directory" };
  },
  readlinkSync: (path: string) => `target of ${path}`,
}));
beforeEach(() => {
  host.kindOf = () => "directory";
});

// What a program inside sees of the host. A longer list is a decision about secrets, not a detail.
const shown = [
  "/usr /bin /sbin /lib /lib32 /lib64 /libx32 /nix/store /gnu/store",
  "/etc/alternatives /etc/ca-certificates /etc/ca-certificates.conf /etc/crypto-policies /etc/debian_version /etc/fonts",
  "/etc/gai.conf /etc/ld.so.cache /etc/ld.so.conf /etc/ld.so.conf.d /etc/localtime /etc/mime.types /etc/os-release",
  "/etc/perl /etc/pki/ca-trust/extracted /etc/pki/tls/cert.pem /etc/pki/tls/certs /etc/pki/tls/openssl.cnf",
  "/etc/protocols /etc/python3 /etc/services /etc/ssl/cert.pem /etc/ssl/certs /etc/ssl/openssl.cnf /etc/timezone",
].flatMap((line) => line.split(" "));
const covered =
  "acpi kcore keys kmsg kpagecgroup kpagecount kpageflags sched_debug scsi slabinfo timer_list vmallocinfo"
    .split(" ")
    .map((name) => `/proc/${name}`);

describe("the files of the system inside", () => {
  it("are programs, libraries and the parts of /etc that hold no secret", () => {
    expect(systemMounts()).toEqual(shown.map((path) => ({ kind: "read-only", source: path, target: path })));
  });

  it("are the links of the host if these are links, and absent if they are absent", () => {
    host.kindOf = (path) => ({ "/bin": "link", "/etc/localtime": "file" })[path];
    expect(systemMounts()).toEqual([
      { kind: "link", path: "/bin", to: "target of /bin" },
      { kind: "read-only", source: "/etc/localtime", target: "/etc/localtime" },
    ]);
  });
});

describe("the parts of /proc that show the machine", () => {
  it("are covered, directories as directories", () => {
    expect(kernelMounts()).toEqual(covered.map((path) => ({ kind: "hidden", path, isDirectory: true })));
    host.kindOf = (path) => (path === "/proc/kcore" ? "file" : undefined);
    expect(kernelMounts()).toEqual([{ kind: "hidden", path: "/proc/kcore", isDirectory: false }]);
  });
});
