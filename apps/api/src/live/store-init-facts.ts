import { type Database, noteStreamFacts } from '@holdfast/db';
import type { Logger } from '@holdfast/kit';
import type { StartFeed } from './live-streams.ts';
import { factsOfInit } from './stream-facts.ts';

/** Stores codec and size from the init segment, so that a stream that is only watched has them too. */
export const storeInitFacts =
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
          log.warn({ err, camera_id: cameraId }, 'the facts of a stream could not be stored'),
        );
      },
    });
