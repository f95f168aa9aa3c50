import { randomUUID } from 'node:crypto';
import { type Database, insertAuditSpan } from '@holdfast/db';
import { type AuditAction, addressBlock, createSpanBook, hoursOf, rangeOfHours } from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import type { FastifyRequest } from 'fastify';
import { type AuditFacts, auditActor, entryOf } from '../http/audit-note.ts';

interface Moments {
  startMs: number;
  endMs: number;
}

/**
 * Actions that take many requests get one line for each user, camera and span of time. The line is written before the video
 * is sent: if it cannot be written, the request fails, so nothing is watched without a line.
 */
export interface AuditSpans {
  live(request: FastifyRequest, cameraId: string): Promise<void>;
  /** A recorded file that is about to be sent. What a playlist lists is not watched yet. */
  playback(request: FastifyRequest, cameraId: string, file: Moments): Promise<void>;
  /** Stills and previews, once a day for each camera. */
  pictures(request: FastifyRequest, cameraId: string): Promise<void>;
  clip(
    request: FastifyRequest,
    action: 'clip-watched' | 'clip-downloaded',
    clip: AuditFacts & { id: string },
  ): Promise<void>;
  download(request: FastifyRequest, footageExport: AuditFacts & { id: string }): Promise<void>;
  /** The name that was typed is noted only if it is a user's: people also type passwords there. */
  signInFailed(request: FastifyRequest, user: { userId: string; username: string } | undefined): Promise<void>;
}

/** Lines of a group (such as one user and one camera) in an hour. */
const LINES_AN_HOUR = 50;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const isoOf = (epochMs: number) => new Date(epochMs).toISOString();

export function createAuditSpans({ db, clock }: { db: Database; clock: Clock }): AuditSpans {
  const book = createSpanBook(LINES_AN_HOUR);

  async function once<M extends string | number>(
    request: FastifyRequest,
    action: AuditAction,
    {
      of,
      marks,
      spanMs = HOUR_MS,
      facts,
    }: { of: string; marks: readonly M[]; spanMs?: number; facts: (marks: readonly M[]) => AuditFacts },
  ): Promise<void> {
    const nowMs = clock.now();
    const actor = auditActor(request);
    const group = `${action} ${actor.userId ?? ''} ${of}`;
    const admitted = book.admit(group, marks, nowMs);
    if (admitted.kind === 'known') return;
    const noted = admitted.kind === 'note' ? facts(admitted.marks) : { ...facts(marks), details: { more: true } };
    const mark = admitted.kind === 'note' ? admitted.marks.join(' ') : 'more';
    const spanKey = `${group} ${mark} ${Math.floor(nowMs / spanMs)}`;
    try {
      await insertAuditSpan(db, { ts: new Date(nowMs), ...actor, ...noted.actor, ...entryOf(action, noted), spanKey });
    } catch (err) {
      book.forget(group, admitted.kind === 'note' ? admitted.marks : []);
      throw err;
    }
  }

  return {
    live: (request, cameraId) =>
      once(request, 'live-watched', {
        of: cameraId,
        marks: [request.ip],
        facts: () => ({ id: cameraId, cameraIds: [cameraId] }),
      }),
    playback: (request, cameraId, { startMs, endMs }) =>
      once(request, 'playback-watched', {
        of: cameraId,
        marks: hoursOf({ startMs, endMs }),
        // The line is written before anybody knows how long it will be watched: the hour is a limit, the first moment a fact.
        facts: (hours) => {
          const range = rangeOfHours(hours);
          const first = Math.max(startMs, range.startMs);
          return {
            id: cameraId,
            cameraIds: [cameraId],
            details: { start: isoOf(range.startMs), end: isoOf(range.endMs), first: isoOf(first) },
          };
        },
      }),
    pictures: (request, cameraId) =>
      once(request, 'pictures-viewed', {
        of: cameraId,
        marks: [0],
        spanMs: DAY_MS,
        facts: () => ({ id: cameraId, cameraIds: [cameraId] }),
      }),
    clip: (request, action, clip) =>
      once(request, action, { of: clip.cameraIds?.[0] ?? '', marks: [clip.id], facts: () => clip }),
    download: (request, footageExport) =>
      once(request, 'export-downloaded', { of: '', marks: [footageExport.id], facts: () => footageExport }),
    signInFailed: (request, user) =>
      once(request, 'sign-in-failed', {
        // By address only: the time of a refusal must not reveal whether the name exists.
        of: addressBlock(request.ip),
        marks: [randomUUID()],
        facts: () => (user ? { actor: user } : {}),
      }),
  };
}
