import { randomBytes } from 'node:crypto';
import type { Clock } from '@holdfast/kit';
import type { StreamPurpose } from '@holdfast/media';
import type { StreamRef } from '../segments/stream-ref.ts';

/** One stream, and either reading or publishing it. */
export interface Grant extends StreamRef {
  purpose: StreamPurpose;
}

export interface Tickets {
  issue(grant: Grant): string;
  has(ticket: string): boolean;
  /** True once for each ticket, and only for what it was issued for; a ticket shown for anything else is void. */
  redeem(ticket: string, grant: Grant): boolean;
}

/** A child reads its source before it connects, which a slow camera draws out. */
const GOOD_FOR_MS = 60_000;

/**
 * What our children show at the restream. A child's arguments can be read by every user of the machine, so what stands
 * there must be of no use to them: a ticket is good for one connection of one child, for one stream and purpose.
 */
export function createTickets(clock: Clock): Tickets {
  const issued = new Map<string, Grant & { untilMs: number }>();
  return {
    issue({ cameraId, stream, purpose }) {
      for (const [ticket, { untilMs }] of issued) if (untilMs < clock.now()) issued.delete(ticket);
      const ticket = randomBytes(24).toString('base64url');
      issued.set(ticket, { cameraId, stream, purpose, untilMs: clock.now() + GOOD_FOR_MS });
      return ticket;
    },
    has: (ticket) => issued.has(ticket),
    redeem(ticket, { cameraId, stream, purpose }) {
      const grant = issued.get(ticket);
      issued.delete(ticket);
      return (
        grant !== undefined &&
        grant.untilMs >= clock.now() &&
        grant.cameraId === cameraId &&
        grant.stream === stream &&
        grant.purpose === purpose
      );
    },
  };
}
