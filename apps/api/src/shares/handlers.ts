import { MAX_SHARE_OPENINGS, type Routes } from '@holdfast/contract';
import {
  type Caller,
  type Database,
  findOpenShare,
  findShare,
  listShareOpenings,
  listShares,
  readSettings,
  recordShareOpening,
  revokeShare,
  type ShareReader,
} from '@holdfast/db';
import { holds } from '@holdfast/domain';
import type { Clock, Tokens } from '@holdfast/kit';
import type { Alerts } from '../alerts/alerts.ts';
import type { PasswordHasher } from '../auth/passwords.ts';
import { setShareCookie } from '../auth/share-cookie.ts';
import type { ClipStore } from '../clips/clip-store.ts';
import { pageOf, readTimeCursor, writeTimeCursor } from '../http/cursor.ts';
import type { Handlers } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';
import { auditedShare } from './audited-share.ts';
import { createShare } from './create-share.ts';
import { createShareOpener } from './open-share.ts';
import { presentShare } from './present.ts';
import { PAGE_HEADERS, sharePage } from './share-page.ts';
import { createSharedFiles, PRIVATE_HEADERS } from './shared-files.ts';

const PAGE = 100;
const USER_AGENT_CHARACTERS = 300;
/** Lifetime of the cookie. The link itself is checked with every request. */
const VISIT_MS = 12 * 3_600_000;

const readerOf = ({ userId, capabilities }: Caller): ShareReader => ({
  userId,
  isAdmin: holds(capabilities, 'admin'),
});

const addressOf = (publicUrl: string | null, token: string) => `${publicUrl?.replace(/\/+$/, '') ?? ''}/share#${token}`;

interface ShareDeps {
  db: Database;
  clock: Clock;
  passwords: PasswordHasher;
  tokens: Tokens;
  dataDir: string;
  clipStore: ClipStore;
  timeZone: string;
  alerts: Alerts;
}

export function shareHandlers(deps: ShareDeps): Handlers<Routes['shares']> {
  const { db, clock, passwords, tokens, timeZone, alerts } = deps;
  const open = createShareOpener({ db, clock, passwords });
  const files = createSharedFiles(deps);
  const now = () => new Date(clock.now());
  const find = async (caller: Caller, id: string) => {
    const row = await findShare(db, readerOf(caller), { id, now: now() });
    if (!row) throw new Problem('not-found');
    return row;
  };
  const opened = async (shareId: string) => {
    const share = await findOpenShare(db, shareId, now());
    if (!share) throw new Problem('not-found');
    return share;
  };

  return {
    create: async ({ body, caller, note }) => {
      const passwordHash = body.password === undefined ? null : await passwords.hash(body.password);
      const context = { db, clipStore: deps.clipStore, nowMs: clock.now(), caller, note };
      const { kind, expires_in_hours: hours } = body;
      const { id, token } = await createShare(context, { kind, id: body.id.toLowerCase(), hours, passwordHash });
      return {
        share: presentShare(await find(caller, id), clock.now()),
        url: addressOf(alerts.settings.publicUrl, token),
      };
    },

    list: async ({ query, caller }) => {
      const limit = query.limit ?? PAGE;
      const after = readTimeCursor(query.cursor);
      const rows = await listShares(db, readerOf(caller), { after, limit: limit + 1, now: now() });
      const page = pageOf(rows, limit, {
        present: (row) => presentShare(row, clock.now()),
        cursor: ({ createdAt, id }) => writeTimeCursor({ ts: createdAt, id }),
      });
      return { enabled: (await readSettings(db)).sharingEnabled, ...page };
    },

    revoke: async ({ params, caller, note }) => {
      const share = await find(caller, params.id);
      await db.transaction().execute(async (tx) => {
        await revokeShare(tx, { id: share.id, at: now() });
        await note(tx, auditedShare(share));
      });
    },

    openings: async ({ params, caller }) => {
      const { id: shareId } = await find(caller, params.id);
      const rows = await listShareOpenings(db, { shareId, limit: MAX_SHARE_OPENINGS });
      return {
        items: rows.map(({ openedAt, clientAddress, userAgent }) => ({
          opened_at: openedAt.toISOString(),
          client_address: clientAddress,
          user_agent: userAgent,
        })),
      };
    },

    page: () => ({ bytes: sharePage(), headers: PAGE_HEADERS }),

    open: async ({ body: { token, password }, request, note }) => {
      const share = await open({ token, password, address: request.ip });
      if (!share) throw new Problem('not-found');
      const { mediaType, startMs, endMs, speed } = await files.describe(share);
      const userAgent = request.headers['user-agent']?.slice(0, USER_AGENT_CHARACTERS) ?? null;
      await db.transaction().execute(async (tx) => {
        await recordShareOpening(tx, share.id, { openedAt: now(), clientAddress: request.ip, userAgent });
        await note(tx, auditedShare(share));
      });
      const cookie = await tokens.signShare({ shareId: share.id, expiresAt: new Date(clock.now() + VISIT_MS) });
      setShareCookie(request, { shareId: share.id, token: cookie });
      return {
        id: share.id,
        cameras: share.cameraNames,
        start: new Date(startMs).toISOString(),
        end: new Date(endMs).toISOString(),
        time_zone: timeZone,
        media_type: mediaType,
        speed,
        expires_at: share.expiresAt.toISOString(),
        video_url: mediaType === 'video/mp4' ? `/share/${share.id}/video.mp4` : null,
        download_url: `/share/${share.id}/download`,
      };
    },

    video: async ({ caller, request }) => {
      const part = await files.play(await opened(caller.shareId), request);
      return { ...part, headers: { ...part.headers, ...PRIVATE_HEADERS } };
    },

    download: async ({ caller, request }) => {
      const part = await files.download(await opened(caller.shareId), request);
      return { ...part, headers: { ...part.headers, ...PRIVATE_HEADERS } };
    },
  };
}
