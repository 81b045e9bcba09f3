// Names that some file system takes for `.git`: upper case, short names, and trailing dots, spaces and streams on Windows,
// and the characters that macOS ignores. One character per byte, so the latter stand here as UTF-8 bytes.
const GIT_NAME = /^(\.git|git~1)[ .]*([:\\].*)?$/is;
/** Few paths hold a name that begins as these may. */
const CANDIDATE = /(?:^|\/)[.g\xe2\xef]/i;
const IGNORED_ON_MAC = /\xe2(\x80[\x8c-\x8f\xaa-\xae]|\x81[\xaa-\xaf])|\xef\xbb\xbf/g;
const MODULES_NAME = /^(\.gitmodules[ .]*([:\\].*)?|gitmod~\d|gi7eb[0-9a-f]*~\d)$/is;

/** Whether the path is a `.git` or lies in one, on any file system. */
export function isInsideGit(rawPath: string): boolean {
  return (
    CANDIDATE.test(rawPath) &&
    rawPath.split("/").some((name) => GIT_NAME.test(name.replace(IGNORED_ON_MAC, "")))
  );
}

/** Whether git refuses a symbolic link of this name: it reads the file itself as configuration. */
export function isModulesFile(rawPath: string): boolean {
  return MODULES_NAME.test(rawPath.slice(rawPath.lastIndexOf("/") + 1));
}
