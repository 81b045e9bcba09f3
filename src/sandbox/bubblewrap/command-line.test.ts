import { closeSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bubblewrapOptions } from "./command-line.ts";
import { dataDescriptor } from "./data-descriptor.ts";
import { isolationOptions, isolations } from "./isolation.ts";
import { proxyEnvironment, sandboxListeners } from "./network-inside.ts";
import { isWithin } from "./path-order.ts";
import { generatedFiles } from "./system-files.ts";

const userNamespace = "--unshare-user --disable-userns --uid 1000 --gid 1000";

describe("the isolations", () => {
  it("begin with the strongest, and end with that of root if root starts us", () => {
    const shown = (isRoot: boolean) =>
      isolations(isRoot).map(({ name, options, uid, gid }) => [name, options.join(" "), uid, gid]);
    const forAll = [
      ["user-namespace", userNamespace, 1000, 1000],
      ["user-namespace-nested", "--unshare-user --uid 1000 --gid 1000", 1000, 1000],
    ];
    expect(shown(false)).toEqual(forAll);
    expect(shown(true)).toEqual([...forAll, ["root", "", 0, 0]]);
  });

  it("make every namespace, drop every capability, and end with us", () => {
    expect(isolationOptions(isolations(false)[0]!).join(" ")).toBe(
      "--unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try " +
        `${userNamespace} --hostname sandbox --cap-drop ALL --die-with-parent --new-session`,
    );
  });
});

describe("the command line of bwrap", () => {
  it("has the mounts, then our files, then what makes the rest read-only, and the filter last", () => {
    const options = bubblewrapOptions({
      isolation: isolations(true)[2]!,
      mounts: [
        { kind: "read-only", source: "/a", target: "/a" },
        { kind: "link", path: "/l", to: "/a" },
      ],
      seccomp: 5,
      files: [
        ["/etc/hosts", 6],
        ["/etc/group", 7],
      ],
      launcher: "/own/launcher.ts",
      node: "/own/node",
      cwd: "/work",
    });
    const expected = [
      "--proc /proc --dev /dev --perms 1777 --size 268435456 --tmpfs /dev/shm",
      "--ro-bind /a /a --symlink /a /l",
      "--perms 0444 --ro-bind-data 6 /etc/hosts --perms 0444 --ro-bind-data 7 /etc/group",
      "--ro-bind /own/node /run/abp/node --ro-bind /own/launcher.ts /run/abp/launcher.mjs",
      "--remount-ro /proc --remount-ro /dev --remount-ro /",
      "--seccomp 5 --chdir /work --",
    ].join(" ");
    expect(options.join(" ")).toBe(`${isolationOptions(isolations(true)[2]!).join(" ")} ${expected}`);
  });
});

describe("the files that are made for a sandbox", () => {
  it("name the user inside and no server of names", () => {
    expect(Object.fromEntries(generatedFiles("/home/x", 7, 8))).toEqual({
      "/etc/passwd":
        "agent:x:7:8:agent:/home/x:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/bin/false\n",
      "/etc/group": "agent:x:8:\nnogroup:x:65534:\n",
      "/etc/hosts": "127.0.0.1 localhost\n::1 localhost\n",
      "/etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\nservices: files\nprotocols: files\n",
      "/etc/resolv.conf": "",
    });
  });

  it("can be read once from a descriptor that has no file", () => {
    for (const content of ["text", Buffer.from([0, 255, 1])]) {
      const descriptor = dataDescriptor(content);
      expect(readFileSync(descriptor)).toEqual(Buffer.from(content));
      expect(readFileSync(descriptor, "utf8")).toBe("");
      closeSync(descriptor);
    }
  });
});

describe("the network inside", () => {
  const addresses = (...args: Parameters<typeof sandboxListeners>) =>
    sandboxListeners(...args).map(({ address }) => `${address.host} ${address.port}`);

  it("has the proxy, and the gateway on its own port", () => {
    expect(addresses("none", { host: "127.0.0.1", port: 8080 })).toEqual([]);
    expect(addresses("proxy", undefined)).toEqual(["127.0.0.1 3128"]);
    expect(addresses("proxy", { host: "10.0.0.1", port: 8080 })).toEqual([
      "127.0.0.1 3128",
      "127.0.0.1 8080",
    ]);
    expect(addresses("proxy", { host: "::1", port: 1024 })).toEqual(["127.0.0.1 3128", "::1 1024"]);
  });

  it("has no gateway on a port that nobody inside may open, and moves the proxy away from the gateway's port", () => {
    expect(addresses("proxy", { host: "127.0.0.1", port: 1023 })).toEqual(["127.0.0.1 3128"]);
    expect(addresses("proxy", { host: "127.0.0.1", port: 3128 })).toEqual([
      "127.0.0.1 3129",
      "127.0.0.1 3128",
    ]);
  });

  it("gives each socket to its part of the proxy", () => {
    const calls: unknown[] = [];
    const proxy = {
      serve: (...args: unknown[]) => calls.push(["serve", ...args]),
      forward: (...args: unknown[]) => calls.push(["forward", ...args]),
    };
    const gateway = { host: "127.0.0.1", port: 8080 };
    for (const { use } of sandboxListeners("proxy", gateway)) use(proxy as never, "socket" as never);
    expect(calls).toEqual([
      ["serve", "socket"],
      ["forward", "socket", gateway],
    ]);
  });

  it("is named by the variables of proxies", () => {
    const url = "http://127.0.0.1:3129";
    const local = "localhost,127.0.0.1,::1";
    expect(proxyEnvironment({ host: "127.0.0.1", port: 3128 })).toEqual({
      ...{
        HTTP_PROXY: url,
        http_proxy: url,
        HTTPS_PROXY: url,
        https_proxy: url,
        ALL_PROXY: url,
        all_proxy: url,
      },
      ...{ NO_PROXY: local, no_proxy: local, NODE_USE_ENV_PROXY: "1" },
    });
    expect(proxyEnvironment(undefined)["HTTP_PROXY"]).toBe("http://127.0.0.1:3128");
  });
});

describe("a path", () => {
  it("lies within itself and the directories above it, and in none whose name begins alike", () => {
    expect(["/a/b", "/a", "/"].map((directory) => isWithin("/a/b", directory))).toEqual([true, true, true]);
    expect(["/a/b/c", "/a/", "/b"].map((directory) => isWithin("/a/b", directory))).toEqual([
      false,
      true,
      false,
    ]);
    expect(isWithin("/ab", "/a")).toBe(false);
  });
});
