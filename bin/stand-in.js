// Plain JavaScript, so that an old Node can run it and print the message below.
import { existsSync } from "node:fs";

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
  const { enableCompileCache } = await import("node:module");
  enableCompileCache();
  const root = new URL("..", import.meta.url);
  // A checkout runs its sources. A published package contains only the build.
  const source = new URL(`src/cli/stand-in/${name}-program.ts`, root);
  const built = new URL(`dist/cli/stand-in/${name}-program.js`, root);
  const { main } = await import(existsSync(source) ? source.href : built.href);
  process.exitCode = await main(process.argv.slice(2));
  // The caller may keep its end open.
  process.stdin.destroy();
}
