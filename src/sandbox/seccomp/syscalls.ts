/** Processors for which the filter is known. */
export type Processor = "x64" | "arm64";

/** The number of a system call on x64 and on arm64; `undefined` if the processor has no such call. */
type Numbers = readonly [x64: number | undefined, arm64: number | undefined];

// asm/unistd_64.h and asm-generic/unistd.h
const numbers = {
  acct: [163, 89],
  add_key: [248, 217],
  bpf: [321, 280],
  chmod: [90, undefined],
  chroot: [161, 51],
  clock_settime: [227, 112],
  clone: [56, 220],
  clone3: [435, 435],
  creat: [85, undefined],
  create_module: [174, undefined],
  delete_module: [176, 106],
  fanotify_init: [300, 262],
  fchmod: [91, 52],
  fchmodat: [268, 53],
  fchmodat2: [452, 452],
  finit_module: [313, 273],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fsopen: [430, 430],
  fspick: [433, 433],
  init_module: [175, 105],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  io_uring_setup: [425, 425],
  ioctl: [16, 29],
  ioperm: [173, undefined],
  iopl: [172, undefined],
  kcmp: [312, 272],
  kexec_file_load: [320, 294],
  kexec_load: [246, 104],
  keyctl: [250, 219],
  lookup_dcookie: [212, 18],
  mknod: [133, undefined],
  mknodat: [259, 33],
  modify_ldt: [154, undefined],
  mount: [165, 40],
  mount_setattr: [442, 442],
  move_mount: [429, 429],
  open: [2, undefined],
  open_by_handle_at: [304, 265],
  open_tree: [428, 428],
  open_tree_attr: [467, 467],
  openat: [257, 56],
  openat2: [437, 437],
  perf_event_open: [298, 241],
  pidfd_getfd: [438, 438],
  pivot_root: [155, 41],
  process_madvise: [440, 440],
  process_mrelease: [448, 448],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  ptrace: [101, 117],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  reboot: [169, 142],
  request_key: [249, 218],
  setns: [308, 268],
  settimeofday: [164, 170],
  socket: [41, 198],
  socketpair: [53, 199],
  swapoff: [168, 225],
  swapon: [167, 224],
  syslog: [103, 116],
  umount2: [166, 39],
  unshare: [272, 97],
  userfaultfd: [323, 282],
  uselib: [134, undefined],
  vhangup: [153, 58],
} as const satisfies Record<string, Numbers>;

export type SyscallName = keyof typeof numbers;

/** The highest number that this table has been checked against (`file_setattr`). */
export const LAST_KNOWN_SYSCALL = 469;

export function syscallNumber(name: SyscallName, processor: Processor): number | undefined {
  return numbers[name][processor === "x64" ? 0 : 1];
}
