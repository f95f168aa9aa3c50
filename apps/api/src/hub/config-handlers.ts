import { reasonBody } from '@holdfast/contract';
import { type Conn, type HubConfigRow, updateHubConfig } from '@holdfast/db';
import { auditChanges, reasonCode, reasonText } from '@holdfast/domain';
import { checkHub, effectiveHub, parseHubUrl } from '@holdfast/hub';
import { requireContactable } from '../http/judge-address.ts';
import { invalidField } from '../http/problem.ts';
import type { HubDeps, HubHandlers } from './hub-handlers.ts';
import { presentHub } from './present.ts';
import { readSavedHub } from './saved-hub.ts';

const TEST_LIMIT_MS = 8_000;

export function configHandlers({ db, secrets, outbound, hubEnv }: HubDeps): HubHandlers<'get' | 'update' | 'test'> {
  const show = async (conn: Conn) => presentHub(effectiveHub(await readSavedHub({ db: conn, secrets }), hubEnv));
  return {
    get: () => show(db),
    update: async ({ body, note }) => {
      const { token, enabled, certificate, base_url } = body;
      const baseUrl = base_url == null ? base_url : requireHubUrl(base_url);
      const saved = await readSavedHub({ db, secrets });
      // A saved token belongs to the saved address.
      const isOther = baseUrl !== undefined && baseUrl !== saved.baseUrl;
      if (isOther && baseUrl !== null) await requireContactable(new URL(baseUrl), outbound, '/base_url');
      const sealed = token === undefined ? (isOther ? null : undefined) : token === null ? null : secrets.seal(token);
      const change: Partial<HubConfigRow> = {
        ...(enabled !== undefined && { enabled }),
        ...(baseUrl !== undefined && { baseUrl }),
        ...(certificate !== undefined ? { certificate } : isOther && { certificate: null }),
        ...(sealed !== undefined && { token: sealed }),
      };
      return db.transaction().execute(async (tx) => {
        const before = await show(tx);
        if (Object.keys(change).length > 0) await updateHubConfig(tx, change);
        const after = await show(tx);
        await note(tx, { details: { changes: auditChanges({ before, after, sent: body }) } });
        return after;
      });
    },
    test: async ({ body: { token, certificate, base_url } }) => {
      const saved = await readSavedHub({ db, secrets });
      const current = effectiveHub(saved, hubEnv);
      const baseUrl =
        typeof base_url === 'string'
          ? requireHubUrl(base_url)
          : effectiveHub(base_url === null ? { ...saved, baseUrl: null } : saved, hubEnv).baseUrl;
      const isOther = baseUrl !== current.baseUrl;
      if (baseUrl === null) throw invalidField('/base_url', reasonCode('required'));
      const usedToken = token ?? (isOther ? null : current.token);
      if (usedToken === null) throw invalidField('/token', reasonCode('hub-token-missing'));
      const usedCertificate = certificate === undefined ? (isOther ? null : current.certificate) : certificate;
      const result = await checkHub(
        { baseUrl, token: usedToken, certificate: usedCertificate },
        { outbound, signal: AbortSignal.timeout(TEST_LIMIT_MS) },
      );
      if (result.ok) return { ok: true, detail: 'The hub answers.', reason: null, certificate: null };
      const { reason, certificate: shown = null } = result;
      return { ok: false, detail: reasonText(reason), reason: reasonBody(reason), certificate: shown };
    },
  };
}

function requireHubUrl(text: string): string {
  const parsed = parseHubUrl(text);
  if (parsed.kind === 'refused') throw invalidField('/base_url', parsed.reason);
  return parsed.baseUrl;
}
