import { describe, expect, test } from "vitest";
import { judgeFoundFile } from "./found-file.ts";
import { makeProjectFile, ProjectFileError } from "./project-file.ts";
import type { ProjectTrust } from "./project-trust.ts";

const found = makeProjectFile("/real/backplane.toml", Buffer.from("port = 1"));

function judge(trust: Partial<ProjectTrust>, isIgnored = false) {
  const all: ProjectTrust = { read: () => found, trusts: () => true, trustsSecret: () => true, ...trust };
  return judgeFoundFile("/p/backplane.toml", "backplane.toml", { trust: all, isIgnored });
}

describe("a file that was found", () => {
  test("is applied if it is trusted, and its content is asked about once", () => {
    const asked: unknown[] = [];
    expect(
      judge({
        trusts: (file) => {
          asked.push(file);
          return true;
        },
      }),
    ).toEqual({ applied: found });
    expect(asked).toEqual([found]);
  });

  test("is skipped if it is untrusted, with its keys", () => {
    expect(judge({ trusts: () => false })).toEqual({
      skipped: {
        file: found.path,
        shown: "backplane.toml",
        sha256: found.sha256,
        keys: [{ key: "port", where: "backplane.toml:1:1" }],
        reason: "untrusted",
      },
    });
  });

  test("is skipped if it is ignored, without a look at the trust store", () => {
    const trusts = () => {
      throw new Error("asked");
    };
    expect(judge({ trusts }, true)).toMatchObject({ skipped: { reason: "ignored" } });
  });

  test("is missing if there is none", () => {
    expect(judge({ read: () => undefined })).toEqual({ missing: true });
  });

  test("is skipped with the reason if it cannot be read safely", () => {
    const read = () => {
      throw new ProjectFileError("it is a directory");
    };
    expect(judge({ read })).toMatchObject({
      skipped: { file: "/p/backplane.toml", sha256: undefined, problem: "it is a directory", keys: [] },
    });
    expect(() =>
      judge({
        read: () => {
          throw new Error("a defect");
        },
      }),
    ).toThrow("a defect");
  });
});
