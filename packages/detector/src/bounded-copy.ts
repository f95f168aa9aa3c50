/** Ten times an ordinary event without its pictures. Thousands of them may wait for the database. */
const MAX_CHARACTERS = 32 * 1024;
/** The JSON writer and the database recurse once for each level. */
const MAX_DEPTH = 16;

const LEFT_OUT = Symbol('left out');

/** A copy of a JSON object without the parts that are too deep, or for which it has become too large. */
export function boundedCopy(
  value: Record<string, unknown>,
  { maxCharacters = MAX_CHARACTERS, maxDepth = MAX_DEPTH } = {},
): Record<string, unknown> {
  let left = maxCharacters;
  const takes = (characters: number): boolean => {
    if (characters > left) return false;
    left -= characters;
    return true;
  };
  const copyList = (list: readonly unknown[], depth: number): unknown[] => {
    const copy: unknown[] = [];
    for (const item of list) {
      if (left <= 0) break;
      const copied = copyOf(item, depth);
      if (copied !== LEFT_OUT) copy.push(copied);
    }
    return copy;
  };
  const copyObject = (fields: object, depth: number): Record<string, unknown> => {
    const copy: [string, unknown][] = [];
    for (const [name, field] of Object.entries(fields)) {
      if (left <= 0) break;
      const copied = takes(name.length) ? copyOf(field, depth) : LEFT_OUT;
      if (copied !== LEFT_OUT) copy.push([name, copied]);
    }
    // By definition instead of assignment: a field may be called `__proto__`.
    return Object.fromEntries(copy);
  };
  const copyOf = (one: unknown, depth: number): unknown => {
    // Also numbers and brackets take space.
    if (depth > maxDepth || !takes(typeof one === 'string' ? one.length + 2 : 8)) return LEFT_OUT;
    if (Array.isArray(one)) return copyList(one, depth + 1);
    return typeof one === 'object' && one !== null ? copyObject(one, depth + 1) : one;
  };
  return copyObject(value, 1);
}
