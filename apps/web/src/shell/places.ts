import { type Capability, holds } from '@holdfast/domain';
import type { ReactNode } from 'react';
import type { MessageKey } from '../i18n/i18n.tsx';
import {
  IconActivity,
  IconBell,
  IconBellRinging,
  IconBookmark,
  IconBroadcast,
  IconCalendarTime,
  IconCar,
  IconClipboardList,
  IconDatabase,
  IconDeviceCctv,
  IconFileExport,
  IconHistory,
  IconInfoCircle,
  IconScan,
  IconSmartHome,
  IconUsers,
} from '../parts/icons/icons.ts';

export interface Place {
  to:
    | '/live'
    | '/cameras'
    | '/playback'
    | '/bookmarks'
    | '/exports'
    | '/events'
    | '/policies'
    | '/storages'
    | '/plates'
    | '/plate-settings'
    | '/smart-home'
    | '/alerts'
    | '/people'
    | '/system'
    | '/audit'
    | '/about';
  label: Extract<MessageKey, `nav.${string}`>;
  icon: (props: { size?: number }) => ReactNode;
  group: 'watch' | 'set-up' | 'system';
  needs?: Capability;
  /** Exists only while plates are enabled. */
  isAboutPlates?: boolean;
  /** Shown directly in the bottom bar on phones. */
  inBar?: boolean;
}

/** Menu items, in order. A new screen gets a line here and a route. */
const places: readonly Place[] = [
  { to: '/live', label: 'nav.live', icon: IconBroadcast, group: 'watch', inBar: true },
  { to: '/playback', label: 'nav.playback', icon: IconHistory, group: 'watch', needs: 'playback', inBar: true },
  { to: '/cameras', label: 'nav.cameras', icon: IconDeviceCctv, group: 'watch', inBar: true },
  { to: '/bookmarks', label: 'nav.bookmarks', icon: IconBookmark, group: 'watch', needs: 'playback' },
  { to: '/exports', label: 'nav.exports', icon: IconFileExport, group: 'watch', needs: 'export' },
  { to: '/events', label: 'nav.events', icon: IconBell, group: 'watch', inBar: true },
  {
    to: '/plates',
    label: 'nav.plates',
    icon: IconCar,
    group: 'watch',
    needs: 'view_plates',
    isAboutPlates: true,
  },
  { to: '/policies', label: 'nav.policies', icon: IconCalendarTime, group: 'set-up', needs: 'admin' },
  { to: '/storages', label: 'nav.storages', icon: IconDatabase, group: 'set-up', needs: 'admin' },
  { to: '/plate-settings', label: 'nav.plateSettings', icon: IconScan, group: 'set-up', needs: 'admin' },
  { to: '/smart-home', label: 'nav.smartHome', icon: IconSmartHome, group: 'set-up', needs: 'admin' },
  { to: '/alerts', label: 'nav.alerts', icon: IconBellRinging, group: 'set-up', needs: 'admin' },
  { to: '/people', label: 'nav.people', icon: IconUsers, group: 'set-up', needs: 'admin' },
  { to: '/system', label: 'nav.system', icon: IconActivity, group: 'system' },
  { to: '/audit', label: 'nav.audit', icon: IconClipboardList, group: 'system', needs: 'admin' },
  { to: '/about', label: 'nav.about', icon: IconInfoCircle, group: 'system' },
];

/** The menu item of a path and everything below it. Some paths need more than their item. */
export function placeAt(pathname: string): Pick<Place, 'label' | 'needs' | 'isAboutPlates'> | undefined {
  if (pathname === '/cameras/new') return { label: 'nav.cameras', needs: 'admin' };
  if (pathname === '/events/review') return { label: 'nav.events', needs: 'clips' };
  return places.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
}

type Visitor = { capabilities: readonly Capability[]; plates_enabled: boolean };

export const placesFor = ({ capabilities, plates_enabled }: Visitor): Place[] =>
  places.filter(
    ({ needs, isAboutPlates }) =>
      (needs === undefined || holds(capabilities, needs)) && (plates_enabled || isAboutPlates !== true),
  );
