/** Computes a value once for each object, and keeps it as long as the object exists. */
export function memoizeByObject<K extends object, V>(derive: (from: K) => V): (from: K) => V {
  const known = new WeakMap<K, { value: V }>();
  return (from) => {
    let found = known.get(from);
    if (!found) {
      found = { value: derive(from) };
      known.set(from, found);
    }
    return found.value;
  };
}
