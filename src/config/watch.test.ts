import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConfigWatch } from "./watch.ts";

let home: string;
let watch: ConfigWatch | undefined;
const onChange = vi.fn();
const onError = vi.fn();

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "abp-watch-"));
  onChange.mockReset();
  onError.mockReset();
});
afterEach(() => {
  watch?.close();
  rmSync(home, { recursive: true, force: true });
});

function start(): void {
  watch = new ConfigWatch({ cwd: home, home, env: {} }, { onChange, onError }, 10);
}

const keysNow = () => Object.keys(onChange.mock.lastCall?.[0].config.keys ?? {});

test("a changed file is read again, also when it is replaced by another", async () => {
  const file = join(home, "backplane.toml");
  writeFileSync(file, '[keys.ada]\ntoken = "a"\n');
  start();
  writeFileSync(file, '[keys.ada]\ntoken = "a"\n[keys.bob]\ntoken = "b"\n');
  await vi.waitFor(() => expect(keysNow()).toEqual(["ada", "bob"]));
  writeFileSync(`${file}.new`, '[keys.bob]\ntoken = "b"\n');
  renameSync(`${file}.new`, file);
  await vi.waitFor(() => expect(keysNow()).toEqual(["bob"]));
  expect(onError).not.toHaveBeenCalled();
});

test("a file that was not there is seen when it comes", async () => {
  start();
  writeFileSync(join(home, "backplane.toml"), '[keys.ada]\ntoken = "a"\n');
  await vi.waitFor(() => expect(keysNow()).toEqual(["ada"]));
});

test("a secret in a file of its own is looked after as well", async () => {
  const secret = join(home, "token");
  writeFileSync(secret, "one\n");
  writeFileSync(join(home, "backplane.toml"), '[keys.ada]\ntoken_file = "token"\n');
  start();
  writeFileSync(secret, "another\n");
  await vi.waitFor(() => expect(onChange.mock.lastCall?.[0].config.keys.ada.token).toBe("another"));
});

test("what cannot be read is told, once for each change", async () => {
  const file = join(home, "backplane.toml");
  writeFileSync(file, '[keys.ada]\ntoken = "a"\n');
  start();
  writeFileSync(file, "[keys.ada\n");
  await vi.waitFor(() => expect(onError).toHaveBeenCalledOnce());
  expect(onError.mock.lastCall?.[0]).toMatchObject({ code: "config_invalid" });
  expect(onChange).not.toHaveBeenCalled();
  writeFileSync(file, '[keys.bob]\ntoken = "b"\n');
  await vi.waitFor(() => expect(keysNow()).toEqual(["bob"]));
  expect(onError).toHaveBeenCalledOnce();
});
