import { randomBytes } from 'node:crypto';
import type { Change, ChangeMessage } from '@holdfast/contract';
import type { Logger } from '@holdfast/kit';
import { createChangeLog } from './change-log.ts';
import type { ChangeView } from './load-changes.ts';
import type { Viewer } from './viewer.ts';

export interface Follower {
  viewer: Viewer;
  send(text: string): void;
  /** What was sent and has not left this machine yet. */
  bufferedBytes(): number;
  drop(why: 'too-slow'): void;
}

export interface ChangeFeed {
  /** Something changed; see `loadChanges` for how it is named. A `*` in place of the thing means very many. */
  note(ref: string): void;
  /** Changes may have been missed: everybody loads anew. */
  restart(): void;
  /** Sends what changed since the cursor, then everything to come. Returns how to leave. */
  join(follower: Follower, cursor: string | undefined): () => void;
  readonly followers: number;
  /** How many have ever joined. */
  readonly joined: number;
  close(): void;
}

export interface FeedLimits {
  /** How long changes are gathered before they are sent together. */
  gatherMs: number;
  /** More at once are not listed: everybody loads anew. */
  mostAtOnce: number;
  /** How long to gather after such a moment, so that nobody loads anew all the time. */
  calmMs: number;
  /** Whoever lets this much wait is dropped. */
  mostBufferedBytes: number;
  mostRemembered: number;
  maxAgeMs: number;
  /** How often a follower hears something even when nothing happens, so that a dead connection is noticed. */
  heartbeatMs: number;
}

const DEFAULT_LIMITS: FeedLimits = {
  gatherMs: 150,
  mostAtOnce: 500,
  calmMs: 2_000,
  mostBufferedBytes: 1024 * 1024,
  mostRemembered: 20_000,
  maxAgeMs: 15 * 60_000,
  heartbeatMs: 20_000,
};

/** Gathers changes, reads each once, and sends to every follower what they may see of it. */
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
    changes: createChangeLog({ most: limits.mostRemembered, maxAgeMs: limits.maxAgeMs }),
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
    if (follower.bufferedBytes() <= limits.mostBufferedBytes) return;
    followers.delete(follower);
    follower.drop('too-slow');
  };
  const message = (told: ChangeMessage) => JSON.stringify(told);
  const resetAll = () => {
    const text = message({ cursor: cursorNow(), reset: true, changes: [] });
    for (const follower of [...followers]) send(follower, text);
  };

  /** Many followers share one text for a change; what differs between them is which changes they get. */
  const createTeller = (views: readonly ChangeView[], cursor: string) => {
    const texts = new Map<Change, string>();
    const textOf = (change: Change) => {
      const known = texts.get(change) ?? JSON.stringify(change);
      texts.set(change, known);
      return known;
    };
    return (follower: Follower) => {
      const told = views.flatMap((view) => view(follower.viewer) ?? []);
      if (told.length > 0)
        send(follower, `{"cursor":"${cursor}","reset":false,"changes":[${told.map(textOf).join(',')}]}`);
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
    const tell = createTeller(await load(refs), cursor);
    for (const follower of present) if (followers.has(follower)) tell(follower);
  };
  const schedule = (afterMs: number) => {
    if (timer || isClosed) return;
    timer = setTimeout(async () => {
      const calm = isTooMuch;
      try {
        await flush();
      } catch (err) {
        log.warn({ err }, 'changes could not be read, their followers load anew');
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
    return missed && missed.length <= limits.mostAtOnce ? missed : undefined;
  };
  /** Followers are told of new changes only after those they missed: a cursor covers everything before it. */
  const catchUp = async (follower: Follower, from: string, isHere: () => boolean): Promise<void> => {
    for (let cursor = from; isHere(); ) {
      const missed = since(cursor);
      if (missed === undefined) send(follower, message({ cursor: cursorNow(), reset: true, changes: [] }));
      if (missed === undefined || missed.length === 0) return admit(follower);
      cursor = cursorNow();
      const tell = createTeller(await load(missed), cursor);
      if (isHere()) tell(follower);
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
      if (isMany || gathered.size > limits.mostAtOnce) {
        gathered.clear();
        isTooMuch = true;
        // Whoever is away now could not be told later what changed.
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
        log.warn({ err }, 'missed changes could not be read, their follower loads anew');
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
