import { type Probe, python, shell } from "./probe.ts";

/** Attempts on files of the host. */
export const fileProbes: readonly Probe[] = [
  shell("read_secret", "reads a file beside the workspace", 'cat "$SECRET" && echo ESCAPED'),
  shell("read_state", "reads a file of the state directory", 'cat "$STATE" && echo ESCAPED'),
  shell("read_shadow", "reads the password hashes", "cat /etc/shadow && echo ESCAPED"),
  shell(
    "read_private_keys",
    "lists the keys of the machine's certificates",
    "ls -A /etc/ssl/private && echo ESCAPED",
  ),
  shell(
    "read_through_proc_root",
    "reads through /proc/*/root and /proc/*/cwd",
    'for p in /proc/[0-9]*; do cat "$p/root$SECRET" "$p/cwd/../secret" && echo ESCAPED; done',
  ),
  shell(
    "read_through_link",
    "reads through a link in the workspace",
    'ln -s "$SECRET" link; cat link && echo ESCAPED',
  ),
  shell("read_through_dots", "reads through .. from the workspace", "cat ../secret && echo ESCAPED"),
  shell("read_home", "lists the home of the user", 'ls -A "$REAL_HOME" && echo ESCAPED'),
  python(
    "write_system",
    "opens system files and directories for writing",
    `
for path in ("/usr", "/etc", "/"):
    if os.access(path, os.W_OK): escaped()
os.open("/usr/bin/env", os.O_WRONLY | os.O_APPEND); escaped()`,
  ),
  shell("write_outside", "writes beside the workspace", 'echo x > "$OUTSIDE"'),
  shell("rename_outside", "moves a file out of the workspace", 'echo x > moved; mv moved "$OUTSIDE"'),
  shell(
    "link_system_file",
    "makes a hard link to a program and opens it for writing",
    "ln /usr/bin/env linked && : >> linked && echo ESCAPED",
  ),
  shell("overwrite_program", "opens the launcher for writing", ": >> /run/abp/launcher.mjs && echo ESCAPED"),
  python(
    "open_by_handle",
    "opens a file by its handle, past all mounts",
    `
handle = ctypes.create_string_buffer(struct.pack("Ii", 128, 0) + bytes(128))
mount = ctypes.c_int()
call(303, 264, -100, ctypes.c_char_p(b"/usr"), handle, ctypes.byref(mount), 0)
reached(call(304, 265, os.open("/usr", 0), handle, 0))`,
  ),
  python(
    "make_device",
    "makes a node for the first disk and reads it",
    `
for major, minor in ((254, 0), (8, 0), (259, 0)):
    try:
        os.mknod("disk", 0o60600, os.makedev(major, minor))
        os.read(os.open("disk", 0), 1)
        escaped()
    except OSError: pass
    finally:
        if os.path.lexists("disk"): os.remove("disk")`,
  ),
  shell(
    "read_devices",
    "opens disks, memory and the kernel's log",
    "for d in /dev/vda /dev/sda /dev/nvme0n1 /dev/mem /dev/kmsg /dev/fuse /proc/kcore; do head -c 1 $d && echo ESCAPED; done",
  ),
  python(
    "change_kernel_setting",
    "opens a setting of the kernel for writing",
    'os.open("/proc/sys/kernel/core_pattern", os.O_WRONLY); escaped()',
  ),
  python(
    "open_sysrq",
    "opens the trigger of system requests",
    'os.open("/proc/sysrq-trigger", os.O_WRONLY); escaped()',
  ),
  shell("see_sysfs", "looks at the devices of the machine", "ls /sys/class/net && echo ESCAPED"),
  shell(
    "write_cgroup",
    "looks for a control group that it can change",
    "test -w /sys/fs/cgroup && echo ESCAPED",
  ),
  shell(
    "set_user_id_bit",
    "makes a program that runs as its owner",
    "cp /bin/true own; chmod 4755 own && echo ESCAPED",
  ),
  python(
    "create_set_user_id",
    "creates a file with the set-user-ID bit",
    'os.umask(0); f = os.open("own2", os.O_CREAT | os.O_WRONLY, 0o4755)\nif os.fstat(f).st_mode & 0o4000: escaped()',
  ),
  shell(
    "set_group_id_bit",
    "makes a directory with the set-group-ID bit",
    "mkdir -p shared; chmod 2755 shared && echo ESCAPED",
    "leftover",
  ),
  shell(
    "see_mount_paths",
    "reads where the mounts come from",
    "grep -q workspace /proc/self/mountinfo && grep -q ' /usr ' /proc/self/mountinfo && echo ESCAPED",
    "leftover",
  ),
];
