/** How a program that starts another one reads its command line. */
export interface Wrapper {
  /** Options whose value is the next word. */
  readonly values?: readonly string[];
  /** How many words stand between the options and the command. */
  readonly operands?: number;
  /** Whether `NAME=value` words may stand before the command. */
  readonly takesAssignments?: boolean;
  /** Options that make it start the command without the variables of this process. */
  readonly clearing?: readonly string[];
  /** Options without which it starts the command without the variables of this process. */
  readonly keeping?: readonly string[];
}

/** Programs that start the command in their own words. */
export const wrappers: Readonly<Record<string, Wrapper>> = {
  env: {
    values: ["-u", "--unset", "-C", "--chdir"],
    takesAssignments: true,
    clearing: ["-", "-i", "--ignore-environment"],
  },
  sudo: {
    values: ["-u", "--user", "-g", "--group", "-D", "--chdir", "-h", "--host", "-p", "--prompt", "-T"],
    takesAssignments: true,
    keeping: ["-E", "--preserve-env"],
  },
  doas: { values: ["-u", "-C"], keeping: [] },
  timeout: { values: ["-k", "--kill-after", "-s", "--signal"], operands: 1 },
  nice: { values: ["-n", "--adjustment"] },
  ionice: { values: ["-c", "--class", "-n", "--classdata"] },
  taskset: { operands: 1 },
  stdbuf: { values: ["-i", "--input", "-o", "--output", "-e", "--error"] },
  time: { values: ["-f", "--format", "-o", "--output"] },
  strace: { values: ["-e", "-o", "-s", "-P"] },
  nohup: {},
  setsid: {},
  unbuffer: {},
  caffeinate: { values: ["-t", "-w"] },
  command: {},
  exec: { values: ["-a"] },
};

/** How a program that runs the command of an npm package reads its command line. */
export interface PackageRunner {
  /** The words that make it run a package; empty if it does nothing else. */
  readonly subcommands: readonly string[];
  readonly values: readonly string[];
  /** Options whose value is a script for a shell. */
  readonly scripts: readonly string[];
  /** Whether it takes options after the package's name for its own, unless `--` stands there. */
  readonly readsOn: boolean;
}

const npmValues = ["-p", "--package", "-w", "--workspace", "--registry", "--cache", "--prefix"];

export const packageRunners: Readonly<Record<string, PackageRunner>> = {
  npx: { subcommands: [], values: npmValues, scripts: ["-c", "--call"], readsOn: false },
  npm: { subcommands: ["exec", "x"], values: npmValues, scripts: ["-c", "--call"], readsOn: true },
  pnpm: {
    subcommands: ["dlx", "exec"],
    values: ["--package", "-C", "--dir"],
    scripts: ["-c"],
    readsOn: false,
  },
  pnpx: { subcommands: [], values: ["--package"], scripts: ["-c"], readsOn: false },
  yarn: { subcommands: ["dlx", "exec", "run"], values: ["-p", "--package"], scripts: [], readsOn: false },
  bunx: { subcommands: [], values: ["-p", "--package"], scripts: [], readsOn: false },
  bun: { subcommands: ["x"], values: ["-p", "--package"], scripts: [], readsOn: false },
};

/** Programs that run a script of a file, and their options whose value is the next word. */
export const interpreters: Readonly<Record<string, readonly string[]>> = {
  node: ["-r", "--require", "--import", "--loader", "--experimental-loader", "-C", "--conditions"],
  bun: ["-r", "--preload"],
  deno: [],
  tsx: ["-r", "--require", "--import"],
};

/** Shells whose `-c` takes a script. */
export const shells: readonly string[] = ["sh", "bash", "dash", "ash", "zsh", "ksh", "fish"];
