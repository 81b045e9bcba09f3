import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { TestMachine } from "../../src/cli/fixtures/console.ts";
import type { main } from "../../src/cli/main.ts";

/**
 * Runs the `abp` of a shell script in this process. A start of the program for each of many commands would take longer than the
 * commands.
 */
export class CommandCalls {
  /** Defines `abp` for a POSIX shell. It gives its directory and words to this process, and waits for the exit code. */
  readonly shellFunction: string;
  readonly #home: string;
  readonly #machine: TestMachine;

  /** Takes the home of the user, which is also where the calls are passed on. */
  constructor(home: string, commandLine: typeof main) {
    this.#home = home;
    this.#machine = new TestMachine(commandLine);
    execFileSync("mkfifo", [this.#at("call"), this.#at("end")]);
    this.shellFunction = [
      "abp() {",
      `printf '%s\\0' "$PWD" "$@" > '${this.#at("call")}'`,
      `abp_exit=$(cat '${this.#at("end")}')`,
      `cat '${this.#at("out")}'; cat '${this.#at("error")}' >&2; return "$abp_exit"; }`,
    ].join("\n");
  }

  /** Serves calls until the script has ended. */
  async serveUntil<End>(ended: Promise<End>): Promise<End> {
    let isOver = false;
    const over = ended.finally(() => {
      isOver = true;
      // Ends the wait for the next call.
      return writeFile(this.#at("call"), "");
    });
    try {
      const [end] = await Promise.all([over, this.#serve(() => isOver)]);
      return end;
    } finally {
      this.#machine.close();
    }
  }

  async #serve(isOver: () => boolean): Promise<void> {
    for (;;) {
      const [cwd = "", ...argv] = (await readFile(this.#at("call"), "utf8")).split("\0").slice(0, -1);
      if (isOver()) return;
      const { exit, out, error } = await this.#machine.run(argv, {
        cwd,
        env: { PATH: process.env["PATH"], HOME: this.#home, ABP_HOME: join(this.#home, "abp") },
        home: this.#home,
        now: () => new Date(),
        random: randomBytes,
      });
      writeFileSync(this.#at("out"), out);
      writeFileSync(this.#at("error"), error);
      await writeFile(this.#at("end"), String(exit));
    }
  }

  #at(name: string): string {
    return join(this.#home, name);
  }
}
