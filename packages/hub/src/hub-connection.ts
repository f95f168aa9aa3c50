import type { OutboundRule } from '@holdfast/kit';
import { greetHub } from './check-hub.ts';
import { type HubEntity, readStates } from './hub-entity.ts';
import { type HubFault, hubFault } from './hub-fault.ts';
import { foreignAnswer, hubGet } from './hub-get.ts';
import type { Hub } from './hub-settings.ts';
import { createPacedRequests, type PacedRequests } from './paced-requests.ts';
import { openSubscription, type Subscription } from './subscription.ts';

export interface ConnectionTiming {
  everyMs: number;
  pingEveryMs: number;
  timeoutMs: number;
  retrySocketMs: number;
}

export interface ConnectionOptions {
  hub: Hub;
  outbound: OutboundRule;
  nowMs: () => number;
  timing: ConnectionTiming;
  /** The hub reported changed states. */
  onChange: (entities: ReadonlyMap<string, HubEntity>) => void;
  /** An open WebSocket was lost. */
  onLost: (fault: HubFault) => void;
}

type Entities = ReadonlyMap<string, HubEntity>;

interface OpenSocket {
  socket: Subscription;
  pings: PacedRequests<void>;
}

/** Requests for all states are expensive, so in between a polled hub only has to show that it is alive. */
export function pollingOrder({ everyMs, pingEveryMs }: Pick<ConnectionTiming, 'everyMs' | 'pingEveryMs'>) {
  const period = Math.max(1, Math.round(everyMs / pingEveryMs));
  let asked = -1;
  return (): 'states' | 'greeting' => {
    asked += 1;
    return asked % period === 0 ? 'states' : 'greeting';
  };
}

/** Asks the hub over its WebSocket, or for all states where that does not work. */
export class HubConnection {
  readonly #options: ConnectionOptions;
  readonly #closing = new AbortController();
  #wanted: ReadonlySet<string>;
  #subscription: OpenSocket | undefined;
  /** Of a hub whose WebSocket does not work; without states where it only had to show that it is there. */
  #polls: PacedRequests<Entities | undefined> | undefined;
  /** While the hub is polled, its WebSocket is not tried before. */
  #socketDueMs = 0;
  #isOpening = false;
  #failedSockets = 0;

  constructor(wanted: ReadonlySet<string>, options: ConnectionOptions) {
    this.#wanted = wanted;
    this.#options = options;
  }

  watch(entityIds: ReadonlySet<string>): void {
    // Callers read their settings again and again.
    if (entityIds.size === this.#wanted.size && [...entityIds].every((id) => this.#wanted.has(id))) return;
    this.#wanted = entityIds;
    // Polled states of new entities come with the next answer.
    this.#subscription?.socket.watch(entityIds);
  }

  /** Whether `ask` waits by itself until the next request is due. */
  get hasPace(): boolean {
    return this.#subscription !== undefined || this.#polls !== undefined;
  }

  /**
   * The current states, or throws why there are none. Undefined if the hub only showed that it is there, or if the connection was
   * lost meanwhile, which `onLost` has reported. `isMissed`: the previous answer is missing.
   */
  async ask({ isMissed }: { isMissed: boolean }): Promise<Entities | undefined> {
    if (this.#subscription) return this.#ping(this.#subscription, isMissed);
    if (this.#polls) return this.#poll(this.#polls, isMissed);
    try {
      return await this.#open();
    } catch (err) {
      const { kind } = hubFault(err);
      this.#failedSockets += 1;
      if (kind === 'refused' || (kind !== 'foreign' && this.#failedSockets < 2)) throw err;
      this.#polls = this.#startPolling();
      return this.#poll(this.#polls, isMissed);
    }
  }

  close(): void {
    this.#closing.abort();
    this.#subscription?.socket.close();
    this.#subscription = undefined;
  }

  async #open(): Promise<Entities> {
    const asked = this.#wanted;
    const { hub, outbound, nowMs, timing, onChange, onLost } = this.#options;
    const opened = await openSubscription({
      hub,
      outbound,
      entityIds: asked,
      limitMs: timing.timeoutMs,
      nowMs,
      onChange: () => {
        if (this.#subscription) onChange(this.#subscription.socket.entities());
      },
      onClose: (fault) => {
        if (this.#subscription?.socket !== opened) return;
        this.#subscription = undefined;
        onLost(fault);
      },
    });
    this.#failedSockets = 0;
    this.#polls = undefined;
    if (this.#closing.signal.aborted) opened.close();
    else this.#subscription = { socket: opened, pings: this.#startPings(opened) };
    // The wanted entities may have changed while the WebSocket was opened.
    if (asked !== this.#wanted) opened.watch(this.#wanted);
    return opened.entities();
  }

  #startPings(socket: Subscription): PacedRequests<void> {
    const { pingEveryMs, timeoutMs } = this.#options.timing;
    const pace = { everyMs: pingEveryMs, firstInMs: pingEveryMs, signal: this.#closing.signal };
    return createPacedRequests(() => socket.ping(timeoutMs), pace);
  }

  async #ping(current: OpenSocket, isMissed: boolean): Promise<Entities | undefined> {
    try {
      await current.pings.next();
      return current.socket.entities();
    } catch (err) {
      if (this.#subscription !== current) return undefined;
      if (isMissed) {
        this.#subscription = undefined;
        current.socket.close();
      }
      throw err;
    }
  }

  #startPolling(): PacedRequests<Entities | undefined> {
    const { hub, outbound, timing } = this.#options;
    this.#socketDueMs = performance.now() + timing.retrySocketMs;
    const wanted = pollingOrder(timing);
    const limits = () => ({
      outbound,
      signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(timing.timeoutMs)]),
    });
    const ask = async () => {
      if (wanted() === 'states') return this.#readStates(await hubGet(hub, '/api/states', limits()));
      await greetHub(hub, limits());
      return undefined;
    };
    return createPacedRequests(ask, { everyMs: timing.pingEveryMs, firstInMs: 0, signal: this.#closing.signal });
  }

  #readStates(answer: unknown): Entities {
    const states = readStates(answer, { nowMs: this.#options.nowMs(), wanted: this.#wanted });
    if (!states) throw foreignAnswer();
    return states;
  }

  async #poll(polls: PacedRequests<Entities | undefined>, isMissed: boolean): Promise<Entities | undefined> {
    this.#retrySocket();
    try {
      const states = await polls.next();
      // The hub was away: its WebSocket may work again, too.
      if (states && isMissed) this.#socketDueMs = 0;
      // A WebSocket that was opened meanwhile has newer states.
      return this.#subscription?.socket.entities() ?? states;
    } catch (err) {
      if (this.#subscription) return undefined;
      // A request that was sent before the pause would be answered with the states from before it.
      if (hubFault(err).kind === 'refused') this.#polls = undefined;
      throw err;
    }
  }

  /** Beside the polls: a WebSocket that hangs must not delay them. */
  #retrySocket(): void {
    if (this.#isOpening || performance.now() < this.#socketDueMs) return;
    this.#isOpening = true;
    this.#socketDueMs = performance.now() + this.#options.timing.retrySocketMs;
    this.#open()
      .catch(() => undefined)
      .finally(() => {
        this.#isOpening = false;
      });
  }
}
