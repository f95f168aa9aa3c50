import { connect, createPool } from '@holdfast/db';
import { startMosquitto } from '@holdfast/testkit';
import { detectorMessages, publishAll } from '../detector-messages.ts';
import { readProcessUse } from '../process-cpu.ts';
import { startProduct } from '../product.ts';
import { type Study, verdict } from '../study.ts';

const WANTED = { perCpuSecond: 5_000, growthBytes: 200e6 };
const UPDATES = 3;
const AT_ONCE = 200;
const NOT_JSON = 500;
const LOOK_MS = 20;

export const detector: Study = {
  name: 'detector',
  title: 'events of an external detector, as fast as the broker delivers them',
  run: async ({ resources, quick, signal }) => {
    const events = quick ? 1_000 : 10_000;
    const broker = await startMosquitto();
    resources.defer(() => broker.stop());
    const product = await startProduct(resources, undefined, {
      DETECTOR_MQTT_URL: `mqtt://127.0.0.1:${broker.port}`,
    });
    const cameras = Array.from({ length: 16 }, (_, n) => `camera_${n}`);
    for (const name of cameras)
      await product.post('/config/cameras', { name, main_url: 'rtsp://192.0.2.1/x', enabled: false });
    const db = connect(createPool({ connectionString: product.databaseUrl, poolSize: 1, onIdleError: () => {} }));
    resources.defer(() => db.destroy());
    const until = async (holds: () => Promise<boolean>) => {
      while (!(await holds())) {
        signal.throwIfAborted();
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    };
    const report = async () =>
      JSON.parse(await product.get('/config/detector')) as { state: string; faults: Record<string, number> };
    await until(async () => (await report()).state === 'subscribed');

    const messages = detectorMessages({ events, updates: UPDATES, atOnce: AT_ONCE, cameras, nowMs: Date.now() });
    const broken = Array.from({ length: NOT_JSON }, () => '{"type": "new", "after": ');
    const { pid } = product.server;
    const before = readProcessUse(pid);
    let peakBytes = 0;
    const watch = setInterval(() => {
      peakBytes = Math.max(peakBytes, readProcessUse(pid)?.rssBytes ?? 0);
    }, LOOK_MS);
    const startMs = performance.now();
    const ended = async () =>
      Number(
        (
          await db
            .selectFrom('event')
            .select((eb) => eb.fn.countAll().as('count'))
            .where('endTs', 'is not', null)
            .executeTakeFirstOrThrow()
        ).count,
      );
    await publishAll(broker.port, [...broken, ...messages]);
    let [last, lastMs] = [-1, performance.now()];
    // Until all ends are stored, or a minute has passed without a new one.
    await until(async () => {
      const count = await ended();
      if (count > last) [last, lastMs] = [count, performance.now()];
      return count === events || performance.now() - lastMs > 60_000;
    });
    clearInterval(watch);
    const seconds = (lastMs - startMs) / 1000;
    const cpuMs = (readProcessUse(pid)?.ownCpuMs ?? 0) - (before?.ownCpuMs ?? 0);
    const perCpuSecond = (messages.length * 1000) / cpuMs;
    const growthBytes = peakBytes - (before?.rssBytes ?? 0);
    return [
      `  ${messages.length} messages of ${events} events and ${NOT_JSON} that are no JSON: ${seconds.toFixed(1)} s, ${Math.round(messages.length / seconds)} a second`,
      `  ends stored ${last} of ${events} ${verdict(last === events)}`,
      `  ${Math.round(perCpuSecond)} messages for each second of the API's CPU time (at least ${WANTED.perCpuSecond}) ${verdict(perCpuSecond >= WANTED.perCpuSecond)}`,
      `  memory grew by ${Math.round(growthBytes / 1e6)} MB (at most ${WANTED.growthBytes / 1e6}) ${verdict(growthBytes <= WANTED.growthBytes)}`,
      `  faults counted: ${JSON.stringify((await report()).faults)}`,
    ];
  },
};
