import { paneOf } from '@holdfast/ui';
import { type CSSProperties, useRef } from 'react';
import type { PlacedLink } from '../api/queries.ts';
import { useT } from '../i18n/i18n.tsx';
import parts from '../parts/parts.module.css';
import { Badge, BadgeWords } from './badge.tsx';
import type { BadgeState } from './badge-state.ts';
import classes from './badges.module.css';
import { useFrameBox } from './use-frame-box.ts';

interface BadgeLayerProps {
  links: readonly PlacedLink[];
  stateOf: (entityId: string) => BadgeState;
  atMs: number;
  /** The digital zoom of the pane, which the badges do not take part in. */
  zoom?: number;
}

/** The badges of a camera, each at its place of the scene, whatever the shape of the pane. */
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
        links.map((link) => {
          const state = stateOf(link.entity_id);
          const { left, top } = paneOf(box, link.placement);
          return (
            <li key={link.id} className={classes.place} style={{ left, top }}>
              <span className={classes.anchor} style={{ '--size': link.placement.size } as CSSProperties}>
                <Badge link={link} placement={link.placement} state={state} atMs={atMs} />
              </span>
              <span className={parts.srOnly}>
                <BadgeWords link={link} state={state} atMs={atMs} />
              </span>
            </li>
          );
        })}
    </ul>
  );
}
