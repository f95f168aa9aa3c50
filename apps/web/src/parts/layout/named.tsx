import classes from '../parts.module.css';

/**
 * A user-typed name on one line. Its text direction is isolated, so that a right-to-left mark does not affect the text
 * around it; a long name is cut, with the whole in the tooltip.
 */
export function Named({ text, inline = false }: { text: string; inline?: boolean }) {
  const most = 300;
  return (
    <bdi className={inline ? classes.namedInline : classes.named} title={text.slice(0, most)}>
      {text.length > most ? `${text.slice(0, most)}…` : text}
    </bdi>
  );
}
