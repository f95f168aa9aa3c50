import { addressReason, type Reason, reasonCode } from '@holdfast/domain';
import { type OutboundRule, resolveOutbound } from '@holdfast/kit';

export interface PinnedSource {
  kind: 'ok';
  scheme: string;
  address: string;
  port: number | undefined;
  /** The same source at another host; credentials, path and query stay. */
  at(place: { scheme: string; address: string; port: number | undefined }): string;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { rtsp: 554, rtsps: 322, http: 80, https: 443, rtmp: 1935 };

/** Resolves and checks the host of a camera's address once. Connections use the resolved address, not the name. */
export async function pinSource(
  url: string,
  rule: OutboundRule,
): Promise<PinnedSource | { kind: 'refused' | 'unreachable'; reason: Reason }> {
  const [, named, login = '', host, digits, rest = ''] =
    /^([a-z]+):\/\/([^/]*@)?(\[[^\]]+\]|[^/@?#:]+)(?::(\d+))?(.*)$/i.exec(url) ?? [];
  if (named === undefined || host === undefined) return { kind: 'refused', reason: reasonCode('address-without-host') };
  const scheme = named.toLowerCase();
  const port = digits === undefined ? DEFAULT_PORTS[scheme] : Number(digits);
  const found = await resolveOutbound(host, port, rule);
  if (found.kind === 'refused') return { kind: 'refused', reason: addressReason(found) };
  if (found.kind === 'unknown') return { kind: 'unreachable', reason: addressReason(found) };
  return {
    kind: 'ok',
    scheme,
    address: found.address,
    port,
    at: (place) => {
      const literal = place.address.includes(':') ? `[${place.address}]` : place.address;
      return `${place.scheme}://${login}${literal}${place.port === undefined ? '' : `:${place.port}`}${rest}`;
    },
  };
}
