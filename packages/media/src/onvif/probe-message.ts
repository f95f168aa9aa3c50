import { findElements, parseXml, textOf } from './xml.ts';

/** WS-Discovery probe for network video transmitters. */
export const probeMessage = (messageId: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing" xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery" xmlns:n="http://www.onvif.org/ver10/network/wsdl"><s:Header><a:MessageID>urn:uuid:${messageId}</a:MessageID><a:To>urn:schemas-xmlsoap-org:ws:2005:04:discovery</a:To><a:Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/Probe</a:Action></s:Header><s:Body><d:Probe><d:Types>n:NetworkVideoTransmitter</d:Types></d:Probe></s:Body></s:Envelope>`;

export interface ProbeMatch {
  /** Address of its device service, on the host that answered. */
  serviceUrl: string;
  name: string | null;
  hardware: string | null;
}

const MAX_NAME_LENGTH = 100;
const MAX_ADDRESSES = 32;

/**
 * Parses a device's answer. Only addresses on the host that answered are used, so that an answer cannot direct us to
 * another host.
 */
export function readProbeMatches(text: string, { from, messageId }: { from: string; messageId: string }): ProbeMatch[] {
  const root = parseXml(text);
  if (!root || textOf(root, 'RelatesTo')?.toLowerCase().endsWith(messageId.toLowerCase()) !== true) return [];
  return findElements(root, 'ProbeMatch').flatMap((match) => {
    const serviceUrl = (textOf(match, 'XAddrs') ?? '').split(/\s+/, MAX_ADDRESSES).find((url) => isOnHost(url, from));
    if (serviceUrl === undefined) return [];
    const scopes = (textOf(match, 'Scopes') ?? '').split(/\s+/);
    return [{ serviceUrl, name: scopeOf(scopes, 'name'), hardware: scopeOf(scopes, 'hardware') }];
  });
}

/** Whether it is an HTTP address on that host without credentials. */
export function isOnHost(text: string, host: string): boolean {
  if (!URL.canParse(text) || text.length > 500) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && hostname.replace(/^\[|\]$/g, '') === host && username === '' && password === '';
}

function scopeOf(scopes: readonly string[], kind: 'name' | 'hardware'): string | null {
  const prefix = `onvif://www.onvif.org/${kind}/`;
  const scope = scopes.find((one) => one.startsWith(prefix))?.slice(prefix.length);
  if (scope === undefined || scope === '') return null;
  try {
    return decodeURIComponent(scope.replaceAll('+', ' ')).slice(0, MAX_NAME_LENGTH);
  } catch {
    return scope.slice(0, MAX_NAME_LENGTH);
  }
}
