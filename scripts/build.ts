/** Builds `dist/` from `src/`; the declarations must name `.js` files, which the compiler rewrites itself. */
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
rmSync(join(root, "dist"), { recursive: true, force: true });
execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", "tsconfig.build.json"], {
  cwd: root,
  stdio: "inherit",
});
console.log("built dist/");
