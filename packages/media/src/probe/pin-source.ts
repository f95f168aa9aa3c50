import { type OutboundRule, resolveOutbound } from '@holdfast/kit';

export type PinnedSource = { kind: 'ok'; url: string } | { kind: 'refused' | 'unreachable'; reason: string };

/** The address of a camera with its host resolved and judged once; what connects is given the number, not the name. */
export async function pinSource(url: string, rule: OutboundRule): Promise<PinnedSource> {
  const [, before, host, port, after] = /^([a-z]+:\/\/(?:[^/]*@)?)(\[[^\]]+\]|[^/@?#:]+)(:\d+)?(.*)$/i.exec(url) ?? [];
  if (before === undefined || host === undefined) return { kind: 'refused', reason: 'The address has no host.' };
  const found = await resolveOutbound(host, port === undefined ? undefined : Number(port.slice(1)), rule);
  if (found.kind === 'refused') return { kind: 'refused', reason: found.reason };
  if (found.kind === 'unknown') return { kind: 'unreachable', reason: found.reason };
  const literal = found.family === 6 ? `[${found.address}]` : found.address;
  return { kind: 'ok', url: `${before}${literal}${port ?? ''}${after ?? ''}` };
}
