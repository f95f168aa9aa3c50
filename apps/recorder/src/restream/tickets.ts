import { randomBytes } from 'node:crypto';
import type { StreamRef } from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import type { StreamPurpose } from '@holdfast/media';

/** Reading or publishing one stream. */
export interface Grant extends StreamRef {
  purpose: StreamPurpose;
}

export interface Tickets {
  issue(grant: Grant): string;
  has(ticket: string): boolean;
  /** True once for each ticket, and only with the grant it was issued for. A wrong grant invalidates the ticket. */
  redeem(ticket: string, grant: Grant): boolean;
}

/** A child connects only after it has opened its source, which takes long with a slow camera. */
const GOOD_FOR_MS = 60_000;

/**
 * Credentials of child processes for the restream. Every user of the machine can read a child's arguments, so a ticket
 * is valid for one connection to one stream and one purpose only.
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
