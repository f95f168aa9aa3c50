import { applyEntityEvent, type HubEntity, type Json } from './hub-entity.ts';

/** Everything that is ever sent over the WebSocket after the login. There is no command that changes anything at the hub. */
export type HubCommand =
  | { type: 'subscribe_entities'; entity_ids: string[] }
  | { type: 'unsubscribe_events'; subscription: number }
  | { type: 'ping' };

interface Followed {
  /** Of the command; undefined if nothing is followed. */
  id: number | undefined;
  wanted: ReadonlySet<string>;
  entities: ReadonlyMap<string, HubEntity>;
}

/** The entities that one WebSocket follows. A new set replaces the previous one when the hub has sent its states. */
export class FollowedEntities {
  readonly #send: (command: HubCommand) => number;
  readonly #nowMs: () => number;
  readonly #onReady: () => void;
  #current: Followed = { id: undefined, wanted: new Set(), entities: new Map() };
  #pending: Followed | undefined;

  constructor(options: { send: (command: HubCommand) => number; nowMs: () => number; onReady: () => void }) {
    this.#send = options.send;
    this.#nowMs = options.nowMs;
    this.#onReady = options.onReady;
  }

  get entities(): ReadonlyMap<string, HubEntity> {
    return this.#current.entities;
  }

  watch(wanted: ReadonlySet<string>): void {
    // Without ids the hub would send every entity it has.
    if (wanted.size === 0) {
      this.#replace({ id: undefined, wanted, entities: new Map() });
      return;
    }
    const id = this.#send({ type: 'subscribe_entities', entity_ids: [...wanted] });
    if (this.#pending?.id !== undefined) this.#send({ type: 'unsubscribe_events', subscription: this.#pending.id });
    this.#pending = { id, wanted, entities: new Map() };
  }

  /** Whether this command is the one whose states are awaited. */
  isPending(id: unknown): boolean {
    return this.#pending !== undefined && this.#pending.id === id;
  }

  /** False for an event of a subscription that was replaced. */
  take(id: unknown, event: Json): boolean {
    const followed = [this.#pending, this.#current].find((one) => one?.id !== undefined && one.id === id);
    if (!followed) return false;
    const { wanted } = followed;
    const entities = applyEntityEvent(followed.entities, event, { nowMs: this.#nowMs(), wanted });
    if (followed === this.#pending) this.#replace({ ...followed, entities });
    else this.#current = { ...followed, entities };
    return true;
  }

  #replace(next: Followed): void {
    if (this.#current.id !== undefined) this.#send({ type: 'unsubscribe_events', subscription: this.#current.id });
    this.#current = next;
    this.#pending = undefined;
    this.#onReady();
  }
}
