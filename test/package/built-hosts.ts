import { dirname, join } from "node:path";
import type { SidecarHost } from "../../src/backends/index.ts";
import { repository } from "./built-package.ts";
import { programsFolder } from "./programs.ts";

/** The folder of the programs that drive agents, in the build of the package. */
export const builtHosts = async (): Promise<string> => join(dirname(await programsFolder()), "hosts");

/**
 * Starts the hosts of agents from the build of the package. In a sandbox, where nothing keeps compiled code, the sources need five
 * times as long.
 */
export async function withBuiltHosts(host: SidecarHost): Promise<SidecarHost> {
  const built = join(await builtHosts(), "/");
  const ofCheckout = join(repository, "hosts/");
  const startSidecar: SidecarHost["startSidecar"] = (plan, ...more) => {
    const args = plan.args.map((one) => (one.startsWith(ofCheckout) ? one.replace(ofCheckout, built) : one));
    return host.startSidecar({ ...plan, args }, ...more);
  };
  return { ...host, startSidecar };
}
