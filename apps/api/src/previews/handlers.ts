import { MAX_SPRITE_DAYS, PICTURE_TIME_HEADER, type Routes } from '@holdfast/contract';
import { reasonCode } from '@holdfast/domain';
import type { AuditSpans } from '../audit/audit-spans.ts';
import { clientLeft } from '../http/client-left.ts';
import type { Handlers } from '../http/mount.ts';
import { invalidField, Problem } from '../http/problem.ts';
import type { Preview, Previews } from './previews.ts';

const DAY_MS = 86_400_000;
const RECORD_HEAD_BYTES = 12;
// Short, because a preview is deleted with its footage.
const headers = { 'cache-control': 'private, max-age=60' };

export function previewHandlers({
  previews,
  auditSpans,
}: {
  previews: Previews;
  auditSpans: AuditSpans;
}): Handlers<Routes['previews']> {
  return {
    get: async ({ params, query, caller, request }) => {
      const asked = { cameraId: params.id.toLowerCase(), userId: caller.userId };
      const { jpeg, takenAtMs } = await previews.at(asked, Date.parse(query.ts), clientLeft(request));
      await auditSpans.pictures(request, asked.cameraId);
      return { bytes: jpeg, headers: { ...headers, [PICTURE_TIME_HEADER]: new Date(takenAtMs).toISOString() } };
    },

    sprite: async ({ params, query, caller, request }) => {
      const [startMs, endMs] = [Date.parse(query.start), Date.parse(query.end)];
      if (endMs <= startMs) throw invalidField('/query/end', reasonCode('end-before-start'));
      if (endMs - startMs > MAX_SPRITE_DAYS * DAY_MS) throw new Problem('range-too-long');
      const asked = { cameraId: params.id.toLowerCase(), userId: caller.userId };
      const spread = await previews.spread(asked, { startMs, endMs, count: query.count });
      await auditSpans.pictures(request, asked.cameraId);
      return { bytes: Buffer.concat(spread.flatMap(printRecord)), headers };
    },
  };
}

function printRecord({ jpeg, takenAtMs }: Preview): Buffer[] {
  const head = Buffer.alloc(RECORD_HEAD_BYTES);
  head.writeDoubleBE(takenAtMs, 0);
  head.writeUInt32BE(jpeg.length, 8);
  return [head, jpeg];
}
