import { existsSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

// Loaded into every process of the product (NODE_OPTIONS=--import); it measures only in the recorder.
const RESOLUTION_MS = 10;
const file = process.env.EVENT_LOOP_FILE;

if (file !== undefined && process.argv[1]?.includes('apps/recorder/')) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const report = () => {
    // The reader removes the file to restart the measurement.
    if (!existsSync(file)) delays.reset();
    const ms = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
    const figures = { p50Ms: ms(delays.percentile(50)), p99Ms: ms(delays.percentile(99)), maxMs: ms(delays.max) };
    writeFileSync(file, JSON.stringify({ ...figures, count: delays.count }));
  };
  setInterval(report, 1_000).unref();
}
