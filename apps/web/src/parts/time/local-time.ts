const two = (value: number): string => String(value).padStart(2, '0');

/** A moment as a form holds it: local time to the second. */
export function toLocalField(at: Date): string {
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** The moment in such a field; undefined while it is incomplete. */
export function fromLocalField(text: string): Date | undefined {
  if (!/^\d{4,6}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text)) return undefined;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
