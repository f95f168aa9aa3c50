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

/** A saved token belongs to the saved address. */
export const needsToken = (config: HubConfig, { base_url, token }: HubFields): boolean =>
  token === '' && base_url !== null && (!config.has_token || base_url !== config.base_url);

/** What saving changes, in the order in which it is listed. */
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
