import { describe, expect, it } from "vitest";
import type { AgentConnection, GatewayConnection } from "./agent-connection.ts";
import { launchEnvironment, prepareLaunch } from "./launch.ts";

const connection: GatewayConnection = {
  baseUrl: "http://127.0.0.1:1",
  token: "t",
  home: "/home",
  inherited: {},
};
const tool: AgentConnection = {
  name: "tool",
  title: "Tool",
  executables: ["tool"],
  needsModel: false,
  environment: ({ token, model = "none" }) => ({ TOKEN: token, MODEL: model }),
  removed: ["KEY"],
  notes: [],
};

describe("the launch of a program", () => {
  it("has the variables of the program, and neither arguments nor files if it takes none", () => {
    expect(prepareLaunch(tool, connection)).toEqual({
      tool,
      environment: { TOKEN: "t", MODEL: "none" },
      removed: ["KEY"],
      arguments: [],
      files: [],
    });
  });

  it("has the arguments and the files that the program takes", () => {
    const file = { path: "/home/a", content: "c" };
    const more = { ...tool, arguments: () => ["-x"], files: () => [file] };
    expect(prepareLaunch(more, connection)).toMatchObject({ arguments: ["-x"], files: [file] });
  });

  it("is refused without a model only if the program needs one", () => {
    const needing = { ...tool, needsModel: true };
    expect(() => prepareLaunch(needing, connection)).toThrow(
      expect.objectContaining({
        code: "usage_invalid",
        where: "--model",
        message: expect.stringContaining("Tool needs a model"),
      }),
    );
    const { environment } = prepareLaunch(needing, { ...connection, model: "m" });
    expect(environment["MODEL"]).toBe("m");
  });

  it("has the whole environment: what is inherited without what is removed, and the program's own above it", () => {
    const launch = prepareLaunch(tool, connection);
    expect(launchEnvironment(launch, { KEY: "k", PATH: "/bin", TOKEN: "old" })).toEqual({
      PATH: "/bin",
      TOKEN: "t",
      MODEL: "none",
    });
  });
});

describe("a proxy of the user", () => {
  const noProxyOf = (inherited: GatewayConnection["inherited"], baseUrl = connection.baseUrl) => {
    const { environment } = prepareLaunch(tool, { ...connection, baseUrl, inherited });
    const { TOKEN: _, MODEL: __, ...rest } = environment;
    return rest;
  };
  const both = (value: string) => ({ NO_PROXY: value, no_proxy: value });

  it.each(["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"])(
    "in %s is bypassed to the gateway",
    (name) => {
      expect(noProxyOf({ [name]: "http://p" })).toEqual(both("127.0.0.1"));
      expect(noProxyOf({ [name]: "" })).toEqual({});
    },
  );

  it.each([
    [{}, {}],
    [{ HTTPS_PROXY: "http://p" }, {}],
    [{ HTTP_PROXY: "http://p", NO_PROXY: " a.test , ,b.test" }, both("a.test,b.test,127.0.0.1")],
    [{ HTTP_PROXY: "http://p", no_proxy: "a.test" }, both("a.test,127.0.0.1")],
    [{ HTTP_PROXY: "http://p", NO_PROXY: "a.test", no_proxy: "b.test" }, both("a.test,127.0.0.1")],
    [{ HTTP_PROXY: "http://p", NO_PROXY: "a.test, 127.0.0.1" }, {}],
    [{ HTTP_PROXY: "http://p", NO_PROXY: "a.test, *" }, {}],
    [{ HTTP_PROXY: "http://p", NO_PROXY: "127.0.0.10" }, both("127.0.0.10,127.0.0.1")],
  ])("of the variables %j gives %j", (inherited, variables) => {
    expect(noProxyOf(inherited)).toEqual(variables);
  });

  it("is bypassed to an IPv6 address without its brackets", () => {
    expect(noProxyOf({ all_proxy: "http://p" }, "http://[::1]:8/x")).toEqual(both("::1"));
  });
});
