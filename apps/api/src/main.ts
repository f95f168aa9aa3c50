import { availableParallelism, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { connect, createDatabasePulse, createPool, databaseEndpoint, keepWarnings, schemaState } from '@holdfast/db';
import {
  createLogger,
  createPermits,
  createSecretBox,
  createTokens,
  createWakeUp,
  createWarningLog,
  deriveKey,
  every,
  exitCodes,
  exitOnEnvFaults,
  keepFilesPrivate,
  loadServerKey,
  readEnv,
  removeSecrets,
  requireOwnDataDir,
  runUntilSignal,
  systemClock,
} from '@holdfast/kit';
import {
  childEnv,
  createClipAnimator,
  createClipRenderer,
  createDeviceDiscovery,
  createDeviceStreamLister,
  createFrameExtractor,
  createFrameGrabber,
  createKeyframeDecoder,
  createPictureCutter,
  createPictureScaler,
  createSegmentTranscoder,
  createSourceProber,
  ONVIF_GROUP,
} from '@holdfast/media';
import { createAlertImages } from './alerts/alert-images.ts';
import { createAlerts } from './alerts/alerts.ts';
import { deliveryTask } from './alerts/delivery-task.ts';
import { createPost } from './alerts/post.ts';
import { createRecorderWatch } from './alerts/recorder-watch.ts';
import { takeRaised } from './alerts/take-raised-events.ts';
import { buildApp } from './app.ts';
import { createAuditSpans } from './audit/audit-spans.ts';
import { pruneAudit } from './audit/prune-audit.ts';
import { createCallers } from './auth/callers.ts';
import { createPasswordHasher } from './auth/passwords.ts';
import { pruneAccess } from './auth/prune-access.ts';
import { seedAdmin } from './auth/seed-admin.ts';
import { createBackupWork } from './backups/backup-work.ts';
import { createRunBackup } from './backups/run-backup.ts';
import { createChangeFeed } from './changes/change-feed.ts';
import { healthWatch } from './changes/health-watch.ts';
import { loadChanges } from './changes/load-changes.ts';
import { createClipFiles } from './clips/clip-files.ts';
import { createClipStore } from './clips/clip-store.ts';
import { createDetectorClips } from './clips/detector-clips.ts';
import { createRenderSlots, RENDER_LIMITS } from './clips/render-slots.ts';
import { createDetectorIngest } from './detector/detector-ingest.ts';
import { discoveryTarget, envFields } from './env.ts';
import { closeStale } from './events/close-stale-events.ts';
import { createEventSnapshots } from './events/event-snapshots.ts';
import { pruneOldEvents } from './events/prune-events.ts';
import { createExportQueue } from './exports/export-work.ts';
import { loadSigningKey } from './exports/signing-key.ts';
import { createFootageFiles } from './footage/footage-files.ts';
import { reportMissingFootage } from './footage/report-missing-footage.ts';
import { checkEverythingKept, footageGoneTask } from './footage-gone/follow-deletions.ts';
import { proxyList } from './http/proxy-list.ts';
import { createHubWatch } from './hub/hub-watch.ts';
import { createHubOffering } from './hub-offer/offer-task.ts';
import { offeredPicture } from './hub-offer/offered-picture.ts';
import { listenForChanges } from './listen-for-changes.ts';
import { feedStarter } from './live/feed-starter.ts';
import { webrtcNetwork } from './live/webrtc-network.ts';
import { machineHistoryTasks } from './machine-history/sample-machine.ts';
import { ownPorts } from './own-ports.ts';
import { createFetchSnapshot } from './plates/fetch-snapshot.ts';
import { createIngester } from './plates/ingest-plate-read.ts';
import { createPlateCrops } from './plates/plate-crops.ts';
import { prunePlates } from './plates/prune-plates.ts';
import { createWatchlists } from './plates/watchlists.ts';
import { createPreviewMaker } from './previews/make-previews.ts';
import { createPreviewPacks } from './previews/preview-packs.ts';
import { createPreviews } from './previews/previews.ts';
import { restreamHostOf } from './restream/restream-url.ts';
import { pruneEndedShares } from './shares/prune-shares.ts';
import { createProtectedSpace, createProtectedSpaceWatch } from './status/protected-space.ts';
import { createBuiltInFolder } from './storages/create-built-in-folder.ts';
import { describeEnv } from './support-bundle/describe-env.ts';
import { httpServer } from './tls/http-server.ts';
import { openCertificates } from './tls/open-certificates.ts';
import { whenSchemaIsCurrent } from './when-schema-is-current.ts';
import { whileClockIsTrusted } from './while-clock-is-trusted.ts';

keepFilesPrivate();
const env = exitOnEnvFaults(() => readEnv(process.env, envFields));
removeSecrets(process.env, envFields);
const warnings = createWarningLog();
const log = createLogger({ name: 'api', level: env.LOG_LEVEL, format: env.LOG_FORMAT, warnings });
if (env.DATABASE_URL === undefined) {
  log.fatal('DATABASE_URL is not set: start the product with npm start, or set it to the URL of a PostgreSQL server');
  process.exit(exitCodes.badConfig);
}

const clock = systemClock;
const pool = createPool({
  connectionString: env.DATABASE_URL,
  poolSize: env.DB_POOL_SIZE,
  onIdleError: (err) => log.warn({ err }, 'lost an idle database connection'),
});
const db = connect(pool);
const pulse = createDatabasePulse({ connectionString: env.DATABASE_URL });
await exitOnEnvFaults(() => requireOwnDataDir(env.DATA_DIR));
const serverKey = await loadServerKey(env.DATA_DIR);
const signingKey = await loadSigningKey(env.DATA_DIR);
const tokens = createTokens(env.JWT_SECRET ? Buffer.from(env.JWT_SECRET) : deriveKey(serverKey, 'tokens'), clock);
const callers = createCallers({ db, tokens, clock });
const passwords = await createPasswordHasher();
const isLoopbackOnly = ['127.0.0.1', '::1', 'localhost'].includes(env.HOST);
const isLocal = proxyList(['loopback', ...env.TRUSTED_PROXIES]);
const certificates = await openCertificates({ env, isLoopbackOnly, clock, log });
const restreamHost = env.RESTREAM_HOST ?? restreamHostOf(env.HOST);
const outbound = {
  deniedPorts: ownPorts({
    database: databaseEndpoint(env.DATABASE_URL),
    port: env.PORT,
    rtspPort: env.RTSP_PORT,
    restreamHost,
  }),
};
const secrets = createSecretBox(deriveKey(serverKey, 'secrets'));
const post = createPost({ outbound });
const alerts = createAlerts({
  clock,
  timeZone: env.RECORDER_TZ,
  maintenanceUntilMs: env.MAINTENANCE_UNTIL === undefined ? null : env.MAINTENANCE_UNTIL * 1000,
  cameraGraceUntilMs: clock.now() + env.CAMERA_OFFLINE_BOOT_GRACE_SECS * 1000,
  publicUrl: env.PUBLIC_URL ?? null,
});
const watchlists = createWatchlists();
const hub = createHubWatch({
  db,
  clock,
  log,
  secrets,
  outbound,
  env,
  followers: () => changes.followers,
  note: (ref) => changes.note(ref),
});
const loadDeps = { db, clock, watchlists, hub };
const changes = createChangeFeed({ load: (refs) => loadChanges(loadDeps, refs), nowMs: clock.now, log });
const fetchSnapshot = createFetchSnapshot({ outbound });
const snapshots = createEventSnapshots({ db, clock, log, dataDir: env.DATA_DIR, fetchSnapshot });
const crops = createPlateCrops({
  db,
  log,
  fetchSnapshot,
  cutPicture: createPictureCutter({ ffmpegPath: env.FFMPEG_PATH }),
});
// Decoders next to the recording: enough for a wall of pictures, few enough to leave it the CPU.
const permits = createPermits(Math.max(2, Math.min(8, availableParallelism())));
const thumbConcurrency = env.THUMB_MAX_CONCURRENCY ?? Math.max(1, Math.floor(availableParallelism() / 2));

const footage = createFootageFiles(env.DATA_DIR, reportMissingFootage({ pool, log }));
const extractFrame = createFrameExtractor({ ffmpegPath: env.FFMPEG_PATH });
const clipParts = {
  clipFiles: createClipFiles({ dataDir: env.DATA_DIR, clock }),
  renderSlots: createRenderSlots(RENDER_LIMITS),
  renderClip: createClipRenderer({ ffmpegPath: env.FFMPEG_PATH, env: process.env }),
  animateClip: createClipAnimator({ ffmpegPath: env.FFMPEG_PATH }),
  thumbWidth: env.THUMB_WIDTH,
};
const detectorClips = createDetectorClips({
  db,
  clock,
  log,
  clipFiles: clipParts.clipFiles,
  outbound,
  detectorEnv: env,
});
const clipStore = createClipStore({ db, clock, log, footage, extractFrame, detectorClips, ...clipParts });
const imagesOf = createAlertImages({ log, cropOf: crops.ofRead, clipStore });
const stillPermits = createPermits(thumbConcurrency);
const previewDeps = {
  db,
  log,
  footage,
  packs: createPreviewPacks({ dataDir: env.DATA_DIR, maxBytes: env.THUMB_CACHE_MAX_BYTES }),
  decodeKeyframes: createKeyframeDecoder({ ffmpegPath: env.FFMPEG_PATH }),
  permits: stillPermits,
  settings: {
    intervalMs: env.THUMB_INTERVAL_SECONDS * 1000,
    width: env.THUMB_WIDTH,
    quality: env.THUMB_QUALITY,
  },
};
const previews = createPreviews(previewDeps);
const makePreviews = createPreviewMaker({ ...previewDeps, clock, dataDir: env.DATA_DIR });
const goneDeps = { db, log, clipStore, clipFiles: clipParts.clipFiles, packs: previewDeps.packs, snapshots };

// The administrator from the environment is created once the schema exists; until then no other user may become the first.
let isSetUp = false;
const protectedSpace = createProtectedSpace({ db, clock });

const detector = createDetectorIngest({
  db,
  clock,
  log,
  secrets,
  alerts,
  outbound,
  env,
  ingestPlate: createIngester({ db, clock, log, watchlists, alerts, crops }),
});

const backups = createBackupWork({
  db,
  clock,
  log,
  alerts,
  dataDir: env.DATA_DIR,
  timeZone: env.RECORDER_TZ,
  runBackup: createRunBackup({
    env: childEnv(process.env),
    databaseUrl: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
  }),
});

// For our own restream, whose port is denied to everybody else.
const grabRestreamFrame = createFrameGrabber({ ffmpegPath: env.FFMPEG_PATH, outbound: {}, permits });
const hubOffering = createHubOffering({
  db,
  clock,
  log,
  secrets,
  detectorEnv: env,
  pictureOf: offeredPicture({ db, secrets, rtspPort: env.RTSP_PORT, restreamHost, grabRestreamFrame }),
});

const app = buildApp(
  {
    db,
    clock,
    log,
    dataDir: env.DATA_DIR,
    timeZone: env.RECORDER_TZ,
    footage,
    rtspPort: env.RTSP_PORT,
    restreamHost,
    webrtcNetwork: () =>
      webrtcNetwork({ host: env.HOST, addresses: env.WEBRTC_ADDRESSES, ports: env.WEBRTC_PORTS }, networkInterfaces()),
    secrets,
    passwords,
    tokens,
    callers,
    auditSpans: createAuditSpans({ db, clock }),
    changes,
    backups,
    detectorEnv: env,
    detector,
    hubEnv: env,
    hub,
    hubOffering,
    probeSource: createSourceProber({ ffprobePath: env.FFPROBE_PATH, outbound, permits }),
    grabFrame: createFrameGrabber({ ffmpegPath: env.FFMPEG_PATH, outbound, permits }),
    grabRestreamFrame,
    scalePicture: createPictureScaler({ ffmpegPath: env.FFMPEG_PATH, permits }),
    discoverDevices: createDeviceDiscovery({
      target: discoveryTarget(env.ONVIF_PROBE_ADDRESS) ?? ONVIF_GROUP,
      listenMs: 3_000,
    }),
    isDemo: env.DEMO,
    envSummary: describeEnv(envFields, env),
    listDeviceStreams: createDeviceStreamLister({ outbound, nowMs: clock.now }),
    watchlists,
    crops,
    alerts,
    outbound,
    post,
    protectedSpace,
    isSetUp: () => isSetUp,
    extractFrame,
    ...clipParts,
    clipStore,
    snapshots,
    previews,
    transcodeSegment: createSegmentTranscoder({ ffmpegPath: env.FFMPEG_PATH }),
    signingKey,
    startFeed: feedStarter({ ffmpegPath: env.FFMPEG_PATH, env: process.env }),
    thumbConcurrency,
    stillPermits,
  },
  {
    pool,
    unlessUnresponsive: pulse.unlessUnresponsive,
    allowedHosts: env.ALLOWED_HOSTS,
    trustedProxies: env.TRUSTED_PROXIES,
    isLocal,
    metricsToken: env.METRICS_TOKEN,
    boundToLoopback: isLoopbackOnly,
    plainHttp: env.PLAIN_HTTP,
    authority: certificates?.authority,
    consoleDir: join(import.meta.dirname, '..', '..', 'web', 'dist'),
  },
);

const raisedEvents = createWakeUp();
const footageGone = createWakeUp();
const exportQueue = createExportQueue({
  db,
  clock,
  log,
  dataDir: env.DATA_DIR,
  footage,
  timeZone: env.RECORDER_TZ,
  signingKey,
  exportTool: { ffmpegPath: env.FFMPEG_PATH, env: process.env },
});
const trusted = whileClockIsTrusted({ db, clock, log });
const seedPassword = env.SEED_ADMIN_PASSWORD;
const setUp = Promise.withResolvers<void>();
await runUntilSignal({
  log,
  hardLimitMs: 30_000,
  tasks: [
    httpServer({ app, host: env.HOST, port: env.PORT, setUp: setUp.promise, certificates, isLocal, log }),
    every('certificates', 600_000, async () => certificates?.refresh(), { log }),
    whenSchemaIsCurrent({ pool, log, schemaState }, async () => {
      await createBuiltInFolder({ db, dataDir: env.DATA_DIR, log });
      if (seedPassword !== undefined) await seedAdmin({ db, clock, passwords, log }, seedPassword);
      isSetUp = true;
      setUp.resolve();
    }),
    pulse.task,
    ...detector.tasks,
    hub.task,
    hubOffering.task,
    listenForChanges({
      connectionString: env.DATABASE_URL,
      log,
      callers,
      footageCaches: [clipStore.known, previews.known],
      changes,
      exportQueue,
      raisedEvents,
      footageGone,
      hub,
      hubOffering,
      detector,
    }),
    healthWatch({ ...loadDeps, feed: changes, log }),
    every('raised-events', 60_000, () => takeRaised({ db, alerts, log }), { log, wakeUp: raisedEvents }),
    every('recorder-watch', 10_000, createRecorderWatch({ db, alerts, clock }), { log }),
    every('protected-space', 600_000, createProtectedSpaceWatch({ db, clock, alerts, read: protectedSpace }), { log }),
    deliveryTask({ db, log, secrets, alerts, post, imagesOf }),
    every('event-janitor', 60_000, (signal) => closeStale({ db, clock, log, signal }), { log }),
    every(
      'prune-events',
      3_600_000,
      trusted((signal) => pruneOldEvents({ db, clock, log, signal })),
      { log },
    ),
    every(
      'prune-plates',
      3_600_000,
      trusted((signal) => prunePlates({ db, clock, log, signal })),
      { log },
    ),
    every('prune-access', 3_600_000, () => pruneAccess({ db, clock, log }), { log }),
    every(
      'prune-audit',
      3_600_000,
      trusted((signal) => pruneAudit({ db, clock, log, signal })),
      { log },
    ),
    every('prune-shares', 3_600_000, () => pruneEndedShares({ db, clock, log }), { log }),
    backups.task,
    keepWarnings({ db, schema: () => schemaState(pool), process: 'api', warnings, log }),
    ...machineHistoryTasks({ db, clock, log }),
    footageGoneTask(goneDeps, footageGone),
    every('footage-gone-check', 3_600_000, (signal) => checkEverythingKept(goneDeps, signal), { log }),
    ...(env.THUMB_PREGEN_ENABLED ? [every('previews', 120_000, makePreviews, { log })] : []),
    ...exportQueue.tasks,
  ],
  closers: [() => db.destroy()],
});
