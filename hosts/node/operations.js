import { chmod, mkdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { runCommand } from "./command.js";
import { fetchText } from "./web.js";

async function save(work, path, data, flag = "w") {
  const target = work.path(path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, data, { flag });
  const bytes = Buffer.byteLength(data);
  return work.changed(path, `${bytes} bytes ${flag === "a" ? "appended" : "written"}`);
}

function decodeBase64(text) {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) throw new Error("not base64");
  return Buffer.from(text, "base64");
}

/** Each operation: how many arguments it takes, whether the last one is the rest of the line, and how it is done. */
export const operations = {
  write: {
    arguments: 2,
    takesRest: true,
    addsLineFeed: true,
    carryOut: (work, path, text) =>
      work.tool("Write", { file_path: path, content: text }, () => save(work, path, text)),
  },
  append: {
    arguments: 2,
    takesRest: true,
    addsLineFeed: true,
    carryOut: (work, path, text) =>
      work.tool("Write", { file_path: path, append: text }, () => save(work, path, text, "a")),
  },
  "write-base64": {
    arguments: 2,
    carryOut: (work, path, data) => {
      const content = decodeBase64(data);
      return work.tool("Write", { file_path: path, bytes: content.length }, () => save(work, path, content));
    },
  },
  read: {
    arguments: 1,
    carryOut: async (work, path) => {
      const text = await work.tool("Read", { file_path: path }, () => readFile(work.path(path), "utf8"));
      await work.context.message(text);
    },
  },
  replace: {
    arguments: 3,
    carryOut: (work, path, old, replacement) =>
      work.tool("Edit", { file_path: path, old_string: old, new_string: replacement }, async () => {
        const content = await readFile(work.path(path));
        const at = content.indexOf(old);
        if (at === -1) throw new Error(`${path} does not contain ${JSON.stringify(old)}`);
        const rest = content.subarray(at + Buffer.byteLength(old));
        return save(work, path, Buffer.concat([content.subarray(0, at), Buffer.from(replacement), rest]));
      }),
  },
  copy: {
    arguments: 2,
    carryOut: async (work, source, target) => {
      let content;
      await work.tool("Read", { file_path: source }, async () => {
        content = await readFile(work.path(source));
        return `${content.length} bytes`;
      });
      await work.tool("Write", { file_path: target, copy_of: source }, async () => {
        const summary = await save(work, target, content);
        await chmod(work.path(target), (await stat(work.path(source))).mode & 0o7777);
        return summary;
      });
    },
  },
  rename: {
    arguments: 2,
    carryOut: (work, source, target) =>
      work.tool("Edit", { file_path: source, new_path: target }, async () => {
        await mkdir(dirname(work.path(target)), { recursive: true });
        await rename(work.path(source), work.path(target));
        await work.changed(source, `renamed to ${target}`);
        return work.changed(target, `renamed from ${source}`);
      }),
  },
  delete: {
    arguments: 1,
    carryOut: (work, path) =>
      work.tool("Edit", { file_path: path, delete: true }, async () => {
        await rm(work.path(path), { recursive: true });
        return work.changed(path, "deleted");
      }),
  },
  mkdir: {
    arguments: 1,
    carryOut: (work, path) =>
      work.tool("Write", { file_path: path, directory: true }, async () => {
        await mkdir(work.path(path), { recursive: true });
        return work.changed(path, "directory made");
      }),
  },
  chmod: {
    arguments: 2,
    carryOut: (work, mode, path) =>
      work.tool("Edit", { file_path: path, mode }, async () => {
        if (!/^[0-7]{1,4}$/.test(mode)) throw new Error(`${JSON.stringify(mode)} is no octal mode`);
        await chmod(work.path(path), Number.parseInt(mode, 8));
        return work.changed(path, `mode ${mode}`);
      }),
  },
  symlink: {
    arguments: 2,
    carryOut: (work, target, path) =>
      work.tool("Write", { file_path: path, link_target: target }, async () => {
        await mkdir(dirname(work.path(path)), { recursive: true });
        await symlink(target, work.path(path));
        return work.changed(path, `link to ${target}`);
      }),
  },
  run: {
    arguments: 1,
    takesRest: true,
    carryOut: (work, command) => work.tool("Bash", { command }, () => runCommand(work, command)),
  },
  fetch: {
    arguments: 1,
    carryOut: async (work, url) => {
      await work.context.message(
        await work.tool("WebFetch", { url }, () => fetchText(url, work.context.signal)),
      );
    },
  },
  say: { arguments: 1, takesRest: true, carryOut: (work, text) => work.context.message(text) },
  repeat: {
    arguments: 2,
    takesRest: true,
    carryOut: async (work, count, text) => {
      for (let sent = 0; sent < Number(count); sent++) {
        work.context.signal.throwIfAborted();
        await work.context.text(text);
      }
    },
  },
  sleep: {
    arguments: 1,
    carryOut: (work, seconds) => wait(Number(seconds) * 1000, undefined, { signal: work.context.signal }),
  },
  fail: {
    arguments: 1,
    takesRest: true,
    carryOut: async (work, message) => {
      await work.context.emit({ type: "error", message });
      throw Object.assign(new Error(message), { isFatal: true });
    },
  },
  exit: { arguments: 1, carryOut: (_, code) => process.exit(Number(code)) },
};
