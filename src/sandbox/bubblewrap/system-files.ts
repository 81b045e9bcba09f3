import { lstatSync, readlinkSync } from "node:fs";
import type { Mount } from "./mount.ts";

/** Directories of programs and libraries. Several are links into /usr on current systems. */
const systemDirectories = [
  "/usr",
  "/bin",
  "/sbin",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
  "/nix/store",
  "/gnu/store",
];

/**
 * The parts of /etc that programs read: certificates without their keys, the linker's configuration, alternatives, the time
 * zone, and settings of interpreters. A root-owned secret would be readable inside if root started us, so directories
 * that may hold one are not in the list.
 */
const configurationFiles = [
  "/etc/alternatives",
  "/etc/ca-certificates",
  "/etc/ca-certificates.conf",
  "/etc/crypto-policies",
  "/etc/debian_version",
  "/etc/fonts",
  "/etc/gai.conf",
  "/etc/ld.so.cache",
  "/etc/ld.so.conf",
  "/etc/ld.so.conf.d",
  "/etc/localtime",
  "/etc/mime.types",
  "/etc/os-release",
  "/etc/perl",
  "/etc/pki/ca-trust/extracted",
  "/etc/pki/tls/cert.pem",
  "/etc/pki/tls/certs",
  "/etc/pki/tls/openssl.cnf",
  "/etc/protocols",
  "/etc/python3",
  "/etc/services",
  "/etc/ssl/cert.pem",
  "/etc/ssl/certs",
  "/etc/ssl/openssl.cnf",
  "/etc/timezone",
];

/** Parts of /proc that show the whole machine. Root's user id outside may read them even without a capability. */
const kernelFiles = [
  "/proc/acpi",
  "/proc/kcore",
  "/proc/keys",
  "/proc/kmsg",
  "/proc/kpagecgroup",
  "/proc/kpagecount",
  "/proc/kpageflags",
  "/proc/sched_debug",
  "/proc/scsi",
  "/proc/slabinfo",
  "/proc/timer_list",
  "/proc/vmallocinfo",
];

/** Covers the parts of /proc that exist here. */
export function kernelMounts(): Mount[] {
  return kernelFiles.flatMap((path): Mount[] => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found === undefined ? [] : [{ kind: "hidden", path, isDirectory: found.isDirectory() }];
  });
}

/** The mounts of the system's own files that exist here. */
export function systemMounts(): Mount[] {
  return [...systemDirectories, ...configurationFiles].flatMap((path): Mount[] => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return [];
    if (!found.isSymbolicLink()) return [{ kind: "read-only", source: path, target: path }];
    return [{ kind: "link", path, to: readlinkSync(path) }];
  });
}

/** Files that are made for the sandbox instead of the host's own. */
export function generatedFiles(home: string, uid: number, gid: number): ReadonlyMap<string, string> {
  return new Map([
    [
      "/etc/passwd",
      `agent:x:${uid}:${gid}:agent:${home}:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/bin/false\n`,
    ],
    ["/etc/group", `agent:x:${gid}:\nnogroup:x:65534:\n`],
    ["/etc/hosts", "127.0.0.1 localhost\n::1 localhost\n"],
    ["/etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\nservices: files\nprotocols: files\n"],
    ["/etc/resolv.conf", ""],
  ]);
}
