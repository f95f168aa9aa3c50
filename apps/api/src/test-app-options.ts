import type { HubEnv, HubTiming } from '@holdfast/hub';
import type { ClipRenderer, FrameExtractor, FrameGrabber, KeyframeDecoder } from '@holdfast/media';
import type { AlertSettings } from './alerts/alert-settings.ts';
import type { Post } from './alerts/post.ts';
import type { PasswordHasher } from './auth/passwords.ts';
import type { RunBackup } from './backups/run-backup.ts';
import type { FeedLimits } from './changes/change-feed.ts';
import type { RenderLimits } from './clips/render-slots.ts';
import type { PreviewSettings } from './previews/previews.ts';

/** The options by which a test changes the server. */
export interface TestAppOptions {
  metricsToken?: string;
  boundToLoopback?: boolean;
  /** On by default, because tests call from many addresses. */
  plainHttp?: boolean;
  authority?: string | undefined;
  rtspPort?: number;
  /** The address where cameras are searched. */
  discoveryTarget?: { address: string; port: number };
  isDemo?: boolean;
  isSetUp?: () => boolean;
  /** Detects a frozen database; off by default, because a busy machine would look like one. */
  hasPulse?: boolean;
  /** Alerts are delivered only if a test enables it. */
  delivering?: boolean;
  /** Whether the external detector is followed. */
  detecting?: boolean;
  /** Receives every log line, of all levels. */
  logTo?: (line: string) => void;
  /** Gets every statement, in the asynchronous context of its sender. */
  onQuery?: (text: string) => void;
  hubEnv?: HubEnv;
  /** The picture of every camera that is offered to the home. */
  offeredPicture?: Buffer;
  hubTiming?: Partial<HubTiming>;
  /** How long the states of the hub are read after a request. */
  hubReadForMs?: number;
  /** Wraps the sender of alerts, for a receiver that hangs: all others are waited for as long as it takes. */
  aroundPost?: (real: Post) => Post;
  /** Whether the address of a receiver counts as one of a private network. */
  isInside?: (address: string) => boolean;
  alerts?: Partial<AlertSettings>;
  changeLimits?: Partial<FeedLimits>;
  /** Wraps the real hasher, to observe or block it. */
  aroundPasswords?: (real: PasswordHasher) => PasswordHasher;
  /** The same for stills. */
  aroundGrabFrame?: (real: FrameGrabber) => FrameGrabber;
  aroundExtractFrame?: (real: FrameExtractor) => FrameExtractor;
  aroundRunBackup?: (real: RunBackup) => RunBackup;
  aroundRenderClip?: (real: ClipRenderer) => ClipRenderer;
  aroundDecodeKeyframes?: (real: KeyframeDecoder) => KeyframeDecoder;
  previewSettings?: Partial<PreviewSettings>;
  /** For all previews together. */
  previewBytes?: number;
  renderLimits?: Partial<RenderLimits>;
  /** For all clips together. */
  clipBytes?: number;
  /** For all copies of a detector's pictures together. */
  snapshotBytes?: number;
}
