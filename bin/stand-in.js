// Plain JavaScript, so that an old Node can run it and print the message below.
import { useCompileCache } from "../hosts/compile-cache.js";
import { load } from "../hosts/load.js";

/** Runs the stand-in of a vendor's program with the arguments and streams of this process. */
export async function runProgram(name) {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < 24) {
    process.stderr.write(
      `abp-${name} needs Node 24 or newer, and this is ${process.version}. ` +
        "Put a newer Node first in PATH of the program that starts it.\n",
    );
    process.exit(2);
  }
  useCompileCache();
  const { main } = await load(`cli/programs/${name}-program`);
  process.exitCode = await main(process.argv.slice(2));
  // The caller may keep its end open.
  process.stdin.destroy();
}
