import { addressReason, isLanAddress, type Reason, reasonCode } from '@holdfast/domain';
import { type LookUp, type OutboundRule, resolveOutbound } from '@holdfast/kit';
import { callDevice, type DeviceReply } from './call-device.ts';
import { deviceTimeMs } from './device-time.ts';
import { DigestLogin } from './digest-login.ts';
import { isOnHost } from './probe-message.ts';
import { type OnvifLogin, securityHeader } from './ws-security.ts';

export const DEVICE = 'http://www.onvif.org/ver10/device/wsdl';

export interface DeviceOptions {
  serviceUrl: string;
  login: OnvifLogin | null;
  outbound: OutboundRule;
  timeoutMs: number;
  nowMs: () => number;
  signal: AbortSignal;
  lookUp?: LookUp | undefined;
  /** Whether only addresses of private networks are allowed. */
  lanOnly: boolean;
}

export interface Question {
  header?: string;
  action?: string;
  /** How long the answer may take. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

type Refused = { kind: 'refused'; reason: Reason };
type Unreachable = { kind: 'unreachable'; reason: Reason };

/** A device whose address was checked and whose time is known. */
export interface OpenedDevice {
  url: URL;
  host: string;
  /** Sends a request with the login of the user. */
  ask(to: URL, body: string, question?: Question): Promise<DeviceReply>;
  /** The address of one of its services, from the one that it reported. It is always on the same host. */
  serviceAt(named: string | undefined): Promise<{ kind: 'ok'; url: URL } | Refused>;
}

export type DeviceOpening = { kind: 'ok'; device: OpenedDevice } | Refused | Unreachable;

const refused = (reason: Reason): Refused => ({ kind: 'refused', reason });
const portOf = ({ port, protocol }: URL) => Number(port || (protocol === 'https:' ? 443 : 80));

export async function openDevice(options: DeviceOptions): Promise<DeviceOpening> {
  const { serviceUrl, login, outbound, timeoutMs, nowMs, signal, lookUp, lanOnly } = options;
  const url = URL.canParse(serviceUrl) ? new URL(serviceUrl) : undefined;
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
  if (!url || !isOnHost(serviceUrl, host)) return refused(reasonCode('address-not-web'));
  const resolved = await resolveOutbound(host, portOf(url), outbound, lookUp);
  if (resolved.kind === 'unknown') return { kind: 'unreachable', reason: addressReason(resolved) };
  if (resolved.kind === 'refused' && !lanOnly) return refused(addressReason(resolved));
  if (resolved.kind === 'refused' || (lanOnly && !isLanAddress(resolved.address)))
    return refused(reasonCode('address-not-in-network'));
  const { address } = resolved;

  // The only request without a login: unless the device's time is known, a rejection could be due to our clock or to
  // the password.
  const body = `<GetSystemDateAndTime xmlns="${DEVICE}"/>`;
  const time = await callDevice({ url, address, body, timeoutMs, signal });
  if (time.kind === 'failed' || time.kind === 'rejected') return { kind: 'unreachable', reason: time.reason };
  const skewMs = (time.kind === 'ok' ? (deviceTimeMs(time.body) ?? nowMs()) : nowMs()) - nowMs();
  const digest = login === null ? undefined : new DigestLogin(login);

  const device: OpenedDevice = {
    url,
    host,
    ask: (to, question, { header = '', ...more } = {}) =>
      callDevice({
        url: to,
        address,
        header: () => `${header}${login === null ? '' : securityHeader(login, nowMs() + skewMs)}`,
        body: question,
        login: digest,
        timeoutMs,
        signal,
        ...more,
      }),
    async serviceAt(named) {
      const at = named !== undefined && isOnHost(named, host) ? new URL(named) : pathHere(named, url);
      // Another port of the same machine may be our own database. The resolved address is checked, because the name may
      // resolve to another one by now.
      const judged = await resolveOutbound(address, portOf(at), outbound, lookUp);
      return judged.kind === 'ok' ? { kind: 'ok', url: at } : refused(reasonCode('address-not-in-network'));
    },
  };
  return { kind: 'ok', device };
}

/** A camera behind NAT reports its own address, so only the path of it is used. */
function pathHere(named: string | undefined, here: URL): URL {
  if (named === undefined || named.length > 500 || !URL.canParse(named)) return here;
  const { pathname, search } = new URL(named);
  const at = new URL(here);
  // Not parsed as a relative address: the path `//other/` would name another host.
  at.pathname = pathname;
  at.search = search;
  return at;
}
