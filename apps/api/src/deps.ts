import type { Database } from '@holdfast/db';
import type { DetectorEnv } from '@holdfast/detector';
import type { HubEnv } from '@holdfast/hub';
import type { Clock, Logger, OutboundRule, Permits, SecretBox, Tokens } from '@holdfast/kit';
import type {
  ClipRenderer,
  DeviceDiscovery,
  DeviceStreamLister,
  FrameExtractor,
  FrameGrabber,
  PictureScaler,
  SegmentTranscoder,
  SourceProber,
  WebrtcNetwork,
} from '@holdfast/media';
import type { Alerts } from './alerts/alerts.ts';
import type { Post } from './alerts/post.ts';
import type { AuditSpans } from './audit/audit-spans.ts';
import type { Callers } from './auth/callers.ts';
import type { PasswordHasher } from './auth/passwords.ts';
import type { BackupWork } from './backups/backup-work.ts';
import type { ChangeFeed } from './changes/change-feed.ts';
import type { ClipFiles } from './clips/clip-files.ts';
import type { ClipStore } from './clips/clip-store.ts';
import type { RenderSlots } from './clips/render-slots.ts';
import type { DetectorIngest } from './detector/detector-ingest.ts';
import type { EventSnapshots } from './events/event-snapshots.ts';
import type { SigningKey } from './exports/signing-key.ts';
import type { FootageFiles } from './footage/footage-files.ts';
import type { HubWatch } from './hub/hub-watch.ts';
import type { HubOffering } from './hub-offer/offer-task.ts';
import type { StartFeed } from './live/live-streams.ts';
import type { PlateCrops } from './plates/plate-crops.ts';
import type { Watchlists } from './plates/watchlists.ts';
import type { Previews } from './previews/previews.ts';
import type { ReadProtectedSpace } from './status/protected-space.ts';
import type { EnvSummary } from './support-bundle/describe-env.ts';

/** The dependencies of handlers; each takes only those it uses. */
export interface Deps {
  db: Database;
  clock: Clock;
  log: Logger;
  dataDir: string;
  /** Of the site, for schedules. */
  timeZone: string;
  footage: FootageFiles;
  /** The port of the restream, for the addresses shown to administrators. */
  rtspPort: number;
  /** The host of the restream as seen from here. */
  restreamHost: string;
  webrtcNetwork: () => WebrtcNetwork;
  secrets: SecretBox;
  passwords: PasswordHasher;
  tokens: Tokens;
  callers: Callers;
  auditSpans: AuditSpans;
  changes: ChangeFeed;
  backups: Pick<BackupWork, 'wake'>;
  detectorEnv: DetectorEnv;
  detector: DetectorIngest;
  hubEnv: HubEnv;
  hub: HubWatch;
  hubOffering: HubOffering;
  probeSource: SourceProber;
  /** For an address that a user entered. */
  grabFrame: FrameGrabber;
  grabRestreamFrame: FrameGrabber;
  discoverDevices: DeviceDiscovery;
  listDeviceStreams: DeviceStreamLister;
  watchlists: Watchlists;
  crops: PlateCrops;
  alerts: Alerts;
  /** Addresses that requests configured by users must not reach. */
  outbound: OutboundRule;
  post: Post;
  protectedSpace: ReadProtectedSpace;
  /** False until the start is complete: the built-in storage, and the administrator from the environment. */
  isSetUp: () => boolean;
  startFeed: StartFeed;
  scalePicture: PictureScaler;
  extractFrame: FrameExtractor;
  transcodeSegment: SegmentTranscoder;
  signingKey: SigningKey;
  /** The names of the environment variables that are set, without values. */
  envSummary: EnvSummary;
  /** The cameras are simulated; the console explains it. */
  isDemo: boolean;
  clipFiles: ClipFiles;
  clipStore: ClipStore;
  renderSlots: RenderSlots;
  renderClip: ClipRenderer;
  snapshots: EventSnapshots;
  previews: Previews;
  /** Width of thumbnails. */
  thumbWidth: number;
  /** Concurrent decoders for recorded pictures. */
  thumbConcurrency: number;
  /** The same limit for stills, with a queue. */
  stillPermits: Permits;
}
