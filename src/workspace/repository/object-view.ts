import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { Directory } from "../walk/directory.ts";

const FAN_OUT = /^[0-9a-f]{2}$/;
const PACK_FILE = /^pack-[0-9a-f]{40}\.(?:pack|idx)$/;

/**
 * Makes a private bare repository at `gitDir` that shows the objects of another one and nothing else of it: no configuration,
 * alternates, grafts, replaced objects, promisors or commit graph. Links among the objects are not followed.
 */
export function makeObjectView(gitDir: string, rawObjects: string): void {
  mkdirSync(`${gitDir}/objects/pack`, { recursive: true, mode: 0o700 });
  mkdirSync(`${gitDir}/refs`, { mode: 0o700 });
  writeFileSync(`${gitDir}/HEAD`, "ref: refs/heads/none\n");
  writeFileSync(`${gitDir}/config`, "[core]\n\trepositoryformatversion = 0\n\tbare = true\n");
  const objects = Directory.open(rawObjects);
  try {
    for (const entry of objects.list()) {
      if (!entry.isDirectory()) continue;
      if (entry.name === "pack") linkPacks(objects, rawObjects, gitDir);
      else if (FAN_OUT.test(entry.name) && hasOnlyFiles(objects, entry.name)) {
        link(`${rawObjects}/${entry.name}`, `${gitDir}/objects/${entry.name}`);
      }
    }
  } finally {
    objects.close();
  }
}

function linkPacks(objects: Directory, rawObjects: string, gitDir: string): void {
  const packs = objects.child("pack");
  try {
    for (const entry of packs.list()) {
      if (!entry.isFile() || !PACK_FILE.test(entry.name)) continue;
      link(`${rawObjects}/pack/${entry.name}`, `${gitDir}/objects/pack/${entry.name}`);
    }
  } finally {
    packs.close();
  }
}

function hasOnlyFiles(objects: Directory, name: string): boolean {
  const directory = objects.child(name);
  try {
    return directory.list().every((entry) => entry.isFile());
  } finally {
    directory.close();
  }
}

function link(rawTarget: string, path: string): void {
  symlinkSync(Buffer.from(rawTarget, "latin1"), path);
}
