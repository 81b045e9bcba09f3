import { describe, expect, it } from "vitest";
import { isolationObstacle, noBubblewrap, unfitSystem } from "./obstacle.ts";

const CLONE = "/proc/sys/kernel/unprivileged_userns_clone";
const MOST = "/proc/sys/user/max_user_namespaces";
const APPARMOR = "/proc/sys/kernel/apparmor_restrict_unprivileged_userns";

/** The obstacle that bwrap's words lead to, on a kernel with these settings. */
function obstacleOf(failure: string, settings: Readonly<Record<string, string>> = {}) {
  return isolationObstacle(failure, [failure], (file) => settings[file]);
}

describe("what keeps a machine from L3", () => {
  it.each([
    "bwrap: No permissions to create new namespace, likely because the kernel does not allow it",
    "bwrap: Creating new namespace failed: Operation not permitted",
    "bwrap: Creating new namespace failed: No space left on device",
    "bwrap: setting up uid map: Permission denied",
    "bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted",
  ])("is the lack of user namespaces if bwrap says: %s", (failure) => {
    expect(obstacleOf(failure)).toEqual({
      missing: "user_namespaces",
      reason: `user namespaces are not permitted here; bubblewrap cannot isolate programs here: ${failure}`,
      remedy:
        "Permit user namespaces to this user. In a container, start it with a seccomp and an AppArmor profile that permit them.",
    });
  });

  it.each([
    [{ [CLONE]: "0\n" }, "`sysctl -w kernel.unprivileged_userns_clone=1`"],
    [{ [MOST]: "0" }, "`sysctl -w user.max_user_namespaces=10000`"],
    [
      { [APPARMOR]: "1\n", [CLONE]: "1", [MOST]: "9" },
      "an AppArmor profile for bwrap with the rule `userns,`, or `sysctl -w kernel.apparmor_restrict_unprivileged_userns=0`",
    ],
    [
      { [MOST]: "0", [CLONE]: "0", [APPARMOR]: "0" },
      "`sysctl -w user.max_user_namespaces=10000`; `sysctl -w kernel.unprivileged_userns_clone=1`",
    ],
  ])("names the settings of the kernel that forbid them: %j", (settings, words) => {
    expect(obstacleOf("bwrap: no namespace", settings).remedy).toBe(
      `Permit user namespaces, as root: ${words}.`,
    );
  });

  it("is something else if bwrap does not speak of namespaces, or the probes ran", () => {
    const failure = "bwrap: Can't mount proc on /newroot/proc: Operation not permitted";
    expect(obstacleOf(failure, { [CLONE]: "0" })).toEqual({
      missing: "isolation",
      reason: `bubblewrap cannot isolate programs here: ${failure}`,
      remedy: expect.stringContaining("bwrap --unshare-user"),
    });
    expect(isolationObstacle("the self-test failed: mount", [], () => "0").missing).toBe("isolation");
  });

  it("is a missing program, or the system itself", () => {
    expect(noBubblewrap).toMatchObject({
      missing: "bubblewrap",
      remedy: expect.stringContaining("`apt install bubblewrap`"),
    });
    expect(unfitSystem("the sandbox needs Linux")).toEqual({
      missing: "system",
      reason: "the sandbox needs Linux",
      remedy: "L3 needs Linux on x64 or arm64. No setting of this system provides it.",
    });
  });

  it("reads the settings of this kernel if none are given", () => {
    expect(isolationObstacle("x", ["no namespace"]).remedy).toContain("Permit user namespaces");
  });
});
