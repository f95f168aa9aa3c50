/** Connections that have not signed in yet. */
export interface WaitingRoom<T> {
  /** Returns a function to call when the connection has signed in or is closed. */
  enter(visitor: T, address: string): () => void;
  readonly size: number;
}

/**
 * Holds at most `most` visitors. Beyond that the oldest one of the address with the most visitors is turned away: signing
 * in takes a moment, so a legitimate client is through before it is the oldest, and a flood displaces mostly itself.
 */
export function createWaitingRoom<T>({
  most,
  turnAway,
}: {
  most: number;
  turnAway: (visitor: T) => void;
}): WaitingRoom<T> {
  const rooms = new Map<string, Set<T>>();
  let size = 0;

  const leave = (visitor: T, address: string) => {
    const room = rooms.get(address);
    if (!room?.delete(visitor)) return;
    size -= 1;
    if (room.size === 0) rooms.delete(address);
  };
  const turnAwayOne = () => {
    let [address, fullest] = ['', new Set<T>()];
    for (const [key, room] of rooms) if (room.size > fullest.size) [address, fullest] = [key, room];
    for (const oldest of fullest) {
      leave(oldest, address);
      return turnAway(oldest);
    }
  };
  return {
    enter(visitor, address) {
      const room = rooms.get(address) ?? new Set();
      rooms.set(address, room);
      room.add(visitor);
      size += 1;
      if (size > most) turnAwayOne();
      return () => leave(visitor, address);
    },
    get size() {
      return size;
    },
  };
}
