/** One rule for sidecars. */
export interface Check {
  readonly id: string;
  readonly title: string;
  /** Whether breaking it fails the check. Older sidecars break the others, and still work with less comfort. */
  readonly isRequired: boolean;
  /** What to do about it. */
  readonly advice: string;
}

const required = (id: string, title: string, advice: string): Check => ({
  id,
  title,
  isRequired: true,
  advice,
});
const advised = (id: string, title: string, advice: string): Check => ({
  id,
  title,
  isRequired: false,
  advice,
});

/** Every rule, in the order of the report. */
export const checkList = [
  required("start", "the program starts", "Check the command, its path and its permissions."),
  required(
    "hello.in_time",
    "says hello in time",
    "Write the hello line at once, before loading anything slow, and flush standard output.",
  ),
  required("hello.first", "hello is the first line", "Write nothing to standard output before hello."),
  required(
    "hello.valid",
    "hello has every member",
    "Send t, contract_version, backend.id, capabilities and mode.",
  ),
  required("hello.version", "speaks this version", 'Send "contract_version": "abp/v0.1".'),
  required("hello.once", "says hello once", "Send hello once per process, not once per run."),
  advised(
    "hello.capabilities",
    "capabilities have known names",
    "Use the names of schemas/capability_requirements.json. Others are kept, and satisfy no requirement.",
  ),
  required(
    "stdout.json",
    "stdout holds JSON lines only",
    "Write logs to standard error: in Python print(..., file=sys.stderr), in Node console.error.",
  ),
  required("stdout.utf8", "stdout is UTF-8", "Encode every line as UTF-8, whatever the locale is."),
  required("stdout.line_size", "lines have a bounded size", "Split large content into several events."),
  required("stdout.volume", "output has a bounded size", "Send each event once, and end the run with final."),
  required(
    "frames.known",
    "sends known frames only",
    "A sidecar sends hello, event, final, fatal, pong and tool_request.",
  ),
  required("run.before", "is silent before its first run", "Send events and final only after a run frame."),
  required("run.final", "ends each run with final", "Send one final frame when the run is over."),
  required("run.one_final", "sends one final per run", "Send final or fatal once, also after an error."),
  required("run.after_final", "is silent after final", "Wait for pending events before sending final."),
  required("run.ref_id", "names the run in each frame", "Copy the id of the run frame into ref_id."),
  required(
    "events.valid",
    "events are valid",
    "Send the members that docs/sidecars.md lists for the type of the event.",
  ),
  advised("events.timestamp", "events carry a time", 'Send "ts", such as "2026-01-31T12:00:00.000Z".'),
  required(
    "receipt.valid",
    "the receipt has every member",
    "Send the members that docs/sidecars.md lists under final.",
  ),
  advised(
    "receipt.ids",
    "the receipt names run and order",
    "Copy the ids into meta.run_id and meta.work_order_id.",
  ),
  required("run.second", "serves a second run", "Go on reading after final; the process is reused."),
  required("ping.idle", "answers a ping", 'Answer {"t":"ping","seq":1} with {"t":"pong","seq":1}.'),
  advised(
    "ping.busy",
    "answers a ping while it works",
    "Read standard input while a run works: in a thread, or without blocking the event loop.",
  ),
  advised(
    "cancel",
    "obeys cancel",
    "End the run on cancel, and send final. Otherwise the backplane ends the process.",
  ),
  advised(
    "run.one_at_a_time",
    "refuses a second run at a time",
    "Answer a run frame that comes during a run with fatal, and its id as ref_id.",
  ),
  required(
    "input.bad_line",
    "survives a line that is not JSON",
    "Catch errors of the JSON parser. Answer fatal with ref_id null, or log it.",
  ),
  required("input.blank_line", "survives a blank line", "Skip lines without content."),
  required(
    "input.unknown_frame",
    "ignores unknown frames",
    "Ignore frames whose t is unknown: newer versions send more.",
  ),
  required(
    "input.unknown_members",
    "ignores unknown members",
    "Do not refuse a work order for members that you do not know.",
  ),
  required("input.non_ascii", "reads text that is not ASCII", "Decode standard input as UTF-8."),
  required("input.crlf", "reads lines that end with CR LF", "Strip white space from each line."),
  required(
    "input.large",
    "reads a work order of 5 MB",
    "Read standard input until the line feed, without a limit below 64 MB.",
  ),
  required(
    "tools.asks",
    "asks before each tool",
    "Send tool_request and wait for tool_decision before the tool_call event, or do not claim asks_before_tools.",
  ),
  required("tools.obeys", "uses no denied tool", "Use a tool only after a verdict of allow."),
  required("eof.exit", "ends when stdin ends", "End the process when standard input ends and no run works."),
  advised(
    "eof.finishes",
    "finishes its run after stdin ends",
    "Finish the active run after the end of standard input, then end the process.",
  ),
  advised("exit.code", "ends with code 0", "End with exit code 0 after standard input has ended."),
  required(
    "process.count",
    "starts a bounded number of processes",
    "Bound the processes that run at the same time, and wait for those that ended.",
  ),
  required(
    "process.leftovers",
    "leaves no process behind",
    "End and wait for every child process before the sidecar ends.",
  ),
  advised("stderr.volume", "logs a bounded amount", "Log less: the backplane keeps the last 64 KiB."),
] as const satisfies readonly Check[];
