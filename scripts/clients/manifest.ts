import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const PlaceSchema = z.strictObject({
  installer: z.enum(["npm", "pip"]),
  /** The exact version of each package. A Python package may name extras: `name[extra]`. */
  packages: z.record(z.string(), z.string().regex(/^\d+(\.\d+)*$/)),
});

const ClientSchema = z.strictObject({
  name: z.string().max(24),
  /** The place where its packages are. */
  place: z.string(),
  /** Below `programs`. */
  program: z.string(),
  /** The vendor API that it speaks, given to the program. */
  api: z.string(),
  /** What the program must report; a case that it leaves out counts as failed. */
  cases: z.array(z.string()).min(1),
  /** The engines that it runs on; all of them without it. */
  engines: z.array(z.string()).optional(),
});

const ManifestSchema = z.strictObject({
  places: z.record(z.string(), PlaceSchema),
  clients: z.array(ClientSchema),
});

/** Packages that are installed together. */
export type Place = z.infer<typeof PlaceSchema>;
/** A program that uses one SDK or framework. */
export type Client = z.infer<typeof ClientSchema>;
/** The clients, and the packages that they need. */
export type Manifest = z.infer<typeof ManifestSchema>;

/** Reads the manifest. Throws if a client names a place that is not there, or two have one name. */
export function readManifest(
  text = readFileSync(join(import.meta.dirname, "manifest.json"), "utf8"),
): Manifest {
  const manifest = ManifestSchema.parse(JSON.parse(text));
  const names = new Set<string>();
  for (const { name, place } of manifest.clients) {
    if (manifest.places[place] === undefined) throw new Error(`${name}: there is no place ${place}`);
    if (names.has(name)) throw new Error(`two clients are named ${name}`);
    names.add(name);
  }
  return manifest;
}
