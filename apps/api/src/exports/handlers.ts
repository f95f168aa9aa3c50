import { rm } from 'node:fs/promises';
import type { Routes } from '@holdfast/contract';
import {
  type Caller,
  type Conn,
  cancelExport,
  type Database,
  deleteExport,
  type ExportReader,
  type ExportRow,
  findExport,
  listExports,
} from '@holdfast/db';
import { holds } from '@holdfast/domain';
import { type Clock, DOWNLOAD_TOKEN_MS, type Tokens } from '@holdfast/kit';
import type { AuditSpans } from '../audit/audit-spans.ts';
import { pageOf, readTimeCursor, writeTimeCursor } from '../http/cursor.ts';
import type { Handlers } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';
import { finishedFolder } from './export-folder.ts';
import { presentExport } from './present.ts';
import { requestExport } from './request-export.ts';
import { requireDone } from './require-done.ts';
import { asAttachment, serveExport } from './serve-export.ts';
import type { SigningKey } from './signing-key.ts';
import { verifierPage } from './verifier-page.ts';

const PAGE = 100;

const readerOf = ({ userId, capabilities }: Caller): ExportReader => ({
  userId,
  isAdmin: holds(capabilities, 'admin'),
});

const auditedExport = ({ id, startTs, endTs, cameras }: Pick<ExportRow, 'id' | 'startTs' | 'endTs' | 'cameras'>) => ({
  id,
  name: (cameras ?? []).map(({ name }) => name).join(', '),
  cameraIds: (cameras ?? []).map((camera) => camera.id),
  details: { start: startTs.toISOString(), end: endTs.toISOString() },
});

export function exportHandlers({
  db,
  clock,
  dataDir,
  signingKey,
  tokens,
  auditSpans,
}: {
  db: Database;
  clock: Clock;
  dataDir: string;
  signingKey: SigningKey;
  tokens: Tokens;
  auditSpans: AuditSpans;
}): Handlers<Routes['exports']> {
  const find = async (conn: Conn, caller: Caller, id: string): Promise<ExportRow> => {
    const row = await findExport(conn, readerOf(caller), id);
    if (!row) throw new Problem('not-found');
    return row;
  };
  const findDone = async (caller: Caller, id: string) => requireDone(await find(db, caller, id), clock.now());

  return {
    create: ({ body, caller, note }) =>
      db.transaction().execute(async (tx) => {
        const request = {
          userId: caller.userId,
          cameraIds: body.camera_ids,
          start: body.start,
          end: body.end,
          burnClock: body.burn_clock ?? false,
          audio: body.audio ?? true,
          speed: body.speed ?? null,
        };
        const id = await requestExport(tx, request, clock.now());
        const row = await find(tx, caller, id);
        await note(tx, auditedExport(row));
        return presentExport(row, clock.now());
      }),

    list: async ({ query, caller }) => {
      const limit = query.limit ?? PAGE;
      const after = readTimeCursor(query.cursor);
      const rows = await listExports(db, readerOf(caller), { after, limit: limit + 1 });
      return pageOf(rows, limit, {
        present: (row) => presentExport(row, clock.now()),
        cursor: ({ createdAt, id }) => writeTimeCursor({ ts: createdAt, id }),
      });
    },

    get: async ({ params, caller }) => presentExport(await find(db, caller, params.id), clock.now()),

    remove: async ({ params, caller, note }) => {
      const row = await find(db, caller, params.id);
      // The worker notices within a second and cleans up.
      const isCancelled = await db.transaction().execute(async (tx) => {
        await note(tx, auditedExport(row));
        return cancelExport(tx, row.id, new Date(clock.now()));
      });
      if (isCancelled) return;
      await rm(finishedFolder(dataDir, row.id), { recursive: true, force: true });
      await deleteExport(db, row.id);
    },

    link: async ({ params, caller: { userId, sessionId, ...caller }, note }) => {
      const done = await findDone({ userId, sessionId, ...caller }, params.id);
      const { id } = done;
      await note(db, auditedExport(done));
      const expiresAt = new Date(clock.now() + DOWNLOAD_TOKEN_MS);
      const token = await tokens.signDownload({ userId, sessionId, exportId: id, expiresAt });
      const addressOf = (part: string) => `/exports/${id}/${part}?token=${token}`;
      return {
        url: addressOf('file'),
        manifest_url: addressOf('manifest.json'),
        expires_at: expiresAt.toISOString(),
      };
    },

    file: async ({ params, caller, request }) => {
      const found = await findDone(caller, params.id);
      await auditSpans.download(request, auditedExport(found));
      const part = await serveExport({ dataDir, request }, found);
      return { ...part, headers: { ...part.headers, ...asAttachment(found.fileName) } };
    },

    manifest: async ({ params, caller }) => {
      const { fileName, manifest } = await findDone(caller, params.id);
      return { bytes: manifest, headers: asAttachment(`${fileName.replace(/\.\w+$/, '')}.manifest.json`) };
    },

    verifier: () => ({ bytes: verifierPage(), headers: asAttachment('verify.html') }),

    signingKey: () => ({
      algorithm: 'Ed25519',
      public_key: signingKey.publicKey,
      fingerprint: signingKey.fingerprint,
    }),
  };
}
