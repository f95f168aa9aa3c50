import { type Database, noteStreamFacts } from '@holdfast/db';
import type { Logger } from '@holdfast/kit';
import type { StartFeed } from './live-streams.ts';
import { factsOfInit } from './stream-facts.ts';

/** Whoever is the first to watch a stream that nobody records learns its size for all. */
export const noteInits =
  ({ db, log }: { db: Database; log: Logger }, startFeed: StartFeed): StartFeed =>
  (source, on) =>
    startFeed(source, {
      ...on,
      init: (init) => {
        on.init(init);
        const facts = source.kind === 'transcode' ? undefined : factsOfInit(init);
        if (!facts) return;
        const { cameraId, stream } = source;
        noteStreamFacts(db, [{ cameraId, stream, ...facts }]).catch((err: unknown) =>
          log.warn({ err, camera_id: cameraId }, 'what a stream is could not be kept'),
        );
      },
    });
