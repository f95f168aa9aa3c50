import type { OutboundRule } from '@holdfast/kit';
import { type HubEntity, readStates } from './hub-entity.ts';
import { type HubFault, hubFault } from './hub-fault.ts';
import { foreignAnswer, hubGet } from './hub-get.ts';
import type { Hub } from './hub-settings.ts';
import { openSubscription, type Subscription } from './subscription.ts';

export interface ConnectionOptions {
  hub: Hub;
  outbound: OutboundRule;
  nowMs: () => number;
  timeoutMs: number;
  pingEveryMs: number;
  retrySocketMs: number;
  /** States changed by themselves. */
  onChange: (entities: ReadonlyMap<string, HubEntity>) => void;
  /** An open WebSocket was lost. */
  onLost: (fault: HubFault) => void;
}

type Entities = ReadonlyMap<string, HubEntity>;

/** Asks the hub over its WebSocket, or for all states where that does not work. */
export class HubConnection {
  readonly #options: ConnectionOptions;
  readonly #closing = new AbortController();
  #wanted: ReadonlySet<string>;
  #subscription: Subscription | undefined;
  /** The WebSocket is not tried before, because it did not work. */
  #socketDueMs = 0;
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
    this.#subscription?.watch(entityIds);
  }

  /** Pings cost the hub nothing, unlike its list of all states. */
  get isPinging(): boolean {
    return this.#subscription !== undefined;
  }

  /**
   * The current states, or throws why there are none. Undefined if the connection was lost meanwhile, which `onLost` has
   * reported. `isMissed`: the previous answer is missing.
   */
  async ask({ isMissed }: { isMissed: boolean }): Promise<Entities | undefined> {
    if (this.#subscription) return this.#ping(this.#subscription, isMissed);
    if (performance.now() < this.#socketDueMs) return this.#poll(isMissed);
    const wasPolling = this.#socketDueMs > 0;
    try {
      return await this.#open();
    } catch (err) {
      const { kind } = hubFault(err);
      this.#failedSockets += 1;
      const mayPoll = kind === 'foreign' || wasPolling || this.#failedSockets > 1;
      if (kind === 'refused' || !mayPoll) throw err;
      this.#socketDueMs = performance.now() + this.#options.retrySocketMs;
      return this.#poll(isMissed);
    }
  }

  close(): void {
    this.#closing.abort();
    this.#subscription?.close();
    this.#subscription = undefined;
  }

  async #open(): Promise<Entities> {
    const asked = this.#wanted;
    const { hub, outbound, nowMs, timeoutMs, onChange, onLost } = this.#options;
    const opened = await openSubscription({
      hub,
      outbound,
      entityIds: asked,
      limitMs: timeoutMs,
      nowMs,
      onChange: () => {
        if (this.#subscription) onChange(this.#subscription.entities());
      },
      onClose: (fault) => {
        if (this.#subscription !== opened) return;
        this.#subscription = undefined;
        onLost(fault);
      },
    });
    this.#socketDueMs = 0;
    this.#failedSockets = 0;
    if (this.#closing.signal.aborted) opened.close();
    else this.#subscription = opened;
    // They may have changed while it was opened.
    if (asked !== this.#wanted) opened.watch(this.#wanted);
    return opened.entities();
  }

  async #poll(isMissed: boolean): Promise<Entities> {
    const { hub, outbound, nowMs, timeoutMs } = this.#options;
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(timeoutMs)]);
    const answer = await hubGet(hub, '/api/states', { outbound, signal });
    const states = readStates(answer, { nowMs: nowMs(), wanted: this.#wanted });
    if (!states) throw foreignAnswer();
    // It was away: perhaps its WebSocket works again, too.
    if (isMissed) this.#socketDueMs = 0;
    return states;
  }

  async #ping(current: Subscription, isMissed: boolean): Promise<Entities | undefined> {
    try {
      const { timeoutMs: limitMs, pingEveryMs: everyMs } = this.#options;
      await current.ping({ limitMs, everyMs });
      return current.entities();
    } catch (err) {
      if (this.#subscription !== current) return undefined;
      if (isMissed) {
        this.#subscription = undefined;
        current.close();
      }
      throw err;
    }
  }
}
