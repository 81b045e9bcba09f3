import { type Probe, python } from "./probe.ts";

/** Attempts to reach parts of the kernel that programs of an agent have no use for. */
export const kernelProbes: readonly Probe[] = [
  python(
    "io_uring",
    "opens a ring for system calls",
    "reached(call(425, 425, 4, ctypes.create_string_buffer(256)))",
  ),
  python("bpf", "loads a program into the kernel", "reached(call(321, 280, 0, 0, 0))"),
  python("keyrings", "reads the keyring of the session", "reached(call(250, 219, 0, -3, 0))"),
  python(
    "add_key",
    "adds a key",
    'reached(call(248, 217, ctypes.c_char_p(b"user"), ctypes.c_char_p(b"abp"), 0, 0, -2))',
  ),
  python("userfaultfd", "handles page faults", "reached(call(323, 282, 1))"),
  python("perf_events", "measures other programs", "reached(call(298, 241, 0, 0, -1, -1, 0))"),
  python("kexec", "loads another kernel", "reached(call(246, 104, 0, 1, 0, 0))"),
  python("kernel_module", "loads a module", "reached(call(175, 105, 0, 0, 0))"),
  python("set_clock", "sets the clock", "reached(call(227, 112, 0, 0))"),
  python("reboot", "asks for a restart, with wrong arguments", "reached(call(169, 142, 0, 0, 0, 0))"),
  python("kernel_log", "reads the kernel's log", "reached(call(103, 116, 10, 0, 0))"),
  python(
    "x32_calls",
    "calls by the x32 table",
    "if platform.machine() == 'x86_64': reached(call(0x40000027, 0))",
  ),
  python(
    "calls_of_32_bits",
    "calls by the table of 32-bit programs",
    `
if platform.machine() == "x86_64":
    import mmap
    page = mmap.mmap(-1, 4096, prot=7)
    page.write(b"\\xb8\\x14\\x00\\x00\\x00\\xcd\\x80\\xc3")
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    if ctypes.CFUNCTYPE(ctypes.c_int)(address)() > 0: escaped()`,
  ),
];
