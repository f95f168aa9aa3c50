import { type Database, noteStreamFacts } from '@holdfast/db';
import type { Logger } from '@holdfast/kit';
import type { StartFeed } from './live-streams.ts';
import { factsOfInit } from './stream-facts.ts';

/** The first viewer of a stream that is not recorded determines its stored size. */
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
