import type { StreamRef } from '@holdfast/domain';
import { afterEach, describe, expect, it } from 'vitest';
import type { MediaTrack } from '../rtp/sdp.ts';
import type { SourceState } from '../rtsp/source-state.ts';
import { type Relay, type RelayOptions, startRelay } from './relay.ts';
import type { SourcePlan } from './relay-source.ts';

const gate = { cameraId: 'gate', stream: 'main' } as const;
const yard = { cameraId: 'yard', stream: 'main' } as const;
const tracks: readonly MediaTrack[] = [];
const elsewhere = (url: string): SourcePlan => ({ kind: 'publish', from: { url, convert: false } });
const never = new AbortController().signal;

let relay: Relay;
afterEach(() => relay.close());

interface Started {
  path: StreamRef;
  url: string;
  report: (state: SourceState) => void;
}

/** With publishers that publish nothing by themselves, in the order in which they started and stopped. */
async function relayWithPublishers() {
  const started: Started[] = [];
  const order: string[] = [];
  const startPublisher: RelayOptions['startPublisher'] = (path, { url }, { report }) => {
    started.push({ path, url, report });
    order.push(`start ${url}`);
    return {
      stop: async () => {
        await Promise.resolve();
        order.push(`stop ${url}`);
      },
    };
  };
  relay = await startRelay({ host: '127.0.0.1', port: 0, authorize: () => true, startPublisher });
  return { started, order };
}

describe('the sources of a relay', () => {
  it('are exactly those wanted: unchanged ones are kept, and an old one ends before its successor starts', async () => {
    const { order } = await relayWithPublishers();
    await relay.setSources([
      { path: gate, plan: elsewhere('http://a/') },
      { path: yard, plan: elsewhere('http://b/') },
    ]);
    await relay.setSources([
      { path: gate, plan: elsewhere('http://a/') },
      { path: yard, plan: elsewhere('http://c/') },
    ]);
    expect(order).toEqual(['start http://a/', 'start http://b/', 'stop http://b/', 'start http://c/']);
    await relay.setSources([{ path: yard, plan: elsewhere('http://c/') }]);
    expect(relay.stats().map(({ cameraId }) => cameraId)).toEqual(['yard']);
    await relay.close();
    expect(order.slice(4)).toEqual(['stop http://a/', 'stop http://c/']);
  });

  it('without an address of their own have no publisher started for them', async () => {
    const { started } = await relayWithPublishers();
    await relay.setSource(gate, { kind: 'publish' });
    expect(started).toEqual([]);
  });
});

describe('the state of a source', () => {
  it('is what its publisher or its stream reported last, until it is removed', async () => {
    const { started } = await relayWithPublishers();
    expect(relay.stateOf(gate)).toEqual({ kind: 'idle' });
    await relay.setSource(gate, elsewhere('http://a/'));
    expect(relay.stateOf(gate)).toEqual({ kind: 'idle' });
    started[0]?.report({ kind: 'connecting' });
    expect(relay.stateOf(gate)).toEqual({ kind: 'connecting' });
    const published = relay.publish(gate, tracks);
    expect(relay.stateOf(gate)).toEqual({ kind: 'streaming', tracks });
    published?.end();
    expect(relay.stateOf(gate)).toEqual({ kind: 'offline', reason: 'publisher-left' });
    await relay.removeSource(gate);
    started[0]?.report({ kind: 'connecting' });
    expect(relay.stateOf(gate)).toEqual({ kind: 'idle' });
  });

  it('wakes whoever waits for it, also for a source that does not exist yet, and for no other', async () => {
    const { started } = await relayWithPublishers();
    const woken: string[] = [];
    const wait = (path: StreamRef) => relay.stateChanged(path, never).then(() => woken.push(path.cameraId));
    const waiting = [wait(gate), wait(gate)];
    void wait(yard);
    await relay.setSource(gate, elsewhere('http://a/'));
    started[0]?.report({ kind: 'connecting' });
    await Promise.all(waiting);
    expect(woken).toEqual(['gate', 'gate']);
  });

  it('is waited for until the signal aborts', async () => {
    await relayWithPublishers();
    await relay.stateChanged(gate, AbortSignal.abort());
    const leaving = new AbortController();
    const left = relay.stateChanged(gate, leaving.signal);
    leaving.abort();
    await left;
  });
});
