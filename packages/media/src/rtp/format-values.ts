/** The format parameters (fmtp) of a track, by lower-case name. */
export function formatValues(format: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const part of format.split(';')) {
    const equals = part.indexOf('=');
    if (equals > 0) values.set(part.slice(0, equals).trim().toLowerCase(), part.slice(equals + 1).trim());
  }
  return values;
}
