import { fchmodSync, mkdirSync } from "node:fs";
import type { StageHost } from "../opening/stage-host.ts";
import type { StageDirectory } from "../sweep/stage-directory.ts";
import type { Directory } from "../walk/directory.ts";
import { faultOf, TreeError } from "../walk/tree-fault.ts";
import { hideEntries } from "./whiteouts.ts";

// By descriptor, because these paths may hold the commas and colons that separate options. nosuid: setuid bits of the source
// have no effect. redirect_dir: directories can be renamed.
const OPTIONS = [
  "lowerdir=/proc/self/fd/3",
  "upperdir=/proc/self/fd/4/upper",
  "workdir=/proc/self/fd/4/work",
  "redirect_dir=on",
  "metacopy=off",
  "index=off",
  "nosuid",
  "nodev",
].join();

/** Makes the whiteout that `mountOverlay` links to. It runs while the source is listed. */
export async function makeWhiteout(host: StageHost, stage: StageDirectory): Promise<string | undefined> {
  const result = await host.runTool(
    "mknod",
    ["/proc/self/fd/3/whiteout", "c", "0", "0"],
    [stage.directory.fd],
  );
  return result.isDone ? undefined : `mknod: ${result.message}`;
}

/** Mounts the source with everything but `omitted` at `root` of the stage's directory. Returns why that failed. */
export async function mountOverlay(
  host: StageHost,
  source: Directory,
  stage: StageDirectory,
  omitted: readonly string[],
): Promise<string | undefined> {
  const { directory } = stage;
  for (const name of ["upper", "work", "root"]) mkdirSync(directory.place(name), 0o700);
  const upper = directory.child("upper");
  try {
    // The root belongs to whoever runs the agent: git refuses to work in the directory of somebody else.
    fchmodSync(upper.fd, source.status().mode & 0o7777);
    hideEntries(source, upper, directory.place("whiteout"), omitted);
  } catch (error) {
    throw new TreeError(faultOf(error, "", "source"));
  } finally {
    upper.close();
  }
  const target = `${stage.path}/root`;
  const args = ["-t", "overlay", "-o", OPTIONS, "abp-stage", target];
  const result = await host.runTool("mount", args, [source.fd, directory.fd]);
  return result.isDone ? undefined : `mount: ${result.message}`;
}
