/**
 * Runs inside a new sandbox and tries to get out. It prints one JSON object: for each probe, whether the sandbox held.
 *
 * Node runs this file inside under another name and without a build step, so it holds plain JavaScript and imports only
 * modules of Node. Its argument holds the facts of the host as JSON.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";

const host = Object.assign(
  { secret: "", outside: "", pid: 0, port: 0, addresses: [""], socket: "", inside: "" },
  JSON.parse(`${process.argv[2]}`),
);
const MAX_OWN_PROCESSES = 8;
const CONNECT_TIMEOUT_MS = 2000;

const fails = (attempt = () => Object()) => {
  try {
    attempt();
    return false;
  } catch {
    return true;
  }
};

const cannotConnect = (target = { host: "", port: 0, path: "" }) =>
  new Promise((resolve) => {
    const { path, ...address } = target;
    const socket = connect(path === "" ? address : { path });
    const timer = setTimeout(() => socket.destroy(), CONNECT_TIMEOUT_MS);
    socket.once("connect", () => {
      resolve(false);
      socket.destroy();
    });
    socket.once("error", () => resolve(true));
    socket.once("close", () => {
      clearTimeout(timer);
      resolve(true);
    });
  });

const status = readFileSync("/proc/self/status", "utf8");
const statusOf = (name = "") => new RegExp(`^${name}:\\s*(\\S+)`, "m").exec(status)?.[1];
const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
const addresses = ["127.0.0.1", ...host.addresses];
const unshare = "/usr/bin/unshare";
const connections = addresses.map((address) => cannotConnect({ host: address, port: host.port, path: "" }));

// In the private /tmp this may succeed. The host checks whether it reached the real file.
fails(() => writeFileSync(host.outside, "x"));

const probes = {
  workspace_is_writable: !fails(() => writeFileSync(host.inside, "x")),
  read_outside: fails(() => readFileSync(host.secret)),
  write_outside: ["/usr", "/etc", "/"].every((path) =>
    fails(() => writeFileSync(`${path}/abp-self-test`, "x")),
  ),
  read_host_accounts: !existsSync("/etc/shadow"),
  host_processes: processes.length <= MAX_OWN_PROCESSES && fails(() => process.kill(host.pid, 0)),
  connect_to_host: (await Promise.all(connections)).every((isRefused) => isRefused === true),
  host_interfaces: Object.keys(networkInterfaces()).every((name) => name === "lo"),
  connect_to_unix_socket: await cannotConnect({ host: "", port: 0, path: host.socket }),
  no_capabilities: ["CapInh", "CapPrm", "CapEff", "CapAmb"].every((name) => /^0+$/.test(`${statusOf(name)}`)),
  no_new_privileges: statusOf("NoNewPrivs") === "1",
  seccomp_filter: statusOf("Seccomp") === "2",
  no_new_namespaces:
    !existsSync(unshare) || spawnSync(unshare, ["--user", "/bin/sh", "-c", ":"]).status !== 0,
};
process.stdout.write(JSON.stringify(probes));
