import { isInProject } from "./named-files.ts";
import { type ProjectFile, readProjectFile } from "./project-file.ts";
import { TrustStore } from "./trust-store.ts";

/** Reads project files and decides whether they count. Tests pass fakes. */
export interface ProjectTrust {
  /** Reads a project file once. Gives undefined if there is none, and throws `ProjectFileError`. */
  read(file: string): ProjectFile | undefined;
  /** Whether the user trusts this very content at this path. */
  trusts(file: ProjectFile): boolean;
  /** Whether a file with a secret, which the project file names, is as the user trusted it. */
  trustsSecret(project: ProjectFile, file: string, text: string): boolean;
}

/** The trust of the user whose state directory this is. */
export function openProjectTrust(stateDirectory: string): ProjectTrust {
  const store = new TrustStore(stateDirectory);
  return {
    read: readProjectFile,
    trusts: (file) => store.trusts(file),
    // Outside of the project's directory, the author of the project has no say.
    trustsSecret: (project, file, text) =>
      !isInProject(project, file) || store.trustsSecret(project, file, text),
  };
}
