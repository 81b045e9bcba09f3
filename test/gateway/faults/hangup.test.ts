import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { until } from "../../eventually.ts";
import { sampled } from "../../fault-size.ts";
import { CallerLine } from "./caller-line.ts";
import { DaemonHome } from "./child-daemon.ts";
import { asChunk, beginStream, LAST_CHUNK, type RawUpstream, startUpstream } from "./raw-upstream.ts";
import { callTo, speeches } from "./speech.ts";
import { CALLER_KEY } from "./stack.ts";

const { events, beforeEnd } = speeches.claude;

describe("a daemon that gets SIGHUP", () => {
  let home: DaemonHome | undefined;
  let upstream: RawUpstream | undefined;
  afterEach(async () => {
    home?.close();
    await upstream?.close();
  });

  it.each(sampled([1, 2], (workers) => workers === 2))(
    "reloads the configuration, keeps the old one where the file is broken, and cuts no stream (workers: %i)",
    async (workers) => {
      let finish = (): void => undefined;
      const mayFinish = new Promise<void>((resolve) => (finish = resolve));
      upstream = await startUpstream((exchange) => {
        beginStream(exchange);
        for (const event of events.slice(0, beforeEnd)) exchange.socket.write(asChunk(event));
        void mayFinish.then(() => {
          exchange.socket.write(asChunk(events.slice(beforeEnd).join("")));
          exchange.socket.write(LAST_CHUNK);
        });
      });
      const toml = (...more: string[]) =>
        [
          ...more,
          `[gateway]\nworkers = ${workers}`,
          `[keys.tester]\ntoken = "${CALLER_KEY}"`,
          `[engines.claude]\ndialect = "claude"\nbase_url = "${upstream!.url}"\napi_key = "none"`,
        ].join("\n");
      home = new DaemonHome(toml());
      const file = join(home.root, "backplane.toml");
      const daemon = await home.start();
      const lines = Array.from({ length: 6 }, () => new CallerLine(daemon.url));
      const answers = lines.map((line) => line.send(callTo("claude", "claude", true)));
      await until(() => upstream!.exchanges.length === lines.length);

      writeFileSync(file, "port = [broken");
      daemon.signal("SIGHUP");
      await until(() => daemon.said().includes("is not used"));
      writeFileSync(file, `${toml()}\n[keys.second]\ntoken = "another-key-of-the-test"\n`);
      daemon.signal("SIGHUP");
      await until(() => daemon.said().includes("replaced the keys"));
      // The file is watched as well, so the keys may be replaced before the signal arrives.
      await until(() => daemon.said().split("reloading the configuration").length >= 3);

      const models = await fetch(`${daemon.url}/v1/models`, {
        headers: { "x-abp-key": "another-key-of-the-test" },
      });
      expect(models.status).toBe(200);
      finish();
      for (const answer of await Promise.all(answers)) {
        expect([answer.status, answer.isComplete]).toEqual([200, true]);
        expect(speeches.claude.hasNormalEnd(answer.text)).toBe(true);
      }
      daemon.signal("SIGTERM");
      expect((await daemon.ended).code).toBe(0);
    },
  );
});
