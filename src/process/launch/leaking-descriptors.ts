import { readdirSync, readFileSync } from "node:fs";

const CLOSE_ON_EXEC = 0o2000000;

/**
 * The descriptors of this process, from `first` on, that a program started now would inherit. Node marks its own; others come
 * from whoever started us. Empty if the system does not tell.
 */
export function leakingDescriptors(first: number, directory = "/proc/self/fdinfo"): number[] {
  let names: string[];
  try {
    names = readdirSync(directory);
  } catch {
    return [];
  }
  return names
    .map(Number)
    .filter((descriptor) => descriptor >= first && isInherited(`${directory}/${descriptor}`))
    .sort((left, right) => left - right);
}

function isInherited(path: string): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(path, "latin1"))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    // The descriptor of the listing itself is closed by now.
    return false;
  }
}
