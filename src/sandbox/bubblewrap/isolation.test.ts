import { expect, it } from "vitest";
import { isolationOptions, isolations } from "./isolation.ts";

const ids = { uid: 1000, gid: 1000 };
const asAgent = ["--uid", "1000", "--gid", "1000"];
const own = [
  { name: "user-namespace", options: ["--unshare-user", "--disable-userns", ...asAgent], ...ids },
  { name: "user-namespace-nested", options: ["--unshare-user", ...asAgent], ...ids },
];

it("a user can try two ways of isolation, and root a third one without a user namespace", () => {
  expect(isolations(false)).toEqual(own);
  expect(isolations(true)).toEqual([...own, { name: "root", options: [], uid: 0, gid: 0 }]);
});

it("every way unshares all namespaces, drops all capabilities and ends with its parent", () => {
  expect(isolationOptions({ name: "root", options: ["--own"], uid: 0, gid: 0 }).join(" ")).toBe(
    "--unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try --own --hostname sandbox --cap-drop ALL --die-with-parent --new-session",
  );
});
