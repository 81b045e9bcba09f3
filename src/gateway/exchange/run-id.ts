const RUN_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a label in `/r/<label>/` can be the id of a run, in either case. Other labels only group calls. */
export function isRunId(label: string): boolean {
  return RUN_ID.test(label);
}
