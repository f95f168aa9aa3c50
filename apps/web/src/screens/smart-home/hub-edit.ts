import type { HubConfig } from '../../api/queries.ts';

/** The fields of the form. The token is write-only: an empty one is unchanged. */
export interface HubFields {
  enabled: boolean;
  base_url: string | null;
  certificate: string | null;
  token: string;
}

export const hubFields = ({ enabled, base_url, certificate }: HubConfig): HubFields => ({
  enabled,
  base_url,
  certificate,
  token: '',
});

/** The fields after another address was typed: an accepted certificate belongs to the address that showed it. */
export const withAddress = (config: HubConfig, typed: string): Pick<HubFields, 'base_url' | 'certificate'> => {
  const base_url = typed.trim() === '' ? null : typed.trim();
  return { base_url, certificate: base_url === config.base_url ? config.certificate : null };
};

/** The values that a test of the connection sends. */
export const testedValues = ({ base_url, token, certificate }: HubFields) => ({
  base_url,
  ...(token !== '' && { token }),
  certificate,
});

/** Whether the answer to one set of values also holds for another. */
export const isSameTest = (asked: HubFields, now: HubFields): boolean =>
  JSON.stringify(testedValues(asked)) === JSON.stringify(testedValues(now));

/** A saved token belongs to the saved address. */
export const needsToken = (config: HubConfig, { base_url, token }: HubFields): boolean =>
  token === '' && base_url !== null && (!config.has_token || base_url !== config.base_url);

/** The effects of saving, in the order in which they are listed. */
export type HubEffect = 'connects' | 'disconnects' | 'moves' | 'needs-token' | 'new-token' | 'trusts' | 'distrusts';

export function hubEffects(config: HubConfig, wanted: HubFields): HubEffect[] {
  const isUsable = wanted.enabled && wanted.base_url !== null;
  const wasUsable = config.enabled && config.base_url !== null && config.has_token;
  const effects: HubEffect[] = [];
  if (isUsable && needsToken(config, wanted)) effects.push('needs-token');
  else if (isUsable && !wasUsable) effects.push('connects');
  else if (!isUsable && wasUsable) effects.push('disconnects');
  else if (isUsable && wanted.base_url !== config.base_url) effects.push('moves');
  else if (wanted.token !== '') effects.push('new-token');
  if (wanted.certificate !== config.certificate) effects.push(wanted.certificate === null ? 'distrusts' : 'trusts');
  return effects;
}

/** `AB:CD:…`, as browsers show it. */
export const fingerprintText = (hex: string): string => (hex.toUpperCase().match(/../g) ?? []).join(':');
