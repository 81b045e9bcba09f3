/**
 * Writes everything that is derived from the sources: JSON Schemas, the error and configuration references,
 * the lint rules of the layers. `--check` writes nothing and fails when a file is not what it would write.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { AGENT_MODULES_PATH, renderAgentModules } from "./agent-modules.ts";
import { renderApiReference, renderOpenApi } from "./api-reference.ts";
import { layerOverrides, testOverride } from "./biome-layers.ts";
import { renderCliReference } from "./cli-reference.ts";
import { DIALECT_MODULES_PATH, renderDialectModules } from "./dialect-modules.ts";
import { renderErrorReference } from "./error-reference.ts";
import { renderSchemas } from "./schemas.ts";
import { renderVendorTypes } from "./strict/vendor-types.ts";

const root = resolve(import.meta.dirname, "..");

/** Every derived file, by its path in the repository. */
export async function derivedFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>(await renderSchemas());
  files.set("docs/errors.md", renderErrorReference());
  files.set("schemas/openapi.json", renderOpenApi());
  files.set("docs/api.md", renderApiReference());
  files.set("docs/commands.md", renderCliReference());
  const { renderConfigReference } = await import("../src/config/index.ts");
  files.set("docs/configuration.md", renderConfigReference());
  files.set(DIALECT_MODULES_PATH, renderDialectModules());
  files.set(AGENT_MODULES_PATH, renderAgentModules());
  for (const [path, text] of renderVendorTypes()) files.set(path, text);
  // Imported here, because they load the dialects and the agents, and a new one is loaded only once its import is written.
  const { renderRegister } = await import("./register-pages.ts");
  for (const [path, text] of renderRegister()) files.set(path, text);
  const { renderCapabilityMatrix } = await import("./capability-matrix.ts");
  files.set("docs/capability-matrix.md", renderCapabilityMatrix());
  const { renderStandIns, STAND_INS_PATH } = await import("./stand-in-matrix.ts");
  files.set(STAND_INS_PATH, renderStandIns(readFileSync(join(root, STAND_INS_PATH), "utf8")));
  const { MODEL_RULES_PATH, renderModelRules } = await import("./model-rules/page.ts");
  files.set(MODEL_RULES_PATH, renderModelRules());
  files.set("biome.json", renderBiome());
  return files;
}

function renderBiome(): string {
  const config = JSON.parse(readFileSync(join(root, "biome.json"), "utf8"));
  config.overrides = [...layerOverrides(), testOverride()];
  const biome = join(root, "node_modules/.bin/biome");
  const text = `${JSON.stringify(config, null, 2)}\n`;
  return execFileSync(biome, ["format", "--stdin-file-path=biome.json"], {
    input: text,
    cwd: root,
    encoding: "utf8",
  });
}

// Folders that hold nothing but derived files: what is not derived any more has to go.
function staleFiles(files: ReadonlyMap<string, string>): string[] {
  return ["schemas", "docs/register"]
    .flatMap((folder) =>
      existsSync(join(root, folder))
        ? readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)
        : [],
    )
    .filter((path) => !files.has(path));
}

/** The derived files that differ from what stands in the repository. */
export async function drift(): Promise<string[]> {
  const files = await derivedFiles();
  const changed = [...files].filter(([path, text]) => {
    try {
      return readFileSync(join(root, path), "utf8") !== text;
    } catch {
      return true; // A file that cannot be read has certainly drifted.
    }
  });
  return [...changed.map(([path]) => path), ...staleFiles(files)];
}

if (import.meta.main) {
  if (process.argv.includes("--check")) {
    const paths = await drift();
    for (const path of paths) console.error(`drift: ${path} (run: npm run generate)`);
    console.log(
      paths.length === 0 ? "derived files are current" : `${paths.length} derived files have drifted`,
    );
    process.exitCode = paths.length === 0 ? 0 : 1;
  } else {
    writeFileSync(join(root, DIALECT_MODULES_PATH), renderDialectModules());
    writeFileSync(join(root, AGENT_MODULES_PATH), renderAgentModules());
    const files = await derivedFiles();
    for (const path of staleFiles(files)) rmSync(join(root, path));
    for (const [path, text] of files) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    console.log(`wrote ${files.size} files`);
  }
}
