import { type ProjectFile, resolvePaths, type TrustEntry, TrustStore } from "../config/index.ts";
import { makePrivateDirectory, useDirectory } from "../storage/index.ts";
import type { Host } from "./terminal/host.ts";

/** Trusts the content of a project file. Throws `directory_unusable` if the state directory cannot be written. */
export function addTrust(host: Pick<Host, "env" | "home" | "now">, file: ProjectFile): Promise<TrustEntry> {
  const { state } = resolvePaths(host.env, host.home);
  return useDirectory(state, "ABP_HOME", async () => {
    await makePrivateDirectory(state);
    return new TrustStore(state).add(file, host.now());
  });
}
