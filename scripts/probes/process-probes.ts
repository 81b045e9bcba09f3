import { type Probe, python, shell } from "./probe.ts";

/** Attempts on processes, privileges, mounts and namespaces. */
export const processProbes: readonly Probe[] = [
  shell(
    "see_host_process",
    "looks for the process that started it",
    'ls -d "/proc/$HOST_PID" && echo ESCAPED',
  ),
  shell(
    "signal_host_process",
    "sends a signal to the process that started it",
    'kill -0 "$HOST_PID" && echo ESCAPED',
  ),
  shell(
    "read_host_environment",
    "looks for a variable of the process that started it",
    'cat /proc/*/environ | grep -q "$CANARY_PREFIX-value" && echo ESCAPED',
  ),
  python(
    "inherited_descriptors",
    "looks for descriptors that were left open",
    'own = os.open("/", 0)\nif any(os.path.exists("/proc/self/fd/%d" % n) for n in range(3, own)): escaped()',
  ),
  python(
    "ptrace",
    "attaches to another process",
    `
import time
child = os.fork()
if child == 0: time.sleep(5); os._exit(0)
reached(call(101, 117, 16, child, 0, 0))
os.kill(child, 9)`,
  ),
  python(
    "write_process_memory",
    "opens the memory of the first process",
    'os.open("/proc/1/mem", os.O_RDWR); escaped()',
  ),
  python(
    "process_vm_readv",
    "reads the memory of another process",
    "reached(call(310, 270, os.getppid(), 0, 0, 0, 0, 0))",
  ),
  python("pidfd_getfd", "copies a descriptor of another process", "reached(call(438, 438, 0, 0, 0))"),
  python("mount", "mounts a file system", 'reached(libc.mount(b"none", b"/", b"abp-none", 0, 0))'),
  python(
    "remount_writable",
    "remounts a read-only mount",
    'reached(libc.mount(0, b"/abp-none", 0, 0x1020, 0))',
  ),
  python("unmount", "removes a mount of the sandbox", 'reached(libc.umount2(b"/abp-none", 2))'),
  python(
    "new_mount_calls",
    "opens a file system by the newer calls",
    'reached(call(430, 430, ctypes.c_char_p(b"tmpfs"), 0))',
  ),
  python("chroot", "changes the root directory", 'if libc.chroot(b".") == 0: escaped()'),
  python("user_namespace", "makes a user namespace", "if libc.unshare(0x10000000) == 0: escaped()"),
  python(
    "mount_namespace",
    "makes a user and a mount namespace in a new process",
    `
pid = call(56, 220, 0x10020000 | 17, 0, 0, 0, 0)
if pid == 0: os._exit(0)
if pid > 0: os.waitpid(pid, 0); escaped()`,
  ),
  python(
    "clone3_namespace",
    "makes a user namespace with clone3",
    `
pid = call(435, 435, ctypes.create_string_buffer(struct.pack("8Q", 0x10000000, 0, 0, 0, 17, 0, 0, 0)), 64)
if pid == 0: os._exit(0)
if pid > 0: os.waitpid(pid, 0); escaped()`,
  ),
  python(
    "join_namespace",
    "joins the namespaces of another process",
    'for kind in ("net", "mnt", "pid", "user"): reached(libc.setns(os.open("/proc/%d/ns/%s" % (os.getppid(), kind), 0), 0))',
  ),
  python(
    "capabilities",
    "looks for a capability",
    'if any(l.startswith("Cap") and not l.startswith("CapBnd") and int(l.split()[1], 16) for l in open("/proc/self/status")): escaped()',
  ),
  python("become_root", "changes to the user id 0 of the host", "os.setuid(0); escaped()"),
  shell(
    "run_set_user_id_program",
    "gains rights from a set-user-ID program",
    "su -c true root </dev/null && echo ESCAPED",
  ),
  python(
    "terminal_input",
    "writes into the input of a terminal",
    "import pty, fcntl\nfcntl.ioctl(pty.openpty()[1], 0x5412, b'x'); escaped()",
  ),
  python("host_name", "sets a host name that is too long", 'reached(libc.sethostname(b"x", 1000))'),
];
