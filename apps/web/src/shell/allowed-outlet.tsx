import { holds } from '@holdfast/domain';
import { Outlet, useMatches } from '@tanstack/react-router';
import type { Me } from '../api/queries.ts';
import { useT } from '../i18n/i18n.tsx';
import { NotFoundScreen } from '../parts/layout/not-found-screen.tsx';
import { ForbiddenScreen } from './forbidden-screen.tsx';
import { placeAt } from './places.ts';
import { PlatesOffScreen } from './plates-off-screen.tsx';

/** The screen of the route, or a notice that the user may not open it. */
export function AllowedOutlet({ me }: { me: Me }) {
  const t = useT();
  // The route that the outlet shows, because the address changes before the next screen is loaded.
  const place = placeAt(useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '/' }));
  // Not found instead of forbidden: for users who may not see plates the screen does not exist.
  if (place?.isAboutPlates && !me.plates_enabled)
    return holds(me.capabilities, 'admin') ? <PlatesOffScreen title={t(place.label)} /> : <NotFoundScreen />;
  if (place?.needs !== undefined && !holds(me.capabilities, place.needs))
    return <ForbiddenScreen title={t(place.label)} />;
  return <Outlet />;
}
