import { type Assertion, type PatternNode, parsePattern, refusePattern } from "./pattern-syntax.ts";

/** A regular expression that matches in linear time. */
export interface LinearPattern {
  /** Whether the pattern occurs in the text. Reports the steps to `spend`, which may throw to stop the match. */
  test(text: string, spend?: (steps: number) => void): boolean;
}

type Step =
  | Extract<PatternNode, { kind: "character" | "assert" }>
  | { readonly kind: "fork"; first: number; second: number }
  | { readonly kind: "match" };

/** Larger programs are refused, because counted repetition multiplies its content. */
const MAX_STEPS = 10_000;

/**
 * Compiles an ECMAScript pattern (flag `u`) to an automaton that follows all branches at once (Thompson), so it never
 * backtracks.
 */
export function compileLinearPattern(source: string): LinearPattern {
  const program = assemble(parsePattern(source));
  return { test: (text, spend) => run(program, text, spend) };
}

function assemble(root: PatternNode): readonly Step[] {
  const program: Step[] = [];
  let visits = 0;
  const fork = (): Extract<Step, { kind: "fork" }> => {
    const step = { kind: "fork" as const, first: 0, second: 0 };
    program.push(step);
    return step;
  };
  const jumpTo = (step: Extract<Step, { kind: "fork" }>, place: number): void => {
    step.first = place;
    step.second = place;
  };
  const add = (node: PatternNode): void => {
    // Counts visits, not length: an empty group adds no steps however often it repeats.
    visits += 1;
    if (visits > MAX_STEPS) throw refusePattern("it is too large");
    if (node.kind === "character" || node.kind === "assert") program.push(node);
    else if (node.kind === "sequence") node.parts.forEach(add);
    else if (node.kind === "choice") addChoice(node.options);
    else addRepeat(node.part, node.min, node.max);
  };
  const addChoice = (options: readonly PatternNode[]): void => {
    const exits = options.slice(0, -1).map((option) => {
      const split = fork();
      split.first = program.length;
      add(option);
      const exit = fork();
      split.second = program.length;
      return exit;
    });
    const last = options.at(-1);
    if (last !== undefined) add(last);
    for (const exit of exits) jumpTo(exit, program.length);
  };
  const addRepeat = (part: PatternNode, min: number, max: number): void => {
    for (let count = 0; count < min; count += 1) add(part);
    if (max === Number.POSITIVE_INFINITY) {
      const loop = program.length;
      const split = fork();
      split.first = program.length;
      add(part);
      jumpTo(fork(), loop);
      split.second = program.length;
      return;
    }
    const exits = [];
    for (let count = min; count < max; count += 1) {
      const split = fork();
      split.first = program.length;
      exits.push(split);
      add(part);
    }
    for (const split of exits) split.second = program.length;
  };
  add(root);
  program.push({ kind: "match" });
  return program;
}

function run(program: readonly Step[], text: string, spend?: (steps: number) => void): boolean {
  const seenAt = new Float64Array(program.length).fill(-1);
  let active: number[] = [];
  let before: string | undefined;
  for (let index = 0; ; ) {
    const code = text.codePointAt(index);
    const character = code === undefined ? undefined : String.fromCodePoint(code);
    const reached: number[] = [];
    // A match may start at any position.
    const pending = [...active, 0];
    let steps = 0;
    while (pending.length > 0) {
      const place = pending.pop()!;
      if (seenAt[place] === index) continue;
      seenAt[place] = index;
      steps += 1;
      const step = program[place]!;
      if (step.kind === "match") return true;
      if (step.kind === "fork") pending.push(step.first, step.second);
      else if (step.kind === "character") reached.push(place);
      else if (holds(step.assertion, before, character)) pending.push(place + 1);
    }
    spend?.(steps);
    if (character === undefined) return false;
    active = reached.flatMap((place) => {
      const step = program[place]!;
      return step.kind === "character" && step.accepts(character) ? [place + 1] : [];
    });
    index += character.length;
    before = character;
  }
}

function holds(assertion: Assertion, before: string | undefined, after: string | undefined): boolean {
  if (assertion === "start") return before === undefined;
  if (assertion === "end") return after === undefined;
  return (isWord(before) !== isWord(after)) === (assertion === "boundary");
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /^[A-Za-z0-9_]$/.test(character);
}
