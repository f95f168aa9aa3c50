import { type CSSProperties, Fragment } from 'react';
import type { BadgePlacement, HubLink } from '../api/queries.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { glyphOf } from './badge-glyphs.ts';
import { colorsOf, iconOf, nameOf, toneOf, wordOf } from './badge-look.ts';
import type { BadgeState } from './badge-state.ts';
import classes from './badges.module.css';

const GLYPH_PX = 15;

interface BadgeProps {
  link: Pick<HubLink, 'entity_id' | 'device_class' | 'label'>;
  placement: BadgePlacement;
  state: BadgeState;
  /** The moment that is shown, for how long the state has lasted. */
  atMs: number;
  /** Its words are the accessible name of a control; elsewhere `BadgeWords` has them in full for screen readers. */
  isNaming?: boolean;
}

/** One badge: an icon, and as chosen its name, its state and how long it has lasted. */
export function Badge({ link, placement, state, atMs, isNaming = false }: BadgeProps) {
  const { shape, outline, overlay_icon, overlay_show_state, overlay_show_age } = placement;
  const { accent, ground, ink, opacity } = colorsOf(placement, state);
  const Glyph = glyphOf(iconOf(link, overlay_icon, state));
  const { stateText, ageText } = useStateText(link, state, atMs);
  const name = nameOf(link);
  const isUnknown = state.kind === 'unknown';
  const words = [
    ...(shape === 'pill' ? [{ kind: 'name', text: name.slice(0, 100) }] : []),
    // An unknown state is always named where there is room for words.
    ...(overlay_show_state || (isUnknown && shape === 'pill') ? [{ kind: 'state', text: stateText }] : []),
    ...(overlay_show_age && ageText !== undefined ? [{ kind: 'age', text: ageText }] : []),
  ];
  const style = { '--accent': accent, '--ground': ground, '--ink': ink, opacity } as CSSProperties;
  return (
    <span
      className={classes.badge}
      data-badge={link.entity_id}
      data-tone={toneOf(state)}
      data-shape={shape}
      data-outline={outline || undefined}
      data-bare={words.length === 0 || undefined}
      style={style}
      aria-hidden={!isNaming}
    >
      <span className={classes.glyph}>
        <Glyph size={GLYPH_PX} />
      </span>
      {words.length > 0 && (
        <span className={classes.text}>
          {words.map(({ kind, text }, index) => (
            <Fragment key={kind}>
              {index > 0 && (
                <span className={classes.dot} data-of={kind === 'age' ? 'age' : 'name'}>
                  ·
                </span>
              )}
              {/* Names and states come from the hub, and may turn the direction of the text. */}
              <bdi data-word={kind} data-of={kind}>
                {text}
              </bdi>
            </Fragment>
          ))}
        </span>
      )}
    </span>
  );
}

/** The state in words, with the reason if it is unknown, and how long it has lasted. */
export function useStateText(link: BadgeProps['link'], state: BadgeState, atMs: number) {
  const { t, format } = useI18n();
  const word = wordOf(link, state);
  if (state.kind === 'unknown')
    return { stateText: t('badge.unknown'), reasonText: t(`badgeReason.${state.reason}`), ageText: undefined };
  const { value, unit, sinceMs } = state;
  const text = word === undefined ? `${value.slice(0, 40)}${unit === null ? '' : ` ${unit.slice(0, 10)}`}` : undefined;
  return {
    stateText: word === undefined ? (text ?? '') : t(`badgeWord.${word}`),
    reasonText: undefined,
    ageText: sinceMs === null ? undefined : format.duration(Math.max(0, atMs - sinceMs)),
  };
}

/** The same for screen readers. */
export function BadgeWords({ link, state, atMs }: Pick<BadgeProps, 'link' | 'state' | 'atMs'>) {
  const { stateText, reasonText } = useStateText(link, state, atMs);
  return `${nameOf(link)}: ${stateText}${reasonText === undefined ? '' : `, ${reasonText}`}`;
}
