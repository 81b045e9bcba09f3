import type { SyscallName } from "./syscalls.ts";

/** `refuse` gives EPERM. `absent` gives ENOSYS, which makes programs use the older call. */
export type Action = "allow" | "refuse" | "absent";

/** Holds when the masked argument has the value. `argument` counts from 0. */
export interface ArgumentTest {
  readonly argument: number;
  readonly mask: number;
  readonly equals: number;
}

/** The first case whose tests all hold decides; else `otherwise`. */
export interface SyscallRule {
  readonly syscalls: readonly SyscallName[];
  readonly cases?: readonly { readonly tests: readonly ArgumentTest[]; readonly action: Action }[];
  readonly otherwise: Action;
}

const WORD = 0xffff_ffff;

const is = (argument: number, equals: number): ArgumentTest => ({ argument, mask: WORD, equals });
const lacks = (argument: number, mask: number): ArgumentTest => ({ argument, mask, equals: 0 });

// sys/socket.h, netinet/in.h
const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = 10;
const AF_NETLINK = 16;
const NETLINK_ROUTE = 0;
const SOCK_TYPE_MASK = 0xf;
const SOCK_STREAM = 1;
const SOCK_SEQPACKET = 5;
const internetProtocols = { any: 0, tcp: 6, udp: 17 };

// CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. The last byte of clone's flags is a signal, of
// unshare's CLONE_NEWTIME.
const NEW_NAMESPACES = 0x7e02_0000;
const CLONE_NEWTIME = 0x80;

// asm/ioctls.h
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;

// sys/stat.h, fcntl.h
const S_ISUID = 0o4000;
const O_CREAT = 0o100;
const O_TMPFILE = 0o20_000_000;

/** Calls without a rule are allowed. */
export const filterRules: readonly SyscallRule[] = [
  // Inspecting other processes, and interfaces with a long history of kernel faults.
  {
    syscalls: ["ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease"],
    otherwise: "refuse",
  },
  { syscalls: ["pidfd_getfd", "kcmp", "perf_event_open", "userfaultfd", "bpf"], otherwise: "refuse" },
  { syscalls: ["io_uring_setup", "io_uring_enter", "io_uring_register"], otherwise: "refuse" },
  { syscalls: ["add_key", "request_key", "keyctl"], otherwise: "refuse" },
  // Mounts and namespaces.
  { syscalls: ["mount", "umount2", "pivot_root", "chroot", "move_mount", "open_tree"], otherwise: "refuse" },
  { syscalls: ["fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr"], otherwise: "refuse" },
  { syscalls: ["open_tree_attr", "open_by_handle_at", "fanotify_init", "setns"], otherwise: "refuse" },
  {
    syscalls: ["unshare"],
    cases: [{ tests: [lacks(0, NEW_NAMESPACES | CLONE_NEWTIME)], action: "allow" }],
    otherwise: "refuse",
  },
  {
    syscalls: ["clone"],
    cases: [{ tests: [lacks(0, NEW_NAMESPACES)], action: "allow" }],
    otherwise: "refuse",
  },
  // Its flags stand in memory, where a filter cannot read them. The C libraries fall back to clone.
  { syscalls: ["clone3"], otherwise: "absent" },
  // The kernel itself and its devices.
  { syscalls: ["kexec_load", "kexec_file_load", "reboot", "syslog"], otherwise: "refuse" },
  { syscalls: ["init_module", "finit_module", "delete_module", "create_module"], otherwise: "refuse" },
  { syscalls: ["swapon", "swapoff", "acct", "quotactl", "quotactl_fd", "vhangup"], otherwise: "refuse" },
  { syscalls: ["settimeofday", "clock_settime", "lookup_dcookie", "uselib"], otherwise: "refuse" },
  { syscalls: ["iopl", "ioperm", "modify_ldt"], otherwise: "refuse" },
  // Writing into a terminal's input.
  {
    syscalls: ["ioctl"],
    cases: [
      { tests: [is(1, TIOCSTI)], action: "refuse" },
      { tests: [is(1, TIOCLINUX)], action: "refuse" },
    ],
    otherwise: "allow",
  },
  // Sockets of the empty network, and its list of interfaces.
  {
    syscalls: ["socket"],
    cases: [
      ...[AF_INET, AF_INET6].flatMap((family) =>
        Object.values(internetProtocols).map((protocol) => ({
          tests: [is(0, family), is(2, protocol)],
          action: "allow" as const,
        })),
      ),
      { tests: [is(0, AF_NETLINK), is(2, NETLINK_ROUTE)], action: "allow" },
    ],
    otherwise: "refuse",
  },
  // A datagram pair is refused: it can be connected again, to any address.
  {
    syscalls: ["socketpair"],
    cases: [SOCK_STREAM, SOCK_SEQPACKET].map((type) => ({
      tests: [is(0, AF_UNIX), { argument: 1, mask: SOCK_TYPE_MASK, equals: type }],
      action: "allow" as const,
    })),
    otherwise: "refuse",
  },
  // The set-user-ID bit: the owner of new files is the user that started us.
  modeRule(["chmod", "fchmod", "creat", "mknod"], 1),
  modeRule(["fchmodat", "fchmodat2", "mknodat"], 2),
  openRule("open", 1),
  openRule("openat", 2),
  // Its mode stands in memory. Programs fall back to openat.
  { syscalls: ["openat2"], otherwise: "absent" },
];

function modeRule(syscalls: readonly SyscallName[], mode: number): SyscallRule {
  return { syscalls, cases: [{ tests: [lacks(mode, S_ISUID)], action: "allow" }], otherwise: "refuse" };
}

/** The mode counts only if the call may make a file. */
function openRule(syscall: SyscallName, flags: number): SyscallRule {
  const cases = [
    { tests: [lacks(flags, O_CREAT | O_TMPFILE)], action: "allow" as const },
    { tests: [lacks(flags + 1, S_ISUID)], action: "allow" as const },
  ];
  return { syscalls: [syscall], cases, otherwise: "refuse" };
}
