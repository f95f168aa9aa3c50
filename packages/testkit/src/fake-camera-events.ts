import type { ServerResponse } from 'node:http';
import { SWITCHING_PROTOCOLS } from './switching-server.ts';

/**
 * `forgets`: knows no subscription. `stays`: does not renew. `lies`: reports ends that have passed and addresses of
 * other hosts. `floods`: sends a hundred messages at once, again and again. `hurries`: answers at once although nothing
 * has happened. `rejects`: begins no subscription. `drops`: closes the connection. `hangs`: never answers. `html` and
 * `large` answer with a page and with half a megabyte. `switches` answers with a protocol switch that was not
 * requested.
 */
export type EventManners =
  | 'ok'
  | 'forgets'
  | 'stays'
  | 'lies'
  | 'floods'
  | 'hurries'
  | 'rejects'
  | 'drops'
  | 'hangs'
  | 'html'
  | 'large'
  | 'switches';

export interface FakeCameraEvents {
  /** May change between requests; answers that wait are sent then. */
  manners: EventManners;
  /** How long a subscription lasts. */
  lifeMs: number;
  /** The state of a property, such as whether something moves; sent to all subscribers. */
  set(property: { topic: string; item: string; rule?: string }, value: boolean): void;
  /** A message without a state. */
  notify(message: { topic: string; items: Record<string, string> }): void;
  /** How many subscriptions are kept now. */
  kept(): number;
}

interface Kept {
  id: string;
  endMs: number;
  queue: string[];
  /** A poll that waits for messages. */
  answer: (() => void) | undefined;
}

const SUBSCRIPTIONS = 'urn:camera:subscriptions';
const esc = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const fault = (code: string) =>
  `<SOAP-ENV:Fault><SOAP-ENV:Code><SOAP-ENV:Value>SOAP-ENV:Receiver</SOAP-ENV:Value><SOAP-ENV:Subcode><SOAP-ENV:Value>${code}</SOAP-ENV:Value></SOAP-ENV:Subcode></SOAP-ENV:Code><SOAP-ENV:Reason><SOAP-ENV:Text>no</SOAP-ENV:Text></SOAP-ENV:Reason></SOAP-ENV:Fault>`;
const itemsOf = (items: Record<string, string>) =>
  Object.entries(items)
    .map(([name, value]) => `<tt:SimpleItem Name="${esc(name)}" Value="${esc(value)}"/>`)
    .join('');

export interface EventExchange {
  question: string;
  text: string;
  response: ServerResponse;
  reply: (body: string, status?: number) => void;
}

/** The event service of a fake camera. `handle` is false for questions that are not about events. */
export function fakeCameraEvents({ origin, now }: { origin: () => string; now: () => number }): {
  events: FakeCameraEvents;
  handle: (exchange: EventExchange) => boolean;
} {
  const subscriptions = new Map<string, Kept>();
  const properties = new Map<string, { topic: string; source: Record<string, string>; data: Record<string, string> }>();
  let made = 0;
  let manners: EventManners = 'ok';

  const messageOf = (
    { topic, source, data }: { topic: string; source: Record<string, string>; data: Record<string, string> },
    operation: string,
  ) =>
    `<wsnt:NotificationMessage><wsnt:Topic Dialect="http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet">${topic}</wsnt:Topic><wsnt:Message><tt:Message UtcTime="${new Date(now()).toISOString()}" PropertyOperation="${operation}"><tt:Source>${itemsOf(source)}</tt:Source><tt:Data>${itemsOf(data)}</tt:Data></tt:Message></wsnt:Message></wsnt:NotificationMessage>`;
  const publish = (message: string) => {
    for (const kept of subscriptions.values()) {
      kept.queue.push(message);
      kept.answer?.();
    }
  };
  const timesOf = (endMs: number) =>
    `<tev:CurrentTime>${new Date(now()).toISOString()}</tev:CurrentTime><tev:TerminationTime>${new Date(manners === 'lies' ? now() - 3_600_000 : endMs).toISOString()}</tev:TerminationTime>`;

  const create = ({ reply }: EventExchange) => {
    if (manners === 'rejects') return reply(fault('ter:ActionNotSupported'), 500);
    made += 1;
    const kept: Kept = { id: `s&${made}`, endMs: now() + events.lifeMs, queue: [], answer: undefined };
    for (const property of properties.values()) kept.queue.push(messageOf(property, 'Initialized'));
    subscriptions.set(kept.id, kept);
    const host = manners === 'lies' ? 'http://192.0.2.1:81' : origin();
    // The prefix of the parameter is declared far above it.
    reply(
      `<tev:CreatePullPointSubscriptionResponse xmlns:own="${SUBSCRIPTIONS}"><tev:SubscriptionReference><wsa:Address>${host}/onvif/subscription</wsa:Address><wsa:ReferenceParameters><own:Id>${esc(kept.id)}</own:Id></wsa:ReferenceParameters></tev:SubscriptionReference>${timesOf(kept.endMs)}</tev:CreatePullPointSubscriptionResponse>`,
    );
  };
  const keptFor = (text: string): Kept | undefined => {
    const [, prefix, id = ''] = /<(?:(\w+):)?Id xmlns:\w+="urn:camera:subscriptions">([^<]*)</.exec(text) ?? [];
    const kept = prefix === undefined ? undefined : subscriptions.get(id.replaceAll('&amp;', '&'));
    if (kept === undefined || kept.endMs < now() || manners === 'forgets') return undefined;
    return kept;
  };
  const pull = ({ text, response, reply }: EventExchange, kept: Kept) => {
    const limit = Number(/<MessageLimit>(\d+)</.exec(text)?.[1] ?? 1);
    const waitMs = 1_000 * Number(/<Timeout>PT(\d+)S</.exec(text)?.[1] ?? 1);
    const answer = () => {
      clearTimeout(timer);
      kept.answer = undefined;
      if (response.destroyed) return;
      if (manners === 'floods')
        for (let n = 0; n < limit; n += 1)
          kept.queue.push(
            messageOf({ topic: 'tns1:VideoSource/MotionAlarm', source: {}, data: { State: 'true' } }, 'Changed'),
          );
      reply(
        `<tev:PullMessagesResponse>${timesOf(kept.endMs)}${kept.queue.splice(0, limit).join('')}</tev:PullMessagesResponse>`,
      );
    };
    const timer = setTimeout(answer, waitMs);
    response.once('close', () => clearTimeout(timer));
    if (kept.queue.length > 0 || manners === 'floods' || manners === 'hurries') return answer();
    kept.answer = answer;
  };
  const renew = ({ reply }: EventExchange, kept: Kept) => {
    if (manners === 'stays') return reply(fault('ter:ActionNotSupported'), 500);
    kept.endMs = now() + events.lifeMs;
    reply(`<wsnt:RenewResponse>${timesOf(kept.endMs)}</wsnt:RenewResponse>`);
  };

  const events: FakeCameraEvents = {
    get manners() {
      return manners;
    },
    set manners(next) {
      manners = next;
      for (const kept of subscriptions.values()) kept.answer?.();
    },
    lifeMs: 60_000,
    set({ topic, item, rule = 'rule' }, value) {
      const property = { topic, source: { VideoSource: 'V1', Rule: rule }, data: { [item]: String(value) } };
      properties.set(`${topic} ${rule}`, property);
      publish(messageOf(property, 'Changed'));
    },
    notify: ({ topic, items }) => publish(messageOf({ topic, source: { VideoSource: 'V1' }, data: items }, 'Changed')),
    kept: () => [...subscriptions.values()].filter(({ endMs }) => endMs > now()).length,
  };
  const handle = (exchange: EventExchange): boolean => {
    const { question, text, response, reply } = exchange;
    if (!['CreatePullPointSubscription', 'PullMessages', 'Renew', 'Unsubscribe'].includes(question)) return false;
    if (manners === 'hangs') return true;
    if (manners === 'drops') response.destroy();
    else if (manners === 'html')
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><p>Sign in</html>');
    else if (manners === 'switches') response.socket?.write(SWITCHING_PROTOCOLS);
    else if (manners === 'large') response.writeHead(200).end(`<a>${'x'.repeat(512 * 1024)}</a>`);
    else if (question === 'CreatePullPointSubscription') create(exchange);
    else {
      const kept = keptFor(text);
      if (kept === undefined) reply(fault('ter:InvalidArgVal'), 400);
      else if (question === 'PullMessages') pull(exchange, kept);
      else if (question === 'Renew') renew(exchange, kept);
      else {
        subscriptions.delete(kept.id);
        reply('<wsnt:UnsubscribeResponse/>');
      }
    }
    return true;
  };
  return { events, handle };
}
