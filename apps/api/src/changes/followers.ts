import { createWakeUp, type WakeUp } from '@holdfast/kit';
import type { Viewer } from './viewer.ts';

export interface Follower {
  viewer: Viewer;
  send(text: string): void;
  /** Sent bytes that have not left this machine yet. */
  bufferedBytes(): number;
  drop(why: 'too-slow'): void;
}

export interface Followers {
  add(follower: Follower): void;
  delete(follower: Follower): void;
  has(follower: Follower): boolean;
  all(): Follower[];
  readonly size: number;
  /** The number of followers that were ever added. */
  readonly joined: number;
  /** Woken by each that is added. */
  readonly joining: WakeUp;
  /** Also works for a follower that was not added yet. */
  send(follower: Follower, text: string | undefined): void;
  sendAll(text: string): void;
  close(): void;
}

/** The followers of changes. One that does not read is dropped; no task runs without followers. */
export function createFollowers({
  maxBufferedBytes,
  heartbeatMs,
  beat,
}: {
  maxBufferedBytes: number;
  heartbeatMs: number;
  /** The message for idle connections; undefined while there are changes. */
  beat: () => string | undefined;
}): Followers {
  const followers = new Set<Follower>();
  const joining = createWakeUp();
  let joined = 0;
  let heartbeat: NodeJS.Timeout | undefined;

  const send: Followers['send'] = (follower, text) => {
    if (text === undefined) return;
    follower.send(text);
    if (follower.bufferedBytes() <= maxBufferedBytes) return;
    followers.delete(follower);
    follower.drop('too-slow');
  };
  const close = () => {
    clearInterval(heartbeat);
    heartbeat = undefined;
  };
  const onHeartbeat = () => {
    const text = beat();
    for (const follower of [...followers]) send(follower, text);
    if (followers.size === 0) close();
  };
  return {
    add: (follower) => {
      followers.add(follower);
      joined += 1;
      joining.wake();
      heartbeat ??= setInterval(onHeartbeat, heartbeatMs).unref();
    },
    delete: (follower) => void followers.delete(follower),
    has: (follower) => followers.has(follower),
    all: () => [...followers],
    get size() {
      return followers.size;
    },
    get joined() {
      return joined;
    },
    joining,
    send,
    sendAll: (text) => {
      for (const follower of [...followers]) send(follower, text);
    },
    close,
  };
}
