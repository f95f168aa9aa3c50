import { holds } from '@holdfast/domain';
import { Outlet, useLocation } from '@tanstack/react-router';
import type { Me } from '../api/queries.ts';
import { useT } from '../i18n/i18n.tsx';
import { ForbiddenScreen } from './forbidden-screen.tsx';
import { placeAt } from './places.ts';

/** The screen of the route, or a notice that the user may not open it. */
export function AllowedOutlet({ me }: { me: Me }) {
  const t = useT();
  const place = placeAt(useLocation().pathname);
  if (place?.needs !== undefined && !holds(me.capabilities, place.needs))
    return <ForbiddenScreen title={t(place.label)} />;
  return <Outlet />;
}
