import type { CameraEvent } from '@holdfast/domain';
import { type EventManners, type FakeOnvifPlan, startFakeOnvifDevice, until } from '@holdfast/testkit';
import { describe, expect, it } from 'vitest';
import { type CameraEventsFollowing, followCameraEvents } from './follow-camera-events.ts';

const LOGIN = { username: 'admin', password: 'a<b & "c"' };
const MOTION = { topic: 'tns1:RuleEngine/CellMotionDetector/Motion', item: 'IsMotion' };
const PEOPLE = { topic: 'tns1:RuleEngine/MyRuleDetector/PeopleDetect', item: 'State' };

const lineOf = (event: CameraEvent) => `${event.label} ${event.state}`;

/** A camera and what is heard of it. */
async function start(changes: Partial<FakeOnvifPlan> = {}) {
  const device = await startFakeOnvifDevice({ ...LOGIN, name: 'Yard', hardware: 'HX', streams: [], ...changes });
  const log: string[] = [];
  let following: CameraEventsFollowing | undefined;
  return {
    ...{ device, log },
    follow: (login: typeof LOGIN | null = LOGIN, more: Partial<Parameters<typeof followCameraEvents>[0]> = {}) => {
      following = followCameraEvents({
        service: { serviceUrl: device.serviceUrl, login },
        outbound: {},
        nowMs: Date.now,
        onAble: (active) => log.push(['able', ...active.map(({ label }) => label)].join(' ')),
        onUnable: (reason) => log.push(reason),
        onEvent: (event) => log.push(lineOf(event)),
        ...more,
      });
      return following;
    },
    logged: (entry: string) =>
      until(
        () => log.includes(entry),
        () => log,
      ),
    asked: (question: string) => device.asked.filter((one) => one === question).length,
    [Symbol.asyncDispose]: async () => {
      await following?.stop();
      await device.stop();
    },
  };
}

// Concurrent, because they mostly wait.
describe.concurrent('the events of a camera', () => {
  it('arrive from the first poll on, beginning with events in progress, and the subscription is given back', async () => {
    await using camera = await start({ skewMs: -3_600_000 });
    const { device, follow, logged } = camera;
    device.events.set(MOTION, true);
    device.events.set(PEOPLE, false);
    const following = follow();
    await logged('able motion');
    device.events.set(PEOPLE, true);
    await logged('person started');
    device.events.set(MOTION, false);
    await logged('motion ended');
    device.events.notify({ topic: 'tns1:RuleEngine/LineDetector/Crossed', items: { ObjectId: '1' } });
    await logged('motion happened');
    expect(device.asked.slice(0, 4)).toEqual([
      'GetSystemDateAndTime',
      'GetCapabilities',
      'CreatePullPointSubscription',
      'PullMessages',
    ]);
    expect(device.events.kept()).toBe(1);
    await following.stop();
    expect(device.events.kept()).toBe(0);
  });

  it('are asked for with a login over HTTP where the camera wants one', async () => {
    await using camera = await start({ httpDigest: true });
    const { device, follow, logged, asked } = camera;
    follow();
    await logged('able');
    device.events.set(MOTION, true);
    await logged('motion started');
    // Only the first request was asked for the login; the others answered it in advance.
    expect(asked('GetCapabilities')).toBe(2);
    expect(asked('CreatePullPointSubscription')).toBe(1);
  });

  it('continue beyond the end of a subscription, which is renewed', async () => {
    await using camera = await start();
    const { device, log, follow, logged, asked } = camera;
    device.events.lifeMs = 12_000;
    follow();
    await until(() => asked('Renew') > 0);
    device.events.set(MOTION, true);
    await logged('motion started');
    expect(log).toEqual(['able', 'motion started']);
    expect(asked('CreatePullPointSubscription')).toBe(1);
  });

  it('continue with a camera that reports a wrong end and a wrong address of a subscription', async () => {
    await using camera = await start();
    const { device, follow, logged } = camera;
    device.events.manners = 'lies';
    follow();
    await logged('able');
    device.events.set(MOTION, true);
    await logged('motion started');
  });

  it('are all asked for again when one has not ended for long', async () => {
    await using camera = await start();
    const { device, follow, logged } = camera;
    device.events.set(MOTION, true);
    follow(LOGIN, { pace: { distrustAfterMs: 1 } });
    await logged('able motion');
    device.events.set(PEOPLE, true);
    await logged('able motion person');
    expect(device.events.kept()).toBeLessThanOrEqual(1);
  });

  it('of a camera that answers at once although nothing has happened are not asked for without a pause', async () => {
    await using camera = await start();
    const { device, follow, logged, asked } = camera;
    device.events.manners = 'hurries';
    follow(LOGIN, { pace: { pullEveryMs: 3_600_000 } });
    await logged('able');
    expect(asked('PullMessages')).toBe(1);
  });
});

describe.concurrent('a camera without usable events', () => {
  it.each<[EventManners, string]>([
    ['rejects', 'camera-onvif-rejected'],
    ['forgets', 'camera-onvif-rejected'],
    ['drops', 'camera-connection-failed'],
    ['html', 'not-a-camera'],
    ['large', 'camera-sends-too-much'],
    ['hangs', 'camera-timed-out'],
    ['floods', 'camera-sends-too-much'],
    ['switches', 'camera-connection-failed'],
  ])('that %s is reported, and used again once it works', async (manners, reason) => {
    await using camera = await start();
    const { device, log, follow, logged } = camera;
    device.events.manners = manners;
    follow(LOGIN, { timeoutMs: 1_000, pace: { pullEveryMs: 0 } });
    await logged(reason);
    device.events.manners = 'ok';
    log.length = 0;
    await until(() => log.some((entry) => entry.startsWith('able')));
  });

  it.each<EventManners>(['drops', 'html', 'large', 'hangs', 'floods', 'switches'])(
    'that %s after it had worked is reported',
    async (manners) => {
      await using camera = await start();
      const { device, log, follow, logged } = camera;
      follow(LOGIN, { timeoutMs: 1_000, pace: { pullEveryMs: 0 } });
      await logged('able');
      device.events.manners = manners;
      await until(() => log.at(-1)?.startsWith('camera-') === true || log.at(-1) === 'not-a-camera');
    },
  );

  it.each([[{ ...LOGIN, password: 'wrong' }], [null]])('that refuses the login %j is reported', async (login) => {
    await using camera = await start();
    const { follow, logged, asked } = camera;
    follow(login);
    await logged('camera-rejected-login');
    expect(asked('GetCapabilities')).toBe(1);
  });

  it('that only takes the password itself does not get it', async () => {
    await using camera = await start({ httpDigest: true });
    const { follow, logged } = camera;
    follow({ ...LOGIN, password: 'wrong' });
    await logged('camera-rejected-login');
  });

  it('that redirects is not followed', async () => {
    await using camera = await start({ manners: 'redirect' });
    const { follow, logged } = camera;
    follow();
    await logged('camera-redirects');
  });

  it.each([
    ['http://169.254.169.254/onvif/device_service', 'address-is-link-local'],
    ['ftp://10.0.0.9/x', 'address-not-web'],
    ['http://root:x@10.0.0.9/x', 'address-not-web'],
  ])('at %s is not asked', async (serviceUrl, reason) => {
    await using camera = await start();
    const { follow, logged } = camera;
    follow(LOGIN, { service: { serviceUrl, login: LOGIN } });
    await logged(reason);
  });

  it('is not asked at the port of our own database', async () => {
    await using camera = await start();
    const { device, follow, logged } = camera;
    const port = Number(new URL(device.serviceUrl).port);
    follow(LOGIN, { outbound: { deniedPorts: [{ host: '127.0.0.1', port }] } });
    await logged('address-is-own-port');
    expect(device.asked).toEqual([]);
  });
});
