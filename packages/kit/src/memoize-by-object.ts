/** Derives a value from an object the first time it is asked for; it is kept as long as the object is. */
export function onceForEach<K extends object, V>(derive: (from: K) => V): (from: K) => V {
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
