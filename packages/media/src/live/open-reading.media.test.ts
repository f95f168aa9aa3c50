import { startBareCamera } from '@holdfast/testkit';
import { expect, it } from 'vitest';
import { openReading } from './open-reading.ts';

const PICTURE = { nals: [Buffer.from([0x65, 1, 2, 3])], rtpTime: 0 };

it('ends a reading whose restream went silent without disconnecting', async () => {
  let sent = 0;
  const restream = await startBareCamera({
    picture: (index) => {
      sent = index;
      return index < 5 ? PICTURE : { nals: [], rtpTime: 0 };
    },
  });
  const reading = await openReading({ url: restream.url, signal: new AbortController().signal, silentMs: 10_000 });
  await reading.ended;
  expect(sent).toBeGreaterThanOrEqual(5);
  expect(reading.live.ended).toBe(true);
  await restream.stop();
});

it('continues as long as pictures arrive', async () => {
  const enough = Promise.withResolvers<void>();
  const restream = await startBareCamera({
    picture: (index) => {
      if (index === 40) enough.resolve();
      return { ...PICTURE, rtpTime: index * 4_500 };
    },
  });
  const reading = await openReading({ url: restream.url, signal: new AbortController().signal, silentMs: 30_000 });
  await enough.promise;
  expect(reading.live.ended).toBe(false);
  reading.close();
  await reading.ended;
  await restream.stop();
});
