import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** Never a camera, a hub or a channel: link-local addresses, and where clouds keep their secrets. */
const forbidden = new BlockList();
forbidden.addSubnet('169.254.0.0', 16, 'ipv4');
forbidden.addAddress('100.100.100.200', 'ipv4');
forbidden.addSubnet('0.0.0.0', 8, 'ipv4');
forbidden.addSubnet('224.0.0.0', 4, 'ipv4');
forbidden.addAddress('255.255.255.255', 'ipv4');
forbidden.addSubnet('fe80::', 10, 'ipv6');
forbidden.addSubnet('ff00::', 8, 'ipv6');
forbidden.addAddress('fd00:ec2::254', 'ipv6');
forbidden.addAddress('::', 'ipv6');

export type OutboundAddress =
  | { kind: 'ok'; address: string; family: 4 | 6 }
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown'; reason: string };

export interface OutboundRule {
  /** Our own database, which no outgoing request may be aimed at. */
  deniedPorts?: readonly { host: string; port: number }[];
}

/**
 * Resolves a host once and judges every address it has. The caller connects to the returned address and not to the
 * name, so that a second, different answer of the name server changes nothing.
 */
export async function resolveOutbound(
  host: string,
  port: number | undefined,
  rule: OutboundRule = {},
): Promise<OutboundAddress> {
  const bare = host.replace(/^\[|\]$/g, '');
  const found = isIP(bare)
    ? [{ address: bare, family: isIP(bare) }]
    : await lookup(bare, { all: true }).catch(() => []);
  const first = found[0];
  if (!first) return { kind: 'unknown', reason: `The name ${bare} is not known.` };
  for (const { address, family } of found) {
    if (forbidden.check(address, family === 6 ? 'ipv6' : 'ipv4'))
      return { kind: 'refused', reason: 'Link-local and metadata addresses are never contacted.' };
    if (rule.deniedPorts?.some((denied) => denied.port === port && sameHost(denied.host, address)))
      return { kind: 'refused', reason: 'That is the port of our own database.' };
  }
  return { kind: 'ok', address: first.address, family: first.family === 6 ? 6 : 4 };
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');
const isLoopback = (host: string) =>
  host === 'localhost' || (isIP(host) !== 0 && LOOPBACK.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4'));

const sameHost = (denied: string, address: string) => denied === address || (isLoopback(denied) && isLoopback(address));
