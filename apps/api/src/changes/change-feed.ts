import { createWakeUp, type Logger, type WakeUp } from '@holdfast/kit';
import { createChangeBook } from './change-book.ts';
import { createChangeGatherer } from './change-gatherer.ts';
import { changeTexts, cursorText } from './change-text.ts';
import type { ChangeView } from './load-changes.ts';
import type { Viewer } from './viewer.ts';

export interface Follower {
  viewer: Viewer;
  send(text: string): void;
  /** Sent bytes that have not left this machine yet. */
  bufferedBytes(): number;
  drop(why: 'too-slow'): void;
}

export interface ChangeFeed {
  /** Something changed; see `loadChanges` for the names. A `*` instead of an id means very many. */
  note(ref: string): void;
  /** Changes may have been missed: all followers reload. */
  restart(): void;
  /** Sends the changes since the cursor, then all following ones. Returns a function that leaves. */
  join(follower: Follower, cursor: string | undefined): () => void;
  readonly followers: number;
  /** The number of followers that ever joined. */
  readonly joined: number;
  /** Woken by each follower that joins. */
  readonly joining: WakeUp;
  close(): void;
}

export interface FeedLimits {
  /** How long changes are collected before they are sent together. */
  gatherMs: number;
  /** Above this number changes are not listed: followers reload instead. */
  maxConcurrent: number;
  /** How long to collect after such a burst, so that followers do not reload constantly. */
  calmMs: number;
  /** A follower with more unsent bytes is dropped. */
  maxBufferedBytes: number;
  maxRemembered: number;
  maxAgeMs: number;
  /** How often a follower gets a message even when nothing happens, so that dead connections are noticed. */
  heartbeatMs: number;
}

const DEFAULT_LIMITS: FeedLimits = {
  gatherMs: 150,
  maxConcurrent: 500,
  calmMs: 2_000,
  maxBufferedBytes: 1024 * 1024,
  maxRemembered: 20_000,
  maxAgeMs: 15 * 60_000,
  heartbeatMs: 20_000,
};

interface FeedOptions {
  load: (refs: readonly string[]) => Promise<ChangeView[]>;
  nowMs: () => number;
  log: Logger;
  limits?: Partial<FeedLimits>;
}

/** Collects changes, reads each once, and sends each follower the part they may see. */
export function createChangeFeed({ load, nowMs, log, limits: given = {} }: FeedOptions): ChangeFeed {
  const limits = { ...DEFAULT_LIMITS, ...given };
  const { maxRemembered: most, maxAgeMs, maxConcurrent: maxListed } = limits;
  const book = createChangeBook({ most, maxAgeMs, maxListed, nowMs });
  const followers = new Set<Follower>();
  const joining = createWakeUp();
  let joined = 0;

  const send = (follower: Follower, text: string | undefined) => {
    if (text === undefined) return;
    follower.send(text);
    if (follower.bufferedBytes() <= limits.maxBufferedBytes) return;
    followers.delete(follower);
    follower.drop('too-slow');
  };
  const sendAll = (text: string) => {
    for (const follower of [...followers]) send(follower, text);
  };
  const resetAll = () => sendAll(cursorText(book.cursor(), { reset: true }));

  const deliver = async (refs: readonly string[] | 'too-many'): Promise<void> => {
    if (followers.size === 0) return;
    if (refs === 'too-many') return resetAll();
    const cursor = book.cursor();
    const present = [...followers];
    try {
      const textFor = changeTexts(await load(refs), cursor);
      for (const follower of present) if (followers.has(follower)) send(follower, textFor(follower.viewer));
    } catch (err) {
      log.warn({ err }, 'changes could not be read; all followers reload');
      resetAll();
    }
  };
  const gatherer = createChangeGatherer({ limits, deliver });

  const heartbeat = createHeartbeat(limits.heartbeatMs, () => {
    if (gatherer.isIdle) sendAll(cursorText(book.cursor(), { reset: false }));
    return followers.size > 0;
  });
  const admit = (follower: Follower) => {
    followers.add(follower);
    joined += 1;
    joining.wake();
    heartbeat.start();
  };
  /** A follower gets new changes only after the missed ones: a cursor covers everything before it. */
  const catchUp = async (follower: Follower, from: string, isHere: () => boolean): Promise<void> => {
    for (let cursor = from; isHere(); ) {
      const missed = book.since(cursor);
      if (missed === undefined) send(follower, cursorText(book.cursor(), { reset: true }));
      if (missed === undefined || missed.length === 0) return admit(follower);
      cursor = book.cursor();
      const textFor = changeTexts(await load(missed), cursor);
      if (isHere()) send(follower, textFor(follower.viewer));
    }
  };

  return {
    note(ref) {
      if (!ref.endsWith(' *')) {
        book.note(ref);
        gatherer.add(ref);
        return;
      }
      // A follower that is disconnected now could not get these changes later.
      book.renew();
      gatherer.addTooMany();
    },
    restart() {
      book.renew();
      resetAll();
    },
    join(follower, cursor) {
      let isHere = true;
      const isKnown = book.since(cursor) !== undefined;
      const from = isKnown && cursor !== undefined ? cursor : book.cursor();
      send(follower, cursorText(from, { reset: !isKnown }));
      catchUp(follower, from, () => isHere).catch((err: unknown) => {
        log.warn({ err }, 'missed changes could not be read; the follower reloads');
        if (!isHere) return;
        admit(follower);
        send(follower, cursorText(book.cursor(), { reset: true }));
      });
      return () => {
        isHere = false;
        followers.delete(follower);
      };
    },
    joining,
    get joined() {
      return joined;
    },
    get followers() {
      return followers.size;
    },
    close() {
      gatherer.close();
      heartbeat.stop();
    },
  };
}

/** Runs `beat` regularly until it returns false. */
function createHeartbeat(everyMs: number, beat: () => boolean) {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const start = () => {
    timer ??= setInterval(() => !beat() && stop(), everyMs).unref();
  };
  return { start, stop };
}
