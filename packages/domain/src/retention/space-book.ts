import type { RetentionPolicy, StorageState, StoredSegment, Tier } from './retention-facts.ts';

/** Tracks what each device and budget would hold once the plan is applied. */
export class SpaceBook {
  readonly #storages: ReadonlyMap<string, StorageState>;
  readonly #freeByDevice = new Map<string, number>();
  readonly #floorByDevice = new Map<string, number>();
  readonly #usedByBudget = new Map<string, number>();

  constructor({ storages, policies }: { storages: readonly StorageState[]; policies: readonly RetentionPolicy[] }) {
    this.#storages = new Map(storages.map((storage) => [storage.id, storage]));
    for (const { deviceId, available, freeBytes, minFreeBytes } of storages) {
      if (!available) continue;
      // Readings of one device at different times may differ; the lowest is used.
      this.#freeByDevice.set(deviceId, Math.min(freeBytes, this.#freeByDevice.get(deviceId) ?? freeBytes));
      this.#floorByDevice.set(deviceId, Math.max(minFreeBytes, this.#floorByDevice.get(deviceId) ?? 0));
    }
    for (const { id, live, archive } of policies) {
      this.#usedByBudget.set(`live ${id}`, live.usedBytes);
      this.#usedByBudget.set(`archive ${id}`, archive.usedBytes);
    }
  }

  /** The storage, if it is available. */
  storage(id: string): StorageState | undefined {
    const storage = this.#storages.get(id);
    return storage?.available ? storage : undefined;
  }

  get devices(): string[] {
    return [...this.#freeByDevice.keys()].sort();
  }

  /** Bytes missing below the free-space floor; zero or less if there is enough. */
  belowFloor(deviceId: string): number {
    return (this.#floorByDevice.get(deviceId) ?? 0) - (this.#freeByDevice.get(deviceId) ?? 0);
  }

  aboveBudget(policy: RetentionPolicy, tier: Tier): number {
    const { maxBytes } = policy[tier];
    return maxBytes === null ? 0 : (this.#usedByBudget.get(`${tier} ${policy.id}`) ?? 0) - maxBytes;
  }

  /** Whether a storage can take the segment without exceeding its own limits. */
  canTake(toStorageId: string, segment: StoredSegment): boolean {
    const [to, from] = [this.storage(toStorageId), this.storage(segment.storageId)];
    if (!to || !from) return false;
    if (to.id === from.id) return true;
    if (!to.takesCopies) return false;
    return to.deviceId === from.deviceId || this.belowFloor(to.deviceId) + segment.sizeBytes <= 0;
  }

  remove(segment: StoredSegment): void {
    this.#add(segment, { storageId: segment.storageId, tier: segment.tier, sign: -1 });
  }

  moveToArchive(segment: StoredSegment, toStorageId: string): void {
    this.remove(segment);
    this.#add(segment, { storageId: toStorageId, tier: 'archive', sign: 1 });
  }

  #add(segment: StoredSegment, { storageId, tier, sign }: { storageId: string; tier: Tier; sign: 1 | -1 }): void {
    const bytes = sign * segment.sizeBytes;
    const deviceId = this.#storages.get(storageId)?.deviceId ?? '';
    const add = (book: Map<string, number>, key: string, amount: number) =>
      book.set(key, (book.get(key) ?? 0) + amount);
    add(this.#usedByBudget, `${tier} ${segment.policyId}`, bytes);
    if (this.#freeByDevice.has(deviceId)) add(this.#freeByDevice, deviceId, -bytes);
  }
}
