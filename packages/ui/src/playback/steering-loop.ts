const STEER_EVERY_MS = 80;

export interface SteeringLoop {
  /** To be called when the clock may have started to advance. */
  wake(): void;
  stop(): void;
}

/**
 * Steers a few times a second, and ticks before each painted frame while the clock advances. A page whose clock stands still
 * requests no frames: the browser would paint sixty times a second for nothing.
 */
export function startSteering(deps: { isAdvancing(): boolean; steer(): void; tick(): void }): SteeringLoop {
  let steeredAtMs = 0;
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const steerIfDue = () => {
    const nowMs = performance.now();
    if (nowMs - steeredAtMs < STEER_EVERY_MS) return;
    steeredAtMs = nowMs;
    deps.steer();
  };
  // The next one is requested first, so that whatever is called here may stop the loop.
  const onFrame = () => {
    waitForNext();
    steerIfDue();
    if (deps.isAdvancing()) deps.tick();
  };
  const onTimer = () => {
    waitForNext();
    // In a hidden tab nobody sees it; frames stop there by themselves.
    if (!document.hidden) steerIfDue();
  };
  const waitForNext = () => {
    timer = undefined;
    if (isStopped) return;
    if (deps.isAdvancing()) frame = requestAnimationFrame(onFrame);
    else timer = setTimeout(onTimer, STEER_EVERY_MS);
  };
  const cancel = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  waitForNext();

  return {
    wake: () => {
      // A timer that waits goes on: events in quick succession must not put off steering for ever.
      if (!deps.isAdvancing() && timer !== undefined) return;
      cancel();
      waitForNext();
    },
    stop: () => {
      isStopped = true;
      cancel();
    },
  };
}
