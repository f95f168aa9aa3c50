import { MAX_UNREAD } from '@holdfast/contract';
import { Menu, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Me } from '../api/queries.ts';
import { useUnreadCount } from '../events/use-unread-events.ts';
import { useT } from '../i18n/i18n.tsx';
import { IconDots } from '../parts/icons/icons.ts';
import parts from '../parts/parts.module.css';
import { Brand } from './brand.tsx';
import { type Place, placesFor } from './places.ts';
import { SelfMenu } from './self-menu.tsx';
import classes from './shell.module.css';

interface NavigationProps {
  me: Me;
  /** The system needs attention; its menu item gets a mark. */
  needsAttention: boolean;
}

const groups = [
  { name: 'watch', label: 'nav.watch' },
  { name: 'set-up', label: 'nav.setUp' },
  { name: 'system', label: 'nav.systemGroup' },
] as const;

/** As in the style sheet: a phone in landscape. */
const BAR_AT_SIDE = '(height < 520px) and (width < 1000px) and (orientation: landscape)';

/** Sidebar on large screens. */
export function Rail({ me, needsAttention }: NavigationProps) {
  const t = useT();
  const own = placesFor(me);
  return (
    <nav className={classes.rail} aria-label={t('nav.main')}>
      <Brand />
      {groups.map(({ name, label }) => {
        const inGroup = own.filter(({ group }) => group === name);
        if (inGroup.length === 0) return null;
        return (
          <div key={name}>
            <div className={classes.group}>{t(label)}</div>
            <ul className={classes.places}>
              {inGroup.map((place) => (
                <li key={place.to}>
                  <Link to={place.to} className={classes.place}>
                    <place.icon size={20} />
                    {t(place.label)}
                    {place.to === '/events' && <UnreadBadge />}
                    {place.to === '/system' && needsAttention && (
                      <span className={classes.attention} role="img" aria-label={t('shell.needsAttention')} />
                    )}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
      <div className={classes.grow} />
      <SelfMenu me={me} />
    </nav>
  );
}

/** Number of unread events; hidden if there are none. */
function UnreadBadge() {
  const t = useT();
  const count = useUnreadCount();
  if (count === undefined || count === 0) return null;
  return (
    <span className={classes.badge}>
      {count >= MAX_UNREAD ? `${MAX_UNREAD - 1}+` : count}
      <span className={parts.srOnly}> {t('nav.unread')}</span>
    </span>
  );
}

/** Bottom bar on phones: four items, and a menu with the rest. */
export function Bar({ me }: { me: Me }) {
  const t = useT();
  const own = placesFor(me);
  const rest = own.filter(({ inBar }) => inBar !== true);
  return (
    <nav aria-label={t('nav.bar')}>
      <ul className={classes.bar}>
        {own
          .filter(({ inBar }) => inBar)
          .map((place) => (
            <li key={place.to}>
              <Link to={place.to} className={classes.barPlace}>
                <place.icon size={22} />
                {t(place.label)}
                {place.to === '/events' && <UnreadBadge />}
              </Link>
            </li>
          ))}
        <li>
          <More places={rest} />
        </li>
      </ul>
    </nav>
  );
}

function More({ places }: { places: readonly Place[] }) {
  const t = useT();
  const navigate = useNavigate();
  const isAtSide = useMediaQuery(BAR_AT_SIDE, false, { getInitialValueInEffect: false });
  return (
    <Menu position={isAtSide ? 'right-end' : 'top-end'} width={220} shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.barPlace}>
          <IconDots size={22} />
          {t('nav.more')}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.moreMenu}>
        {places.map((place) => (
          <Menu.Item
            key={place.to}
            leftSection={<place.icon size={20} />}
            onClick={() => void navigate({ to: place.to })}
          >
            {t(place.label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
