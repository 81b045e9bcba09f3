#!/usr/bin/env node
// Plain JavaScript, so that an old Node can run it and print the message below.
const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  process.stderr.write(
    `abp needs Node 24 or newer, and this is ${process.version}.\n` +
      "In a checkout: npm ci && npm run abp -- --help (the project brings its own Node 24).\n" +
      "Elsewhere: install Node 24, or run it as: npx -p node@24 -p agent-backplane abp --help\n",
  );
  process.exit(2);
}
const argv = process.argv.slice(2);
if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
  // A reader that has closed the pipe, as in `abp --version | true`.
  process.stdout.on("error", () => {
    process.exitCode = 141;
  });
  const { readFileSync } = await import("node:fs");
  const file = new URL("../package.json", import.meta.url);
  process.stdout.write(`${JSON.parse(readFileSync(file, "utf8")).version}\n`);
} else {
  const { useCompileCache } = await import("../hosts/compile-cache.js");
  useCompileCache();
  const { load } = await import("../hosts/load.js");
  const { main } = await load("cli/main");
  process.exitCode = await main(argv);
}
