import { randomBytes } from 'node:crypto';
import type { Change, ChangeMessage } from '@holdfast/contract';
import type { Logger } from '@holdfast/kit';
import { createChangeLog } from './change-log.ts';
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

/** Collects changes, reads each once, and sends each follower the part they may see. */
export function createChangeFeed({
  load,
  nowMs,
  log,
  limits: given = {},
}: {
  load: (refs: readonly string[]) => Promise<ChangeView[]>;
  nowMs: () => number;
  log: Logger;
  limits?: Partial<FeedLimits>;
}): ChangeFeed {
  const limits = { ...DEFAULT_LIMITS, ...given };
  const followers = new Set<Follower>();
  const makeBook = () => ({
    epoch: randomBytes(6).toString('hex'),
    changes: createChangeLog({ most: limits.maxRemembered, maxAgeMs: limits.maxAgeMs }),
  });
  let book = makeBook();
  let gathered = new Set<string>();
  let isTooMuch = false;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let joined = 0;

  const cursorNow = () => `${book.epoch}.${book.changes.head}`;
  const send = (follower: Follower, text: string) => {
    follower.send(text);
    if (follower.bufferedBytes() <= limits.maxBufferedBytes) return;
    followers.delete(follower);
    follower.drop('too-slow');
  };
  const message = (content: ChangeMessage) => JSON.stringify(content);
  const resetAll = () => {
    const text = message({ cursor: cursorNow(), reset: true, changes: [] });
    for (const follower of [...followers]) send(follower, text);
  };

  /** Followers share one text per change; they differ in which changes they get. */
  const createSender = (views: readonly ChangeView[], cursor: string) => {
    const texts = new Map<Change, string>();
    const textOf = (change: Change) => {
      const known = texts.get(change) ?? JSON.stringify(change);
      texts.set(change, known);
      return known;
    };
    return (follower: Follower) => {
      const visible = views.flatMap((view) => view(follower.viewer) ?? []);
      if (visible.length > 0)
        send(follower, `{"cursor":"${cursor}","reset":false,"changes":[${visible.map(textOf).join(',')}]}`);
    };
  };

  const flush = async (): Promise<void> => {
    const refs = [...gathered];
    gathered = new Set();
    const wasTooMuch = isTooMuch;
    isTooMuch = false;
    if (followers.size === 0) return;
    if (wasTooMuch) return resetAll();
    const cursor = cursorNow();
    const present = [...followers];
    const sendTo = createSender(await load(refs), cursor);
    for (const follower of present) if (followers.has(follower)) sendTo(follower);
  };
  const schedule = (afterMs: number) => {
    if (timer || isClosed) return;
    timer = setTimeout(async () => {
      const calm = isTooMuch;
      try {
        await flush();
      } catch (err) {
        log.warn({ err }, 'changes could not be read; all followers reload');
        resetAll();
      }
      timer = undefined;
      if (gathered.size > 0 || isTooMuch) schedule(calm ? limits.calmMs : limits.gatherMs);
    }, afterMs);
  };

  const admit = (follower: Follower) => {
    followers.add(follower);
    joined += 1;
  };
  const since = (cursor: string | undefined): string[] | undefined => {
    const [epoch, position] = cursor?.split('.') ?? [];
    const missed = epoch === book.epoch ? book.changes.since(Number(position)) : undefined;
    return missed && missed.length <= limits.maxConcurrent ? missed : undefined;
  };
  /** A follower gets new changes only after the missed ones: a cursor covers everything before it. */
  const catchUp = async (follower: Follower, from: string, isHere: () => boolean): Promise<void> => {
    for (let cursor = from; isHere(); ) {
      const missed = since(cursor);
      if (missed === undefined) send(follower, message({ cursor: cursorNow(), reset: true, changes: [] }));
      if (missed === undefined || missed.length === 0) return admit(follower);
      cursor = cursorNow();
      const sendTo = createSender(await load(missed), cursor);
      if (isHere()) sendTo(follower);
    }
  };

  const heartbeat = setInterval(() => {
    const text = message({ cursor: cursorNow(), reset: false, changes: [] });
    if (gathered.size === 0 && timer === undefined) for (const follower of [...followers]) send(follower, text);
  }, limits.heartbeatMs).unref();

  return {
    note(ref) {
      const isMany = ref.endsWith(' *');
      if (!isMany) book.changes.note(ref, nowMs());
      gathered.add(ref);
      if (isMany || gathered.size > limits.maxConcurrent) {
        gathered.clear();
        isTooMuch = true;
        // A follower that is disconnected now could not get these changes later.
        if (isMany) book = makeBook();
      }
      schedule(limits.gatherMs);
    },
    restart() {
      book = makeBook();
      resetAll();
    },
    join(follower, cursor) {
      let isHere = true;
      const isKnown = since(cursor) !== undefined;
      const from = isKnown && cursor !== undefined ? cursor : cursorNow();
      send(follower, message({ cursor: from, reset: !isKnown, changes: [] }));
      catchUp(follower, from, () => isHere).catch((err: unknown) => {
        log.warn({ err }, 'missed changes could not be read; the follower reloads');
        admit(follower);
        send(follower, message({ cursor: cursorNow(), reset: true, changes: [] }));
      });
      return () => {
        isHere = false;
        followers.delete(follower);
      };
    },
    get joined() {
      return joined;
    },
    get followers() {
      return followers.size;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      clearInterval(heartbeat);
    },
  };
}
