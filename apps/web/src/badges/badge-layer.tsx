import { type FrameBox, paneOf } from '@holdfast/ui';
import { type CSSProperties, type RefObject, useRef } from 'react';
import type { PlacedLink } from '../api/queries.ts';
import { useT } from '../i18n/i18n.tsx';
import parts from '../parts/parts.module.css';
import { Badge, BadgeWords } from './badge.tsx';
import type { BadgeState } from './badge-state.ts';
import classes from './badges.module.css';
import { useFrameBox } from './use-frame-box.ts';
import { useWordsFit } from './use-words-fit.ts';

interface BadgeLayerProps {
  links: readonly PlacedLink[];
  stateOf: (entityId: string) => BadgeState;
  atMs: number;
  /** The digital zoom of the pane, which does not enlarge the badges. */
  zoom?: number;
}

/** The badges of a camera, each at its place of the scene, regardless of the shape of the pane. */
export function BadgeLayer({ links, stateOf, atMs, zoom = 1 }: BadgeLayerProps) {
  const t = useT();
  const layer = useRef<HTMLUListElement>(null);
  const box = useFrameBox(layer);
  return (
    <ul
      ref={layer}
      className={classes.layer}
      aria-label={t('badges.label')}
      style={{ '--zoom': zoom } as CSSProperties}
    >
      {box &&
        links.map((link) => (
          <PlacedBadge
            key={link.id}
            link={link}
            box={box}
            layer={layer}
            state={stateOf(link.entity_id)}
            atMs={atMs}
            zoom={zoom}
          />
        ))}
    </ul>
  );
}

interface PlacedBadgeProps {
  link: PlacedLink;
  box: FrameBox;
  layer: RefObject<HTMLElement | null>;
  state: BadgeState;
  atMs: number;
  zoom: number;
}

function PlacedBadge({ link, box, layer, state, atMs, zoom }: PlacedBadgeProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const { placement } = link;
  const { left, top } = paneOf(box, placement);
  const fit = useWordsFit({ badge: anchor, layer, pointPx: left, size: placement.size, zoom });
  return (
    <li className={classes.place} style={{ left, top }}>
      <span ref={anchor} className={classes.anchor} {...fit}>
        <Badge link={link} placement={placement} state={state} atMs={atMs} />
      </span>
      <span className={parts.srOnly}>
        <BadgeWords link={link} state={state} atMs={atMs} />
      </span>
    </li>
  );
}
