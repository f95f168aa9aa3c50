import type { Database } from '@holdfast/db';
import type { DetectorEnv } from '@holdfast/detector';
import type { Clock, Logger, OutboundRule, Permits, SecretBox, Tokens } from '@holdfast/kit';
import type {
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
import type { Callers } from './auth/callers.ts';
import type { PasswordHasher } from './auth/passwords.ts';
import type { ChangeFeed } from './changes/change-feed.ts';
import type { DetectorIngest } from './detector/detector-ingest.ts';
import type { SigningKey } from './exports/signing-key.ts';
import type { FootageFiles } from './footage/footage-files.ts';
import type { StartFeed } from './live/live-streams.ts';
import type { PlateCrops } from './plates/plate-crops.ts';
import type { Watchlists } from './plates/watchlists.ts';
import type { ReadProtectedSpace } from './status/protected-space.ts';

/** What handlers are made from; each takes only what it uses. */
export interface Deps {
  db: Database;
  clock: Clock;
  log: Logger;
  dataDir: string;
  /** Of the site, for schedules. */
  timeZone: string;
  footage: FootageFiles;
  /** Where the restream listens, for the addresses that administrators are shown. */
  rtspPort: number;
  /** Where the restream is reached from here. */
  restreamHost: string;
  webrtcNetwork: () => WebrtcNetwork;
  secrets: SecretBox;
  passwords: PasswordHasher;
  tokens: Tokens;
  callers: Callers;
  changes: ChangeFeed;
  detectorEnv: DetectorEnv;
  detector: DetectorIngest;
  probeSource: SourceProber;
  /** Of an address that somebody entered. */
  grabFrame: FrameGrabber;
  grabRestreamFrame: FrameGrabber;
  discoverDevices: DeviceDiscovery;
  listDeviceStreams: DeviceStreamLister;
  watchlists: Watchlists;
  crops: PlateCrops;
  alerts: Alerts;
  /** Where requests that somebody configured may not go. */
  outbound: OutboundRule;
  post: Post;
  protectedSpace: ReadProtectedSpace;
  /** False until what a start makes is there: the built-in storage, and the administrator that the environment asks for. */
  isFurnished: () => boolean;
  startFeed: StartFeed;
  scalePicture: PictureScaler;
  extractFrame: FrameExtractor;
  transcodeSegment: SegmentTranscoder;
  signingKey: SigningKey;
  /** The cameras are made up; the console says so. */
  isDemo: boolean;
  /** Decoders for recorded pictures at work at once. */
  thumbConcurrency: number;
  /** As many for stills, with the line before them. */
  stillPermits: Permits;
}
