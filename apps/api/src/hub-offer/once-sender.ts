import type { OfferedFacts } from '@holdfast/db';
import { type Publisher, plateTopic, snapshotTopic } from '@holdfast/hub';
import type { Logger } from '@holdfast/kit';
import type { OfferSettings } from './offer-settings.ts';

export interface OnceSender {
  send(to: Publisher, settings: Pick<OfferSettings, 'topics' | 'plates'>, facts: OfferedFacts): void;
  forget(cameraId: string): void;
  forgetAll(): void;
}

/** Sends a picture for each new event, and each watched plate, once: they are not retained. */
export function createOnceSender({
  pictureOf,
  log,
}: {
  pictureOf: (cameraId: string) => Promise<Buffer | undefined>;
  log: Logger;
}): OnceSender {
  const sent = new Map<string, { eventId: string | null; plateReadId: string | null }>();
  return {
    send(to, { topics, plates }, { cameraId, lastEventId: eventId, plateReadId, plate }) {
      const before = sent.get(cameraId);
      sent.set(cameraId, { eventId, plateReadId });
      // Events from before the start are not new.
      if (!before) return;
      if (plates && plate !== null && plateReadId !== before.plateReadId) to.send(plateTopic(topics, cameraId), plate);
      if (eventId === before.eventId) return;
      void pictureOf(cameraId)
        .then((jpeg) => jpeg && to.send(snapshotTopic(topics, cameraId), jpeg))
        .catch((err: unknown) => log.debug({ err, camera_id: cameraId }, 'no picture for the home'));
    },
    forget: (cameraId) => void sent.delete(cameraId),
    forgetAll: () => sent.clear(),
  };
}
