/**
 * One attempt to get out of a sandbox. Its script prints ESCAPED when the attempt succeeds. It may succeed without knowing
 * it; then a server or a file of the host tells.
 *
 * Scripts are also run without a sandbox, for contrast, and by a user who may do everything. So none of them changes anything
 * of the host but the file OUTSIDE: a file is opened for writing and left as it is, and a dangerous call gets wrong arguments.
 */
export interface Probe {
  readonly name: string;
  /** What it tries, in one line. */
  readonly tries: string;
  readonly tool: "sh" | "python3" | "perl";
  readonly script: string;
  /** `held`: it must fail at L3. `leftover`: it succeeds there, as docs/sandbox.md says. */
  readonly expected: "held" | "leftover";
}

/** The program of each tool. */
export const probeTools: Readonly<Record<Probe["tool"], readonly [command: string, option: string]>> = {
  sh: ["/bin/sh", "-c"],
  python3: ["/usr/bin/python3", "-c"],
  perl: ["/usr/bin/perl", "-e"],
};

/** Functions for scripts in Python: `call(x64, arm64, ...)` makes a system call; `reached()` judges its result. */
const prelude = `
import ctypes, os, platform, socket, struct, sys
libc = ctypes.CDLL(None, use_errno=True)
env = os.environ
def escaped(): print("ESCAPED"); sys.stdout.flush()
def call(x64, arm64, *args):
    number = x64 if platform.machine() == "x86_64" else arm64
    ctypes.set_errno(0)
    return libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else a for a in args])
def reached(result):
    # EPERM and ENOSYS come from the filter; every other failure from the kernel behind it.
    if result >= 0 or ctypes.get_errno() not in (1, 38): escaped()
`;

export function python(
  name: string,
  tries: string,
  script: string,
  expected: Probe["expected"] = "held",
): Probe {
  return { name, tries, tool: "python3", script: `${prelude}\n${script}`, expected };
}

export function shell(
  name: string,
  tries: string,
  script: string,
  expected: Probe["expected"] = "held",
): Probe {
  return { name, tries, tool: "sh", script, expected };
}
