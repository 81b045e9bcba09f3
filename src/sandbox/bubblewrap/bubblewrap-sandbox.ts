import { closeSync } from "node:fs";
import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import { AbpError, userHome } from "../../contract/index.ts";
import { packageFile } from "../../lib/package-file.ts";
import { findExecutable, type StartPlan } from "../../process/index.ts";
import { receiveListeners, type TakeListener } from "../launch/handover.ts";
import { EgressProxy } from "../proxy/egress-proxy.ts";
import type { Sandbox, SandboxRequest, SelfTestResult } from "../sandbox.ts";
import { bubblewrapOptions, LAUNCHER_INSIDE, NODE_INSIDE } from "./command-line.ts";
import { dataDescriptor } from "./data-descriptor.ts";
import { fileSystemMounts, HOME_INSIDE, TMP_INSIDE } from "./file-system.ts";
import type { Isolation } from "./isolation.ts";
import type { Mount } from "./mount.ts";
import { proxyEnvironment, sandboxListeners } from "./network-inside.ts";
import { isWithin } from "./path-order.ts";
import { programPaths } from "./program-paths.ts";
import { realPath } from "./real-path.ts";
import { generatedFiles } from "./system-files.ts";

/** What the machine offers, as the self-test found it. */
export interface BubblewrapSetup {
  readonly bwrap: string;
  readonly isolation: Isolation;
  readonly seccomp: Buffer;
  readonly selfTest: readonly SelfTestResult[];
}

const FIRST_DESCRIPTOR = 3;
// Node's warnings would stand in the program's own output.
const launcherOptions = ["--no-warnings", "--max-old-space-size=64"];
const launcherPath = fileURLToPath(packageFile("src/sandbox/launch/launcher.ts"));

/** Level L3: programs in namespaces of their own, whose only network is our proxy. */
export class BubblewrapSandbox implements Sandbox {
  readonly level = "L3";
  readonly reason = undefined;
  readonly selfTest: readonly SelfTestResult[];
  readonly network: "proxy" | "none";
  readonly #setup: BubblewrapSetup;
  readonly #request: SandboxRequest;
  readonly #proxy: EgressProxy;
  readonly #mounts: readonly Mount[];
  /** Descriptors that no started program has taken yet. */
  readonly #descriptors = new Set<number>();

  constructor(setup: BubblewrapSetup, request: SandboxRequest, network: "proxy" | "none") {
    this.#setup = setup;
    this.#request = request;
    this.selfTest = setup.selfTest;
    this.network = network;
    const { policy, gateway, onDecision, now, maxNetworkBytes: maxBytes } = request;
    this.#proxy = new EgressProxy({ policy, gateway, onDecision, now, maxBytes });
    const place = {
      searchPath: process.env["PATH"] ?? "",
      home: realPath(userHome(homedir)),
      hidden: (request.hidden ?? []).map(realPath),
      workspace: realPath(request.workspaceRoot),
    };
    const programs = [request.program, ...(request.otherPrograms ?? [])];
    this.#mounts = fileSystemMounts({
      workspaceRoot: request.workspaceRoot,
      programPaths: programs.flatMap((program) => programPaths(program, place)),
      readOnly: request.readOnly,
      writable: request.writable ?? [],
      hidden: request.hidden ?? [],
    });
  }

  /** Throws `sidecar_spawn_failed` if the command cannot be started on the host either. */
  wrap(plan: StartPlan): StartPlan {
    const command = executableOf(plan);
    const { bwrap, isolation, seccomp } = this.#setup;
    const files = [...generatedFiles(HOME_INSIDE, isolation.uid, isolation.gid)];
    const own = [seccomp, ...files.map(([, content]) => content)].map((content) => this.#open(content));
    const options = bubblewrapOptions({
      isolation,
      mounts: this.#mounts,
      seccomp: FIRST_DESCRIPTOR,
      files: files.map(([path], index) => [path, FIRST_DESCRIPTOR + 1 + index]),
      launcher: launcherPath,
      node: process.execPath,
      cwd: this.#directoryInside(plan.cwd),
    });
    const listeners = sandboxListeners(this.network, this.#request.gateway);
    const env = this.#environment(plan.env);
    const launch = [JSON.stringify(listeners.map(({ address }) => address)), command];
    const takers = listeners.map(
      ({ use }): TakeListener =>
        (server) =>
          use(this.#proxy, server),
    );
    return {
      ...plan,
      command: bwrap,
      args: [...options, NODE_INSIDE, ...launcherOptions, LAUNCHER_INSIDE, ...launch, ...plan.args],
      env: {},
      cwd: "/",
      descriptors: own,
      channel: true,
      onStarted: (child) => {
        this.#release(own);
        receiveListeners(child, takers, env);
        plan.onStarted?.(child);
      },
    };
  }

  close(): Promise<void> {
    this.#release([...this.#descriptors]);
    this.#proxy.close();
    return Promise.resolve();
  }

  #environment(given: Readonly<Record<string, string>>): Record<string, string> {
    return {
      ...given,
      ...(this.network === "proxy" ? proxyEnvironment(this.#request.gateway) : {}),
      HOME: HOME_INSIDE,
      TMPDIR: TMP_INSIDE,
      // The cache would be lost with the sandbox. In a directory that outlives it, the program could change the code of others.
      NODE_DISABLE_COMPILE_CACHE: "1",
    };
  }

  /** The workspace if the wanted directory does not exist inside. */
  #directoryInside(wanted: string): string {
    const shown = this.#mounts.flatMap((mount) => ("target" in mount ? [mount.target] : []));
    return shown.some((path) => isWithin(wanted, path)) ? wanted : this.#request.workspaceRoot;
  }

  #open(content: string | Buffer): number {
    const descriptor = dataDescriptor(content);
    this.#descriptors.add(descriptor);
    return descriptor;
  }

  #release(descriptors: readonly number[]): void {
    for (const descriptor of descriptors) {
      if (this.#descriptors.delete(descriptor)) closeSync(descriptor);
    }
  }
}

/** The path by which the program is started. It exists inside too, because the request named the program. */
function executableOf({ command, cwd, env }: StartPlan): string {
  const found = findExecutable(command, cwd, env["PATH"]);
  if (typeof found === "string") return found;
  throw new AbpError("sidecar_spawn_failed", `${command} cannot be started: ${found.reason}`, {
    details: { command, errno: found.code },
  });
}
