/**
 * Runs steps that wait for the server one after another, so that each starts where the one before it ended. At most `most` are
 * under way: while a key is held down, they come faster than the answers. Undefined for one that is left out.
 */
export function createTurns(most: number): <T>(step: () => Promise<T>) => Promise<T | undefined> {
  let last: Promise<unknown> = Promise.resolve();
  let underWay = 0;
  return async (step) => {
    if (underWay >= most) return undefined;
    underWay += 1;
    const turn = last.then(step, step);
    last = turn;
    try {
      return await turn;
    } finally {
      underWay -= 1;
    }
  };
}
