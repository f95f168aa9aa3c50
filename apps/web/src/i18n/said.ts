/** A sentence of the server and what it means here; `{1}` and the like stand for whatever is in that place. */
export type Phrase = readonly [said: string, means: string];

const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Turns what the server says into another language. It speaks English to everybody, in sentences it has a small number
 * of; one that is not known here stays as it was said.
 */
export function createSaid(phrases: readonly Phrase[]): (text: string) => string {
  const whole = new Map(phrases.filter(([said]) => !said.includes('{')));
  const patterns = phrases
    .filter(([said]) => said.includes('{'))
    .map(([said, means]) => ({
      pattern: new RegExp(
        `^${said
          .split(/\{\d\}/)
          .map(literally)
          .join('(.{0,400}?)')}$`,
        's',
      ),
      means,
    }));
  return (text) => {
    const known = whole.get(text);
    if (known !== undefined) return known;
    for (const { pattern, means } of patterns) {
      const places = pattern.exec(text);
      if (places) return means.replaceAll(/\{(\d)\}/g, (_, place: string) => places[Number(place)] ?? '');
    }
    return text;
  };
}
