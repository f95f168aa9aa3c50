import type { AlertChannel } from './channel-text.ts';

/** The fields of a channel that a pasted text contains. A missing address is the service's own, if it has one. */
export interface PastedChannel {
  kind: AlertChannel;
  base_url?: string;
  target?: string;
  secret?: string;
}

const DISCORD_HOST = /^(?:(?:ptb|canary)\.)?discord(?:app)?\.com$/;
const DISCORD_PATH = /^\/api(?:\/v\d+)?\/webhooks\/(\d{1,32})\/([\w-]{1,200})\/?$/;
const SLACK_PATH = /^\/services\/([A-Za-z0-9]{1,64}\/[A-Za-z0-9]{1,64}\/[A-Za-z0-9]{1,64})\/?$/;
const TELEGRAM_PATH = /^\/bot(\d{1,20}:[\w-]{10,200})(?:\/\w*)?$/;
/** Also found inside the message that contains the token. */
const TELEGRAM_TOKEN = /(?:^|\s)(\d{6,20}:[\w-]{30,200})(?:$|\s)/;
const NTFY_TOPIC = /^[\w-]{1,64}$/;
const NTFY_TOKEN = /^tk_[a-z0-9]{10,190}$/i;
const PUSHOVER_KEY = /^[augAUG][a-zA-Z0-9]{29}$/;

/** Takes apart the address, token or topic that a service shows for copying; undefined for anything else. */
export function readPastedChannel(pasted: string): PastedChannel | undefined {
  const text = pasted.trim().slice(0, 4_000);
  if (text === '') return undefined;
  const url = /^(?:https?|ntfy):\/\//i.test(text) ? URL.parse(text.split(/\s/)[0] ?? '') : null;
  if (url) return readAddress(url);
  const [, bot] = TELEGRAM_TOKEN.exec(text) ?? [];
  if (bot !== undefined) return { kind: 'telegram', secret: bot };
  if (NTFY_TOKEN.test(text)) return { kind: 'ntfy', secret: text };
  if (PUSHOVER_KEY.test(text))
    return /^a/i.test(text) ? { kind: 'pushover', secret: text } : { kind: 'pushover', target: text };
  if (NTFY_TOPIC.test(text)) return { kind: 'ntfy', target: text };
  return undefined;
}

function readAddress(url: URL): PastedChannel | undefined {
  const { protocol, hostname, pathname } = url;
  // The server refuses an address with a login, so the form does not accept it either.
  if (url.username !== '' || url.password !== '') return undefined;
  if (DISCORD_HOST.test(hostname)) {
    const [, target, secret] = DISCORD_PATH.exec(pathname) ?? [];
    return target === undefined || secret === undefined ? undefined : { kind: 'discord', target, secret };
  }
  if (hostname === 'hooks.slack.com') {
    const [, secret] = SLACK_PATH.exec(pathname) ?? [];
    return secret === undefined ? undefined : { kind: 'slack', secret };
  }
  if (hostname === 'api.telegram.org') return readTelegram(url);
  if (protocol === 'ntfy:' || isNtfyHost(hostname)) return readNtfy(url);
  return { kind: 'webhook', base_url: url.href };
}

function readTelegram({ pathname, searchParams }: URL): PastedChannel | undefined {
  const [, secret] = TELEGRAM_PATH.exec(pathname.replaceAll(/%3a/gi, ':')) ?? [];
  if (secret === undefined) return undefined;
  const target = searchParams.get('chat_id');
  return { kind: 'telegram', secret, ...(target !== null && target !== '' && { target }) };
}

/** The public service ntfy.sh, and hosts with `ntfy` as a part of their name. */
const isNtfyHost = (hostname: string) => hostname.split('.').some((part) => part === 'ntfy');

function readNtfy({ protocol, host, pathname }: URL): PastedChannel | undefined {
  const topic = pathname.split('/').filter(Boolean).at(-1);
  if (topic === undefined || !NTFY_TOPIC.test(topic)) return undefined;
  const scheme = protocol === 'http:' ? 'http:' : 'https:';
  return { kind: 'ntfy', base_url: `${scheme}//${host}/`, target: topic };
}
