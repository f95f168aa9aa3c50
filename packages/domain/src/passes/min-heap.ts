/** A binary heap: the smallest item by `compare` comes out first. */
export class MinHeap<Item> {
  readonly #items: Item[] = [];
  readonly #compare: (a: Item, b: Item) => number;

  constructor(compare: (a: Item, b: Item) => number) {
    this.#compare = compare;
  }

  push(item: Item): void {
    const items = this.#items;
    let at = items.length;
    while (at > 0) {
      const parentAt = (at - 1) >> 1;
      const parent = items[parentAt];
      if (parent === undefined || this.#compare(parent, item) <= 0) break;
      items[at] = parent;
      at = parentAt;
    }
    items[at] = item;
  }

  pop(): Item | undefined {
    const items = this.#items;
    const smallest = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return smallest;
    let at = 0;
    for (;;) {
      const left = items[2 * at + 1];
      const right = items[2 * at + 2];
      if (left === undefined) break;
      const useRight = right !== undefined && this.#compare(right, left) < 0;
      const child = useRight ? right : left;
      if (this.#compare(last, child) <= 0) break;
      items[at] = child;
      at = 2 * at + (useRight ? 2 : 1);
    }
    items[at] = last;
    return smallest;
  }
}
