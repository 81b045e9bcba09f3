import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasLevel3 } from "../../src/sandbox/fixtures/level.ts";
import { escapeProbes } from "./escape-probes.ts";
import { python } from "./probe.ts";
import { ProbeRun } from "./probe-run.ts";

const level3 = hasLevel3();
/** Of files, processes, the kernel and the network, in their order. */
const names = [
  "read_secret read_state read_shadow read_private_keys read_through_proc_root read_through_link read_through_dots read_home write_system write_outside rename_outside link_system_file overwrite_program open_by_handle make_device read_devices change_kernel_setting open_sysrq see_sysfs write_cgroup set_user_id_bit create_set_user_id set_group_id_bit see_mount_paths",
  "see_host_process signal_host_process read_host_environment inherited_descriptors ptrace write_process_memory process_vm_readv pidfd_getfd mount remount_writable unmount new_mount_calls chroot user_namespace mount_namespace clone3_namespace join_namespace capabilities become_root run_set_user_id_program terminal_input host_name",
  "io_uring bpf keyrings add_key userfaultfd perf_events kexec kernel_module set_clock reboot kernel_log x32_calls calls_of_32_bits",
  "tcp_to_loopback tcp_to_loopback_6 tcp_to_host_address udp_to_host resolve_name see_interfaces raw_socket ping_socket packet_socket vsock netfilter unix_socket abstract_socket system_sockets reconnected_pair proxy_to_loopback proxy_to_localhost proxy_to_decimal proxy_to_mapped proxy_to_host_address proxy_to_metadata proxy_by_http proxy_by_socks",
].flatMap((line) => line.split(" "));
let run: ProbeRun;

/** The script without the functions that all scripts in Python begin with. */
function ownPart(script: string, tool: string): string {
  const prelude = python("", "", "").script;
  return tool === "python3" ? script.slice(prelude.length) : script;
}

describe("escape attempts at L3", () => {
  beforeAll(async () => {
    if (level3) run = await ProbeRun.open("L3");
  });
  afterAll(async () => {
    if (level3) await run.close();
  });

  it("are many, and each has a name of its own", () => {
    expect(escapeProbes.map(({ name }) => name)).toEqual(names);
    expect(new Set(names).size).toBe(names.length);
    const leftovers = escapeProbes.filter(({ expected }) => expected === "leftover").map(({ name }) => name);
    expect(leftovers).toEqual(["set_group_id_bit", "see_mount_paths"]);
  });

  it("do something that tells when it succeeds", () => {
    const silent = escapeProbes.filter(
      ({ script, tool }) =>
        !/ESCAPED|OUTSIDE|escaped\(\)|reached\(|tunnel\(|connect|sendto/.test(ownPart(script, tool)),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
    expect(new Set(escapeProbes.map(({ tool }) => tool))).toEqual(new Set(["sh", "python3"]));
  });

  for (const probe of escapeProbes) {
    it(`${probe.name} (${probe.tries}) is ${probe.expected}`, async (ctx) => {
      if (!level3) ctx.skip("needs bwrap and user namespaces");
      const { outcome } = await run.run(probe);
      if (outcome === "skipped") ctx.skip(`needs ${probe.tool}`);
      expect(outcome).toBe(probe.expected === "held" ? "held" : "escaped");
    });
  }
});
