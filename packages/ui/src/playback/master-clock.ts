/** The one time all panes follow: a moment in the past that goes on at a rate while it runs. */
export interface MasterClock {
  atMs(): number;
  rate(): number;
  isRunning(): boolean;
  seek(atMs: number): void;
  setRate(rate: number): void;
  run(): void;
  hold(): void;
}

export function createMasterClock(startMs: number, ticksMs: () => number): MasterClock {
  let anchorMs = startMs;
  let anchorTickMs = ticksMs();
  let rate = 1;
  let isRunning = false;
  const atMs = () => (isRunning ? anchorMs + (ticksMs() - anchorTickMs) * rate : anchorMs);
  const settle = (nextMs = atMs()) => {
    anchorMs = nextMs;
    anchorTickMs = ticksMs();
  };
  return {
    atMs,
    rate: () => rate,
    isRunning: () => isRunning,
    seek: settle,
    setRate: (next) => {
      settle();
      rate = next;
    },
    run: () => {
      settle();
      isRunning = true;
    },
    hold: () => {
      settle();
      isRunning = false;
    },
  };
}
