import { type Database, noteStreamFacts } from '@holdfast/db';
import type { Logger } from '@holdfast/kit';
import type { StartRemux } from './live-streams.ts';
import { factsOfInit } from './stream-facts.ts';

/** Whoever is the first to watch a stream that nobody records learns its size for all. */
export const noteInits =
  ({ db, log }: { db: Database; log: Logger }, startRemux: StartRemux): StartRemux =>
  (source, on) =>
    startRemux(source, {
      ...on,
      init: (init) => {
        on.init(init);
        const facts = source.video === 'encode-h264' ? undefined : factsOfInit(init);
        if (!facts) return;
        const { cameraId, stream } = source;
        noteStreamFacts(db, [{ cameraId, stream, ...facts }]).catch((err: unknown) =>
          log.warn({ err, camera_id: cameraId }, 'what a stream is could not be kept'),
        );
      },
    });
