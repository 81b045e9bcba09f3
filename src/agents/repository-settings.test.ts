import { expect, it } from "vitest";
import { agents } from "./registry.ts";

it.each(agents)(
  "$name stays readable only at places that its host switches off",
  ({ repositorySettings }) => {
    for (const { path, switchedOffBy, failsIfHidden } of repositorySettings.leftOut)
      expect([path, failsIfHidden === true && switchedOffBy === undefined]).toEqual([path, false]);
  },
);
