import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Navigate } from '@tanstack/react-router';
import { type FeedSearch, readFeedSearch } from './clips/feed-search.ts';
import { NotFoundScreen } from './parts/layout/not-found-screen.tsx';
import { readTabSearch } from './parts/layout/tab-search.ts';
import { type AuditSearch, readAuditSearch } from './screens/audit/audit-search.ts';
import { type cameraTabs, isCameraTab } from './screens/camera/tabs.ts';
import { type CamerasSearch, readCamerasSearch } from './screens/cameras/camera-search.ts';
import { readLiveSearch } from './screens/live/live-search.ts';
import { type PlatesSearch, readPlatesSearch } from './screens/plates/plates-search.ts';
import { type PlaybackSearch, readPlaybackSearch } from './screens/playback/address/playback-search.ts';
import { Gate } from './shell/gate.tsx';
import { Shell } from './shell/shell.tsx';
import { StaleScreen } from './shell/stale-screen.tsx';

const root = createRootRoute({ component: Gate, notFoundComponent: NotFoundScreen });

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('./screens/first-run/first-run-screen.tsx'), 'FirstRunScreen'),
});
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { from?: string } =>
    typeof search.from === 'string' ? { from: search.from } : {},
  component: lazyRouteComponent(() => import('./screens/entry/sign-in-screen.tsx'), 'SignInScreen'),
});

const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });
const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: () => <Navigate to="/live" replace />,
});
const live = createRoute({
  getParentRoute: () => shell,
  path: '/live',
  validateSearch: readLiveSearch,
  component: lazyRouteComponent(() => import('./screens/live/live-screen.tsx'), 'LiveScreen'),
});
const cameras = createRoute({
  getParentRoute: () => shell,
  path: '/cameras',
  validateSearch: (search: Record<string, unknown>): CamerasSearch => readCamerasSearch(search),
  component: lazyRouteComponent(() => import('./screens/cameras/cameras-screen.tsx'), 'CamerasScreen'),
});
const newCamera = createRoute({
  getParentRoute: () => shell,
  path: '/cameras/new',
  component: lazyRouteComponent(() => import('./screens/cameras/new-camera-screen.tsx'), 'NewCameraScreen'),
});
const cameraRoute = createRoute({
  getParentRoute: () => shell,
  path: '/cameras/$cameraId',
  validateSearch: (search: Record<string, unknown>): { tab?: (typeof cameraTabs)[number] } =>
    isCameraTab(search.tab) ? { tab: search.tab } : {},
  component: lazyRouteComponent(() => import('./screens/camera/camera-screen.tsx'), 'CameraScreen'),
});
const playbackRoute = createRoute({
  getParentRoute: () => shell,
  path: '/playback',
  validateSearch: (search: Record<string, unknown>): PlaybackSearch => readPlaybackSearch(search),
  component: lazyRouteComponent(() => import('./screens/playback/playback-screen.tsx'), 'PlaybackScreen'),
});
const bookmarks = createRoute({
  getParentRoute: () => shell,
  path: '/bookmarks',
  component: lazyRouteComponent(() => import('./screens/bookmarks/bookmarks-screen.tsx'), 'BookmarksScreen'),
});
const footageExports = createRoute({
  getParentRoute: () => shell,
  path: '/exports',
  component: lazyRouteComponent(() => import('./screens/exports/exports-screen.tsx'), 'ExportsScreen'),
});
const events = createRoute({
  getParentRoute: () => shell,
  path: '/events',
  validateSearch: (search: Record<string, unknown>): FeedSearch => readFeedSearch(search),
  component: lazyRouteComponent(() => import('./screens/events/events-screen.tsx'), 'EventsScreen'),
});
const review = createRoute({
  getParentRoute: () => shell,
  path: '/events/review',
  validateSearch: (search: Record<string, unknown>): FeedSearch => readFeedSearch(search),
  component: lazyRouteComponent(() => import('./screens/review/review-screen.tsx'), 'ReviewScreen'),
});
const policies = createRoute({
  getParentRoute: () => shell,
  path: '/policies',
  component: lazyRouteComponent(() => import('./screens/policies/policies-screen.tsx'), 'PoliciesScreen'),
});
const policy = createRoute({
  getParentRoute: () => shell,
  path: '/policies/$policyId',
  component: lazyRouteComponent(() => import('./screens/policies/policy-screen.tsx'), 'PolicyScreen'),
});
const storages = createRoute({
  getParentRoute: () => shell,
  path: '/storages',
  component: lazyRouteComponent(() => import('./screens/storages/storages-screen.tsx'), 'StoragesScreen'),
});
const plates = createRoute({
  getParentRoute: () => shell,
  path: '/plates',
  validateSearch: (search: Record<string, unknown>): PlatesSearch => readPlatesSearch(search),
  component: lazyRouteComponent(() => import('./screens/plates/plates-screen.tsx'), 'PlatesScreen'),
});
const sighting = createRoute({
  getParentRoute: () => shell,
  path: '/plates/sightings/$readId',
  component: lazyRouteComponent(() => import('./screens/sighting/sighting-screen.tsx'), 'SightingScreen'),
});
const dossier = createRoute({
  getParentRoute: () => shell,
  path: '/plates/dossier/$plate',
  component: lazyRouteComponent(() => import('./screens/dossier/dossier-screen.tsx'), 'DossierScreen'),
});
const watchlist = createRoute({
  getParentRoute: () => shell,
  path: '/plates/watchlist',
  component: lazyRouteComponent(() => import('./screens/watchlist/watchlist-screen.tsx'), 'WatchlistScreen'),
});
const passes = createRoute({
  getParentRoute: () => shell,
  path: '/plates/comparison',
  component: lazyRouteComponent(() => import('./screens/passes/passes-screen.tsx'), 'PassesScreen'),
});
const plateSettings = createRoute({
  getParentRoute: () => shell,
  path: '/plate-settings',
  component: lazyRouteComponent(
    () => import('./screens/plate-settings/plate-settings-screen.tsx'),
    'PlateSettingsScreen',
  ),
});
const smartHome = createRoute({
  getParentRoute: () => shell,
  path: '/smart-home',
  component: lazyRouteComponent(() => import('./screens/smart-home/smart-home-screen.tsx'), 'SmartHomeScreen'),
});
const alerts = createRoute({
  getParentRoute: () => shell,
  path: '/alerts',
  validateSearch: readTabSearch,
  component: lazyRouteComponent(() => import('./screens/alerts/alerts-screen.tsx'), 'AlertsScreen'),
});
const people = createRoute({
  getParentRoute: () => shell,
  path: '/people',
  validateSearch: readTabSearch,
  component: lazyRouteComponent(() => import('./screens/people/people-screen.tsx'), 'PeopleScreen'),
});
const system = createRoute({
  getParentRoute: () => shell,
  path: '/system',
  validateSearch: readTabSearch,
  component: lazyRouteComponent(() => import('./screens/system/system-screen.tsx'), 'SystemScreen'),
});
const audit = createRoute({
  getParentRoute: () => shell,
  path: '/audit',
  validateSearch: (search: Record<string, unknown>): AuditSearch => readAuditSearch(search),
  component: lazyRouteComponent(() => import('./screens/audit/audit-screen.tsx'), 'AuditScreen'),
});
const about = createRoute({
  getParentRoute: () => shell,
  path: '/about',
  component: lazyRouteComponent(() => import('./screens/system/about-screen.tsx'), 'AboutScreen'),
});
const account = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  component: lazyRouteComponent(() => import('./screens/account/account-screen.tsx'), 'AccountScreen'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    setup,
    signIn,
    shell.addChildren([
      home,
      live,
      cameras,
      newCamera,
      cameraRoute,
      playbackRoute,
      bookmarks,
      footageExports,
      events,
      review,
      policies,
      policy,
      storages,
      plates,
      sighting,
      dossier,
      watchlist,
      passes,
      plateSettings,
      smartHome,
      alerts,
      people,
      system,
      audit,
      about,
      account,
    ]),
  ]),
  basepath: '/ui',
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultErrorComponent: StaleScreen,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
