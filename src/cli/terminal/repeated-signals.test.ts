import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { RepeatedSignals } from "./repeated-signals.ts";

function open(isTerminalGone?: () => boolean) {
  const killed: NodeJS.Signals[] = [];
  const source = Object.assign(new EventEmitter(), {
    pid: 7,
    kill: (_: number, name: NodeJS.Signals) => killed.push(name),
  });
  const controller = new AbortController();
  const signals = new RepeatedSignals(source, controller, isTerminalGone);
  const send = (name: NodeJS.Signals) => source.emit(name, name);
  return { signals, controller, killed, send, source };
}

describe("signals of a process", () => {
  it("abort with the name of the first", () => {
    const { controller, send, killed } = open();
    send("SIGTERM");
    expect(controller.signal.reason).toBe("SIGTERM");
    expect(killed).toEqual([]);
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const)("abort with %s", (name) => {
    const { controller, send } = open();
    send(name);
    expect(controller.signal.reason).toBe(name);
  });

  it("take no notice of a further SIGHUP, which a closed terminal sends several times", () => {
    const { signals, controller, send, killed } = open();
    const heard: string[] = [];
    signals.listen((name) => heard.push(name));
    for (const name of ["SIGHUP", "SIGHUP", "SIGHUP"] as const) send(name);
    expect([controller.signal.reason, heard, killed]).toEqual(["SIGHUP", [], []]);
    send("SIGTERM");
    expect(heard).toEqual(["SIGTERM"]);
  });

  it("do not abort with a SIGHUP that somebody uses otherwise", () => {
    const { signals, controller, send } = open();
    let count = 0;
    const stop = signals.listenToHangups(() => {
      count += 1;
    });
    send("SIGHUP");
    send("SIGHUP");
    expect([count, controller.signal.aborted]).toEqual([2, false]);
    stop();
    send("SIGHUP");
    expect([count, controller.signal.reason]).toEqual([2, "SIGHUP"]);
  });

  it("abort with the SIGHUP of a terminal that was closed, whoever uses others", () => {
    let isGone = false;
    const { signals, controller, send } = open(() => isGone);
    let count = 0;
    signals.listenToHangups(() => {
      count += 1;
    });
    send("SIGHUP");
    expect([count, controller.signal.aborted]).toEqual([1, false]);
    isGone = true;
    send("SIGHUP");
    send("SIGHUP");
    expect([count, controller.signal.reason]).toEqual([1, "SIGHUP"]);
  });

  it("end the process when the same one comes again and nobody listens", () => {
    const { killed, send, source } = open();
    send("SIGINT");
    send("SIGTERM");
    expect(killed).toEqual([]);
    send("SIGINT");
    expect(killed).toEqual(["SIGINT"]);
    // Nothing of the process keeps the signal from what it does by default.
    expect([source.listenerCount("SIGINT"), source.listenerCount("SIGTERM")]).toEqual([0, 1]);
  });

  it("go to a listener after the first, whichever they are, and end the process once it stopped listening", () => {
    const { signals, killed, send } = open();
    const heard: string[] = [];
    const stop = signals.listen((name) => heard.push(name));
    for (const name of ["SIGINT", "SIGINT", "SIGTERM", "SIGINT"] as const) send(name);
    expect([heard, killed]).toEqual([["SIGINT", "SIGTERM", "SIGINT"], []]);
    stop();
    send("SIGTERM");
    expect(killed).toEqual(["SIGTERM"]);
  });

  it("go to a listener also if something else has aborted before", () => {
    const { signals, controller, send } = open();
    const heard: string[] = [];
    signals.listen((name) => heard.push(name));
    controller.abort("SIGPIPE");
    send("SIGINT");
    expect(heard).toEqual(["SIGINT"]);
  });
});
