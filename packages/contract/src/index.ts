import { alerts } from './alerts.ts';
import { audit } from './audit.ts';
import { auth } from './auth.ts';
import { backups } from './backups.ts';
import { bookmarks } from './bookmarks.ts';
import { cameras } from './cameras.ts';
import { changes } from './changes.ts';
import { clips } from './clips.ts';
import { detector } from './detector.ts';
import { events } from './events.ts';
import { exports } from './exports.ts';
import { groups } from './groups.ts';
import { hub } from './hub.ts';
import { hubOffer } from './hub-offer.ts';
import { live } from './live.ts';
import { lprConfig } from './lpr-config.ts';
import { machineHistory } from './machine-history.ts';
import { me } from './me.ts';
import { mediaToken } from './media-token.ts';
import { motion } from './motion.ts';
import { passes } from './passes.ts';
import { plates } from './plates.ts';
import { playback } from './playback.ts';
import { policies } from './policies.ts';
import { previews } from './previews.ts';
import { recorderRestart } from './recorder-restart.ts';
import { restream } from './restream.ts';
import { roles } from './roles.ts';
import type { Route } from './route.ts';
import { settings } from './settings.ts';
import { shares } from './shares.ts';
import { status } from './status.ts';
import { storages } from './storages.ts';
import { supportBundle } from './support-bundle.ts';
import { system } from './system.ts';
import { timeline } from './timeline.ts';
import { trust } from './trust.ts';
import { users } from './users.ts';
import { views } from './views.ts';
import { warnings } from './warnings.ts';
import { watchlist } from './watchlist.ts';

/** The whole API by feature. The server mounts it, the client is inferred from it, and OpenAPI is generated from it. */
export const routes = {
  auth,
  me,
  users,
  roles,
  cameras,
  policies,
  groups,
  settings,
  storages,
  lprConfig,
  plates,
  watchlist,
  passes,
  events,
  clips,
  changes,
  alerts,
  mediaToken,
  playback,
  previews,
  live,
  views,
  exports,
  shares,
  timeline,
  motion,
  detector,
  hub,
  hubOffer,
  bookmarks,
  status,
  machineHistory,
  warnings,
  recorderRestart,
  backups,
  supportBundle,
  restream,
  audit,
  system,
  trust,
} satisfies Record<string, Record<string, Route>>;

export type Routes = typeof routes;

export const API_VERSION = '1.0';

export type { Access } from './access.ts';
export { MAX_BOOKMARK_DAYS } from './bookmarks.ts';
export { MAX_LISTED_BOOKMARKS, PICTURE_TIME_HEADER } from './cameras.ts';
export { CHANGES_PROTOCOL, type Change, ChangeMessage } from './changes.ts';
export { CLIP_START_HEADER, MAX_LISTED_CLIPS, MAX_TIME_OF_DAY_DAYS, MAX_VIEWED_CLIPS } from './clips.ts';
export { MAX_UNREAD, UNREAD_HOURS } from './events.ts';
export { MAX_EXPORT_CAMERAS, MAX_EXPORT_HOURS } from './exports.ts';
export { MAX_HUB_HISTORY_DAYS, MAX_HUB_LINKS, MAX_HUB_SPANS } from './hub.ts';
export { MAX_MOTION_SEARCH_DAYS, MAX_RECORD_PRE_SECONDS, MAX_RECORD_SECONDS } from './motion.ts';
export { printOpenapi } from './openapi.ts';
export { MAX_SIGHTING_BUCKETS } from './plates.ts';
export { behaviorProperties, type WireBehavior } from './policies.ts';
export { MAX_SPRITE_DAYS, MAX_SPRITE_PREVIEWS } from './previews.ts';
export { type FieldError, ProblemBody, type ProblemCode, problems } from './problems.ts';
export { ReasonBody, reasonBody } from './reason.ts';
export {
  type Binary,
  binary,
  isBinary,
  isSchema,
  isWebSocket,
  type Method,
  type NoContent,
  noContent,
  type Reply,
  type ReplyOf,
  type Route,
  type StaticOf,
  statusOf,
  type WebSocketReply,
  webSocket,
} from './route.ts';
export { MAX_SHARE_OPENINGS, shareKinds } from './shares.ts';
export { FOLDER_PATH_PATTERN } from './storages.ts';
export {
  MAX_ACTIVITY_BUCKETS,
  MAX_TIMELINE_CAMERAS,
  MAX_TIMELINE_DAYS,
  MAX_TIMELINE_MARKS,
} from './timeline.ts';
export { MAX_VIEW_CAMERAS, MAX_VIEWS } from './views.ts';
export { MAX_LISTED_WARNINGS } from './warnings.ts';
export { MAX_CSV_BYTES } from './watchlist.ts';
