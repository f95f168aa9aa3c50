import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { embeddedV4 } from './embedded-v4.ts';

/** Never a camera, a hub or a channel: link-local addresses and the metadata services of clouds. */
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
  | { kind: 'refused'; because: 'link-local' | 'own-port' }
  | { kind: 'unknown'; name: string };

export interface OutboundRule {
  /** Our own database and listeners, which outgoing requests must never reach. */
  deniedPorts?: readonly { host: string; port: number }[];
}

interface Resolved {
  address: string;
  family: number;
}
/** Every address of a name; empty when the name is unknown. */
export type LookUp = (name: string) => Promise<Resolved[]>;

/**
 * Callers share a lookup that is in progress: each lookup holds a thread that file access needs, for as long as the
 * name server hangs.
 */
export function shareLookUps(lookUp: LookUp): LookUp {
  const underWay = new Map<string, Promise<Resolved[]>>();
  return (name) => {
    const known = underWay.get(name);
    if (known) return known;
    const asked = lookUp(name).finally(() => underWay.delete(name));
    underWay.set(name, asked);
    return asked;
  };
}

const askNameServer = shareLookUps((name) => lookup(name, { all: true }).catch(() => []));

/**
 * Resolves a host once and checks all of its addresses. The caller connects to the returned address and not to the name, so a
 * later, different answer of the name server has no effect.
 */
export async function resolveOutbound(
  host: string,
  port: number | undefined,
  rule: OutboundRule = {},
  lookUp: LookUp = askNameServer,
): Promise<OutboundAddress> {
  const bare = host.replace(/^\[|\]$/g, '');
  const found = await addressesOf(bare, lookUp);
  const first = found[0];
  if (!first) return { kind: 'unknown', name: bare };
  const meant = found.flatMap((each) => [each, ...translationsOf(each)]);
  if (meant.some((each) => holds(forbidden, each))) return { kind: 'refused', because: 'link-local' };
  for (const denied of rule.deniedPorts ?? []) {
    if (denied.port !== port) continue;
    const ours = placesOf(await addressesOf(denied.host, lookUp));
    if (denied.host === bare || meant.some((each) => holds(ours, each)))
      return { kind: 'refused', because: 'own-port' };
  }
  return { kind: 'ok', address: first.address, family: first.family === 6 ? 6 : 4 };
}

const addressesOf = async (host: string, lookUp: LookUp): Promise<Resolved[]> =>
  isIP(host) ? [{ address: host, family: isIP(host) }] : lookUp(host);

/** The addresses to which a gateway would forward a connection to this address. */
const translationsOf = ({ address }: Resolved): Resolved[] =>
  embeddedV4(address).map((v4) => ({ address: v4, family: 4 }));

const familyOf = ({ family }: Resolved) => (family === 6 ? 'ipv6' : 'ipv4');
const holds = (places: BlockList, resolved: Resolved) => places.check(resolved.address, familyOf(resolved));

/** A service on this machine is reachable at each of the machine's addresses. */
function placesOf(addresses: readonly Resolved[]): BlockList {
  const here = thisMachine();
  const places = addresses.some((each) => holds(here, each)) ? here : new BlockList();
  for (const each of addresses) places.addAddress(each.address, familyOf(each));
  return places;
}

function thisMachine(): BlockList {
  const places = new BlockList();
  places.addSubnet('127.0.0.0', 8, 'ipv4');
  places.addAddress('::1', 'ipv6');
  for (const { address, family } of Object.values(networkInterfaces()).flatMap((each) => each ?? []))
    places.addAddress(address, family === 'IPv6' ? 'ipv6' : 'ipv4');
  return places;
}
