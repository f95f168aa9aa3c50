import { randomUUID } from 'node:crypto';
import {
  type CameraNotification,
  type EventService,
  type Reason,
  reasonCode,
  SUBSCRIPTION_LIFE_MS,
} from '@holdfast/domain';
import type { LookUp, OutboundRule } from '@holdfast/kit';
import type { DeviceReply } from './call-device.ts';
import { readNotifications } from './notification-message.ts';
import { DEVICE, type OpenedDevice, openDevice } from './open-device.ts';
import { readSubscriptionReference } from './subscription-reference.ts';
import { escapeXml } from './ws-security.ts';
import { findElement, textOf, type XmlElement } from './xml.ts';

export type PullPointFault = { kind: 'failed'; how: 'rejected' | 'denied' | 'lost'; reason: Reason };

/** A subscription to the events of a camera (ONVIF pull point). */
export interface PullPoint {
  /** `waitMs`: how long the camera may wait for messages before it answers without any. */
  pull(
    waitMs: number,
    signal: AbortSignal,
  ): Promise<{ kind: 'ok'; notifications: CameraNotification[] } | PullPointFault>;
  renew(signal: AbortSignal): Promise<{ kind: 'ok'; lifeMs: number | undefined } | PullPointFault>;
  /** Cameras keep few subscriptions at once, so one that is no longer used is given back. */
  end(): Promise<void>;
}

export type PullPointOpening = { kind: 'ok'; point: PullPoint; lifeMs: number | undefined } | PullPointFault;

export interface PullPointOptions {
  outbound: OutboundRule;
  nowMs: () => number;
  timeoutMs?: number;
  lookUp?: LookUp | undefined;
}

const EVENTS = 'http://www.onvif.org/ver10/events/wsdl';
const NOTIFY = 'http://docs.oasis-open.org/wsn/b-2';
const ADDRESSING = 'http://www.w3.org/2005/08/addressing';
const actions = {
  create: `${EVENTS}/EventPortType/CreatePullPointSubscriptionRequest`,
  pull: `${EVENTS}/PullPointSubscription/PullMessagesRequest`,
  renew: 'http://docs.oasis-open.org/wsn/bw-2/SubscriptionManager/RenewRequest',
  end: 'http://docs.oasis-open.org/wsn/bw-2/SubscriptionManager/UnsubscribeRequest',
};
const MESSAGES_AT_ONCE = 100;
const END_MS = 1_000;
const lifeText = `PT${SUBSCRIPTION_LIFE_MS / 1000}S`;

/** Creates a subscription to the events of a camera. */
export async function openPullPoint(
  service: EventService,
  { outbound, nowMs, timeoutMs = 5_000, lookUp }: PullPointOptions,
  signal: AbortSignal,
): Promise<PullPointOpening> {
  const opened = await openDevice({ ...service, outbound, timeoutMs, nowMs, signal, lookUp, lanOnly: false });
  if (opened.kind !== 'ok') return { kind: 'failed', how: 'lost', reason: opened.reason };
  const { device } = opened;
  const capabilities = await device.ask(
    device.url,
    `<GetCapabilities xmlns="${DEVICE}"><Category>Events</Category></GetCapabilities>`,
  );
  if (capabilities.kind !== 'ok') return faultOf(capabilities);
  const named = textOf(findElement(capabilities.body, 'Events'), 'XAddr');
  if (named === undefined) return withoutEvents;
  const events = await device.serviceAt(named);
  if (events.kind !== 'ok') return { kind: 'failed', how: 'lost', reason: events.reason };
  const created = await device.ask(
    events.url,
    `<CreatePullPointSubscription xmlns="${EVENTS}"><InitialTerminationTime>${lifeText}</InitialTerminationTime></CreatePullPointSubscription>`,
    { header: addressing(actions.create, events.url), action: actions.create },
  );
  if (created.kind !== 'ok') return faultOf(created);
  const { address, parameters } = readSubscriptionReference(created.body);
  const at = address === undefined ? events : await device.serviceAt(address);
  if (at.kind !== 'ok') return { kind: 'failed', how: 'lost', reason: at.reason };
  const point = pullPointAt({ device, url: at.url, parameters, timeoutMs });
  return { kind: 'ok', point, lifeMs: lifeOf(created.body) };
}

function pullPointAt({
  device,
  url,
  parameters,
  timeoutMs,
}: {
  device: OpenedDevice;
  url: URL;
  parameters: string;
  timeoutMs: number;
}): PullPoint {
  const ask = (action: string, body: string, limits: { timeoutMs: number; signal: AbortSignal }) =>
    device.ask(url, body, { header: `${addressing(action, url)}${parameters}`, action, ...limits });
  return {
    async pull(waitMs, signal) {
      const seconds = Math.max(1, Math.round(waitMs / 1000));
      const reply = await ask(
        actions.pull,
        `<PullMessages xmlns="${EVENTS}"><Timeout>PT${seconds}S</Timeout><MessageLimit>${MESSAGES_AT_ONCE}</MessageLimit></PullMessages>`,
        { timeoutMs: waitMs + timeoutMs, signal },
      );
      if (reply.kind !== 'ok') return faultOf(reply);
      return { kind: 'ok', notifications: readNotifications(reply.body) };
    },
    async renew(signal) {
      const body = `<Renew xmlns="${NOTIFY}"><TerminationTime>${lifeText}</TerminationTime></Renew>`;
      const reply = await ask(actions.renew, body, { timeoutMs, signal });
      return reply.kind === 'ok' ? { kind: 'ok', lifeMs: lifeOf(reply.body) } : faultOf(reply);
    },
    async end() {
      const limits = { timeoutMs: END_MS, signal: AbortSignal.timeout(END_MS) };
      await ask(actions.end, `<Unsubscribe xmlns="${NOTIFY}"/>`, limits);
    },
  };
}

const withoutEvents: PullPointFault = { kind: 'failed', how: 'lost', reason: reasonCode('camera-without-events') };

function faultOf(reply: Exclude<DeviceReply, { kind: 'ok' }>): PullPointFault {
  switch (reply.kind) {
    case 'denied':
      return { kind: 'failed', how: 'denied', reason: reasonCode('camera-rejected-login') };
    case 'rejected':
      return { kind: 'failed', how: 'rejected', reason: reply.reason };
    case 'failed':
      return { kind: 'failed', how: 'lost', reason: reply.reason };
  }
}

const addressing = (action: string, to: URL): string =>
  `<a:Action xmlns:a="${ADDRESSING}">${action}</a:Action><a:MessageID xmlns:a="${ADDRESSING}">urn:uuid:${randomUUID()}</a:MessageID><a:To xmlns:a="${ADDRESSING}">${escapeXml(to.href)}</a:To>`;

/** Both times are of the camera's clock, even if it is wrong. */
function lifeOf(body: XmlElement): number | undefined {
  const timeOf = (name: string) => Date.parse(textOf(body, name) ?? '');
  const lifeMs = timeOf('TerminationTime') - timeOf('CurrentTime');
  return Number.isNaN(lifeMs) ? undefined : lifeMs;
}
