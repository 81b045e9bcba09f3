import { homedir } from "node:os";
import { describe, expect, it } from "vitest";
import { hasWildcards, readRule } from "./rule.ts";
import { RuleList } from "./rule-list.ts";
import { readShell } from "./shell-command.ts";

const listOf = (...rules: string[]) =>
  new RuleList(
    rules.map((rule) => readRule(rule)!),
    "/w",
  );
const command = (text: string) => ({ command: text });

describe("a rule on commands", () => {
  // What Claude Code 2.1.197 decides with the rule Bash(git:*).
  it.each([
    ["git status", true],
    ["git", true],
    ["gitk", false],
    ["touch z1; git log", false],
    ["git status && touch z2", false],
    ["git status | tee z3", false],
    ["git status > z4", false],
    ["git log $(touch z5)", false],
    ["FOO=1 git status", false],
    ["LANG=C git status", true],
    ["timeout 5 git status", true],
    ["nohup git status", true],
    ["git status &", false],
    ["(git status)", false],
    ["cd src && git status", false],
    ["git -C . status 2>/dev/null", true],
    ["git status\ntouch z6", false],
    ["if true; then git status; fi", true],
    ["sudo git status", false],
    ["/usr/bin/git status", false],
    ["git status 2>&1", true],
    ["env git status", false],
    ["echo `git status`", false],
    ["xargs git", true],
    ["git status || true", true],
    ["GIT  status", false],
    [" git   status", true],
    ["time git status", true],
    ["command git status", true],
    ["bash -c 'git status'", false],
    ["git commit -m 'a; b'", true],
    ['git commit -m "$(touch z7)"', false],
    ["for i in 1; do git status; done", true],
    ["! git status", true],
    ["git status <a.txt", true],
    ["nice -n 5 git log", true],
    ["git log | head -5", true],
    ["git log | cat ../x", false],
    ["git log | cat /etc/passwd", false],
    ["git commit -m 'open", false],
    ["git commit -F - <<'X'\n$(rm x)\nX\ntouch q", false],
    ["git commit -F - <<'X'\n$(rm x)\nX", true],
    ["git commit -F - <<X\n$(rm x)\nX", false],
    ["git log # ; rm x", true],
    ["git log \\\n  --oneline", true],
    ["git log <(rm x)", false],
    ["git log |& tee x", false],
    ["git log &>x", false],
    ["git log\r\nrm x", false],
    ["", false],
  ])("allows %j: %j", (text, isAllowed) => {
    expect(listOf("Bash(git:*)").cover("Bash", command(text))).toBe(isAllowed);
  });

  // Claude Code denies the first ones too; behind a path, a shell or a substitution it would let git run.
  it.each([
    ..."git status|git|touch z; git log|git status && touch z|git status \\| tee z|FOO=1 git status".split(
      /(?<!\\)\|/,
    ),
    ...[
      "LANG=C git status",
      "timeout 5 git status",
      "git status &",
      "cd src && git status",
      "sudo git status",
    ],
    ...[
      "env git status",
      "env -u X A=b git status",
      "xargs git",
      "xargs -n 1 git",
      "time git status",
      "! git status",
    ],
    ...["if true; then git status; fi", "for i in 1; do git status; done", 'git commit -m "$(touch z7)"'],
    ...[
      "(git status)",
      "echo `git status`",
      "echo $(git status)",
      'echo "$(git status)"',
      "/usr/bin/git status",
    ],
    ...[
      "bash -c 'git status'",
      "sh -c 'true; git status'",
      "eval git status",
      "cat <(git log)",
      "{ git log; }",
    ],
    ...["g\\it status", "'git' status", "nice -n 5 timeout 1 git log", "true\ngit log", "git log 'open"],
  ])("denies %j", (text) => {
    const plain = text.replaceAll("\\|", "|");
    expect(listOf("Bash(git:*)").hit("Bash", command(plain))).toBe(true);
  });

  it.each([
    "gitk",
    "echo hi",
    "ls",
    "echo 'git status'",
    "cat a.git",
    "echo git",
    "# git log",
    "cat <<X\ngit log\nX",
  ])("does not deny %j", (text) => {
    expect(listOf("Bash(git:*)").hit("Bash", command(text))).toBe(false);
  });

  // What Claude Code 2.1.197 decides on these commands, in this order.
  const npm = ["npm run build", "npm run", "npm", "npm run test --x", "npm runx", "npm install"];
  it.each([
    ["Bash(npm run:*)", [true, true, false, true, false, false]],
    ["Bash(npm run *)", [true, true, false, true, false, false]],
    ["Bash(npm run*)", [true, true, false, true, true, false]],
    ["Bash(npm run build)", [true, false, false, false, false, false]],
    ["Bash(npm * --x)", [false, false, false, true, false, false]],
    ["Bash(* build)", [true, false, false, false, false, false]],
    ["Bash(npm:*)", [true, true, true, true, true, true]],
    ["Bash(*)", [true, true, true, true, true, true]],
    ["Bash()", [true, true, true, true, true, true]],
    ["Bash(npm)", [false, false, true, false, false, false]],
  ])("%s decides as Claude Code's", (rule, decisions) => {
    expect(npm.map((text) => listOf(rule).cover("Bash", command(text)))).toEqual(decisions);
    expect(npm.map((text) => listOf(rule).hit("Bash", command(text)))).toEqual(decisions);
  });

  it("needs a rule for each part, and may take several rules", () => {
    const both = listOf("Bash(npm run:*)", "Bash(git push origin main)");
    expect(both.cover("Bash", command("npm run a && npm run b"))).toBe(true);
    expect(both.cover("Bash", command("npm run a && git push origin main"))).toBe(true);
    expect(both.cover("Bash", command("npm run a && git push"))).toBe(false);
    expect(both.cover("Bash", command("echo a; npm run a"))).toBe(true);
    // Alone, a command that only shows something is asked for.
    expect(both.cover("Bash", command("echo a"))).toBe(false);
  });

  it("lets a command write what a rule of Edit allows", () => {
    const rules = listOf("Bash(git:*)", "Edit(src/**)");
    expect(rules.cover("Bash", command("git log > src/a"))).toBe(true);
    expect(rules.cover("Bash", command("git log > a"))).toBe(false);
    expect(rules.cover("Bash", command("git log > a"), (path) => path === "a")).toBe(true);
  });

  it("reads texts of any form without failing", () => {
    for (const text of [
      "'",
      '"',
      "`",
      "$(",
      "$((1+2))",
      "<<",
      "<<X",
      "\\",
      ">",
      "a >",
      "((",
      "))",
      "${",
      "$'a'",
      ";;",
    ])
      expect(() => readShell(text)).not.toThrow();
    expect(readShell("(".repeat(20_000)).isOpaque).toBe(true);
    expect(readShell("$(".repeat(5000)).isOpaque).toBe(true);
  });
});

describe("a rule on paths", () => {
  // What Claude Code 2.1.197 denies.
  it.each([
    ["Read(./.env)", "Read", { file_path: "/w/.env" }, true],
    ["Read(./.env)", "Read", { file_path: ".env" }, true],
    ["Read(./.env)", "Read", { file_path: "/w/src/.env" }, false],
    ["Read(.env)", "Read", { file_path: "/w/src/.env" }, true],
    ["Read(.env)", "Bash", command("cat .env"), true],
    ["Read(.env)", "Bash", command("head -n1 ./.env"), true],
    ["Read(.env)", "Bash", command("tr a b < .env"), true],
    ["Read(.env)", "Bash", command("cat secret/k"), false],
    ["Read(secret/**)", "Bash", command("cat secret/k"), true],
    ["Read(secret/**)", "Read", { file_path: "/w/secret/a/b" }, true],
    ["Read(secret)", "Read", { file_path: "/w/x/secret/b" }, true],
    ["Read(/secret/**)", "Grep", { pattern: "x", path: "/w/secret" }, true],
    ["Read(//etc/**)", "Read", { file_path: "/etc/hostname" }, true],
    ["Read(~/.ssh/**)", "Read", { file_path: `${homedir()}/.ssh/id` }, true],
    ["Read(../other/**)", "Read", { file_path: "/other/x" }, true],
    ["Read(*.txt)", "Read", { file_path: "/w/a/b.txt" }, true],
    ["Read(src/*.ts)", "Read", { file_path: "/w/src/a/b.ts" }, false],
    ["Read(src/**/*.ts)", "Read", { file_path: "/w/src/b.ts" }, true],
    ["Read(secret/**)", "Read", { file_path: "/w/src/../secret/k" }, true],
    ["Read(secret/**)", "Edit", { file_path: "/w/secret/k" }, false],
    ["Edit(src/**)", "Write", { file_path: "/w/src/new.ts" }, true],
    ["Edit(src/**)", "NotebookEdit", { notebook_path: "/w/src/n.ipynb" }, true],
    ["Edit(src/**)", "Edit", { file_path: "/w/a.txt" }, false],
    ["Edit(src/**)", "Read", { file_path: "/w/src/a" }, false],
    ["Edit(src/**)", "Bash", command("echo x > src/w.ts"), true],
    ["Edit(src/**)", "Bash", command("rm -r src/a"), true],
    ["Edit(src/**)", "Bash", command("sed -i s/x/y/ src/a"), true],
    ["Edit(src/**)", "Bash", command("cat src/a"), false],
    ["Edit(src/**)", "Edit", {}, true],
  ])("%s means %s %j: %j", (rule, tool, input, isMeant) => {
    expect(listOf(rule).hit(tool, input)).toBe(isMeant);
  });

  it.each([
    ["Edit(src/**)", "Edit", { file_path: "/w/src/a" }, true],
    ["Edit(src/**)", "Write", { file_path: "/w/src/a" }, true],
    ["Edit(src/**)", "Write", { file_path: "/w/a" }, false],
    ["Edit(src/**)", "Edit", {}, false],
    ["Edit(/src/**)", "Write", { file_path: "/w/src/q.ts" }, true],
    // As with Claude Code, only rules of Edit allow changes.
    ["Write(src/**)", "Write", { file_path: "/w/src/a" }, false],
    ["Write", "Write", { file_path: "/w/a" }, true],
    ["Write", "Edit", { file_path: "/w/a" }, false],
    ["Read(//etc/**)", "Read", { file_path: "/etc/hostname" }, true],
    ["Read(//etc/**)", "Read", { file_path: "/root/x" }, false],
  ])("%s allows %s %j: %j", (rule, tool, input, isAllowed) => {
    expect(listOf(rule).cover(tool, input)).toBe(isAllowed);
  });
});

describe("rules on domains, names and servers", () => {
  it.each([
    ["WebFetch(domain:example.com)", "WebFetch", { url: "http://example.com/x" }, true],
    ["WebFetch(domain:example.com)", "WebFetch", { url: "https://EXAMPLE.com:8080/" }, true],
    ["WebFetch(domain:example.com)", "WebFetch", { url: "http://a.example.com/x" }, false],
    ["WebFetch(domain:*.example.com)", "WebFetch", { url: "http://a.example.com/x" }, true],
    ["WebFetch(domain:*.example.com)", "WebFetch", { url: "http://example.com/x" }, false],
    ["WebFetch(domain:example.com)", "WebFetch", { url: "http://x.com/?example.com" }, false],
    ["WebFetch(domain:example.com)", "WebFetch", { url: "no address" }, false],
    ["Agent(Explore)", "Task", { subagent_type: "Explore" }, true],
    ["Task(Explore)", "Agent", { subagent_type: "Plan" }, false],
    ["Skill(deploy*)", "Skill", { skill: "deploy-all" }, true],
    ["mcp__a", "mcp__a__t", {}, true],
    ["mcp__a", "mcp__ab__t", {}, false],
    ["mcp__a__*", "mcp__a__t", {}, true],
    ["mcp__a__get_*", "mcp__a__get_x", {}, true],
    ["mcp__a__get_*", "mcp__a__set_x", {}, false],
    ["mcp__a__t", "mcp__a__t2", {}, false],
    ["mcp__*", "mcp__a__t", {}, true],
    ["Bash", "BashOutput", {}, false],
  ])("%s means %s %j: %j", (rule, tool, input, isMeant) => {
    expect(listOf(rule).hit(tool, input)).toBe(isMeant);
    expect(listOf(rule).cover(tool, input)).toBe(isMeant);
  });
});

describe("a pattern with wildcards", () => {
  it.each([
    ["a", "a", true],
    ["a", "ab", false],
    ["*", "", true],
    ["*", "anything", true],
    ["a*", "abc", true],
    ["a*", "ba", false],
    ["*c", "abc", true],
    ["*c", "cb", false],
    ["a*a", "a", false],
    ["a*a", "aa", true],
    ["ab*ba", "aba", false],
    ["a*b*c", "a1b2c", true],
    ["a*b*c", "abc", true],
    ["a*b*c", "ac", false],
    ["a*bc*c", "abc", false],
    ["a*bc*c", "abcc", true],
    ["*b*b*", "b", false],
    ["*b*b*", "bb", true],
    ["a*x*x*z", "axz", false],
    ["a*x*y*z", "ayxz", false],
  ])("%s stands for %j: %s", (pattern, text, expected) => {
    expect(hasWildcards(pattern, text)).toBe(expected);
  });
});

describe("the commands inside a command", () => {
  const inside = (text: string) => readShell(text).commands.map((one) => one.text);

  it.each([
    ["echo $(rm a) b", ["rm a"]],
    ["echo $(rm ')' a) b", ["rm ')' a"]],
    ["echo $(rm \\) a) b", ["rm \\) a"]],
    ["echo $(rm (a) b) c", ["rm"]],
    ["echo $(rm $(touch a) b)", ["touch a"]],
    ["echo $(rm 'a", ["rm 'a"]],
    ["echo $(rm a", ["rm a"]],
    ["echo `rm a` b", ["rm a"]],
    ["echo `rm a", ["rm a"]],
  ])("of %j are read: %j", (text, expected) => {
    const { isOpaque } = readShell(text);
    expect(isOpaque).toBe(true);
    for (const one of expected) expect(inside(text).some((found) => found.startsWith(one))).toBe(true);
  });
});
