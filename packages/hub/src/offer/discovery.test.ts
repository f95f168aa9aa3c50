import { describe, expect, it } from 'vitest';
import {
  discoveryMessages,
  plateTopic,
  retainedTopics,
  serverStatusTopic,
  snapshotTopic,
  stateMessages,
} from './discovery.ts';

const topics = { instance: 'house', discoveryPrefix: 'homeassistant' };
const camera = { id: '00000000-0000-4000-8000-00000000000a', name: 'Gate "1"' };
const facts = { recording: true, motion: false, offline: false, lastEvent: 'person' };

describe('a camera that is offered to the hub', () => {
  const messages = discoveryMessages(topics, camera, true);

  it('is one device whose entities are unavailable without the server or the recorder', () => {
    const ids = messages.map(({ payload }) => JSON.parse(payload).unique_id);
    expect(new Set(ids).size).toBe(messages.length);
    for (const { topic, payload } of messages) {
      const config = JSON.parse(payload);
      expect(topic).toMatch(/^homeassistant\/(binary_sensor|sensor|image)\/holdfast_[0-9a-f]{32}\/\w+\/config$/);
      expect(config.device).toMatchObject({
        name: 'Gate "1"',
        identifiers: [`holdfast_${camera.id.replaceAll('-', '')}`],
      });
      expect(config.availability_mode).toBe('all');
      expect(config.availability[0]).toEqual({ topic: serverStatusTopic(topics) });
    }
  });

  it('has a plate only if it was chosen', () => {
    const objects = (withPlates: boolean) =>
      discoveryMessages(topics, camera, withPlates)
        .map(({ topic }) => topic)
        .join();
    expect(objects(true)).toContain('/plate/');
    expect(objects(false)).not.toContain('/plate/');
  });

  it('sends its states before it is available, and nothing but its absence while they are unknown', () => {
    const sent = stateMessages(topics, camera.id, facts);
    expect(sent.map(({ payload }) => payload)).toEqual(['ON', 'OFF', 'OFF', 'person', 'online']);
    expect(stateMessages(topics, camera.id, undefined)).toEqual([
      { topic: `holdfast/house/${camera.id}/status`, payload: 'offline' },
    ]);
  });

  it('leaves nothing behind: every retained topic can be cleared, and pictures and plates are not retained', () => {
    const retained = retainedTopics(topics, camera.id);
    for (const { topic } of [...messages, ...stateMessages(topics, camera.id, facts)])
      expect(retained).toContain(topic);
    expect(retained).not.toContain(snapshotTopic(topics, camera.id));
    expect(retained).not.toContain(plateTopic(topics, camera.id));
  });
});
