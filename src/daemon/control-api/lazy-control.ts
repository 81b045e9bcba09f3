import type { ControlServer } from "../../server/index.ts";

/** A control API that is opened by its first request, because most daemons serve model calls alone. */
export function lazyControl(open: () => Promise<ControlServer>): ControlServer {
  let opened: ControlServer | undefined;
  let opening: Promise<ControlServer> | undefined;
  let isDraining = false;
  const get = (): Promise<ControlServer> => {
    opening ??= open().then(
      (control) => {
        opened = control;
        if (isDraining) control.drain();
        return control;
      },
      (error: unknown) => {
        // The next request tries it again.
        opening = undefined;
        throw error;
      },
    );
    return opening;
  };
  return {
    fetch: async (request, facts) => (opened ?? (await get())).fetch(request, facts),
    upgrade: async (request, head, socket, first) =>
      (opened ?? (await get())).upgrade(request, head, socket, first),
    sockets: {
      get size() {
        return opened?.sockets.size ?? 0;
      },
      drain: () => opened?.sockets.drain(),
      abandon: () => opened?.sockets.abandon(),
    },
    drain: () => {
      isDraining = true;
      opened?.drain();
    },
  };
}
