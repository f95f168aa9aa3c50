import classes from './parts.module.css';

/**
 * What somebody typed, shown as text on one line. Its own direction stays its own: a right-to-left mark in a name cannot
 * turn the words around it, and a long one is cut with the whole in the tooltip.
 */
export function Named({ text, inline = false }: { text: string; inline?: boolean }) {
  const most = 300;
  return (
    <bdi className={inline ? classes.namedInline : classes.named} title={text.slice(0, most)}>
      {text.length > most ? `${text.slice(0, most)}…` : text}
    </bdi>
  );
}
