const LOOK_MS = 250;

/** Looks at a size again and again, and says once if it is above the limit. Returns a function that stops it. */
export function watchSize(sizeOf: () => Promise<number>, limit: number, onExceeded: () => void): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    const size = await sizeOf();
    if (isStopped) return;
    if (size > limit) onExceeded();
    else timer = setTimeout(look, LOOK_MS);
  };
  timer = setTimeout(look, LOOK_MS);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
