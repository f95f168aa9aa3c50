import type { Logger, WakeUp } from '@holdfast/kit';
import { createChangeBook } from './change-book.ts';
import { createChangeGatherer } from './change-gatherer.ts';
import { changeTexts, cursorText } from './change-text.ts';
import { createFollowers, type Follower } from './followers.ts';
import type { ChangeView } from './load-changes.ts';

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
  const followers = createFollowers({
    ...limits,
    beat: () => (gatherer.isIdle ? cursorText(book.cursor(), { reset: false }) : undefined),
  });
  const { send } = followers;
  const resetAll = () => followers.sendAll(cursorText(book.cursor(), { reset: true }));

  const deliver = async (refs: readonly string[] | 'too-many'): Promise<void> => {
    if (followers.size === 0) return;
    if (refs === 'too-many') return resetAll();
    const cursor = book.cursor();
    const present = followers.all();
    try {
      const textFor = changeTexts(await load(refs), cursor);
      for (const follower of present) if (followers.has(follower)) send(follower, textFor(follower.viewer));
    } catch (err) {
      log.warn({ err }, 'changes could not be read; all followers reload');
      resetAll();
    }
  };
  const gatherer = createChangeGatherer({ limits, deliver });

  /** A follower gets new changes only after the missed ones: a cursor covers everything before it. */
  const catchUp = async (follower: Follower, from: string, isHere: () => boolean): Promise<void> => {
    for (let cursor = from; isHere(); ) {
      const missed = book.since(cursor);
      if (missed === undefined) send(follower, cursorText(book.cursor(), { reset: true }));
      if (missed === undefined || missed.length === 0) return followers.add(follower);
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
        followers.add(follower);
        send(follower, cursorText(book.cursor(), { reset: true }));
      });
      return () => {
        isHere = false;
        followers.delete(follower);
      };
    },
    joining: followers.joining,
    get joined() {
      return followers.joined;
    },
    get followers() {
      return followers.size;
    },
    close() {
      gatherer.close();
      followers.close();
    },
  };
}
