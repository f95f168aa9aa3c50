import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createDatabasePulse, type Database } from '@holdfast/db';
import { createLogger, createSecretBox, createTokens, createWakeUp, type SecretBox, type Tokens } from '@holdfast/kit';
import {
  childEnv,
  createDeviceDiscovery,
  createDeviceStreamLister,
  createFrameGrabber,
  createPictureCutter,
  createPictureScaler,
  createSegmentTranscoder,
  createSourceProber,
} from '@holdfast/media';
import { bareEnv, createTestDatabase, type FakeClock, fakeClock, openTestPool } from '@holdfast/testkit';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { type AlertImages, createAlertImages } from './alerts/alert-images.ts';
import { type Alerts, createAlerts } from './alerts/alerts.ts';
import { deliveryTask } from './alerts/delivery-task.ts';
import { createPost } from './alerts/post.ts';
import { createApi } from './app.ts';
import { createAuditSpans } from './audit/audit-spans.ts';
import { createCallers } from './auth/callers.ts';
import { createPasswordHasher, type PasswordCost } from './auth/passwords.ts';
import { type BackupWork, createBackupWork } from './backups/backup-work.ts';
import { createRunBackup } from './backups/run-backup.ts';
import { createChangeFeed } from './changes/change-feed.ts';
import { healthWatch } from './changes/health-watch.ts';
import { loadChanges } from './changes/load-changes.ts';
import type { RenderSlots } from './clips/render-slots.ts';
import { createDetectorIngest } from './detector/detector-ingest.ts';
import { createEventSnapshots } from './events/event-snapshots.ts';
import { createExportQueue } from './exports/export-work.ts';
import { loadSigningKey } from './exports/signing-key.ts';
import { createFootageFiles } from './footage/footage-files.ts';
import { checkEverythingKept, followDeletions } from './footage-gone/follow-deletions.ts';
import { createHubWatch } from './hub/hub-watch.ts';
import { createHubOffering } from './hub-offer/offer-task.ts';
import { listenForChanges } from './listen-for-changes.ts';
import { feedStarter } from './live/feed-starter.ts';
import { createFetchSnapshot } from './plates/fetch-snapshot.ts';
import { createIngester } from './plates/ingest-plate-read.ts';
import { createPlateCrops, type PlateCrops } from './plates/plate-crops.ts';
import { createWatchlists, type Watchlists } from './plates/watchlists.ts';
import { createPreviews } from './previews/previews.ts';
import { createProtectedSpace } from './status/protected-space.ts';
import type { TestAppOptions } from './test-app-options.ts';
import { observeQueries } from './test-observe-queries.ts';
import { createTestPictures } from './test-pictures.ts';
import { openTestServer } from './test-server.ts';

export interface TestReply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape
  body: any;
  headers: Record<string, unknown>;
}

export interface TestApp {
  app: FastifyInstance;
  db: Database;
  clock: FakeClock;
  tokens: Tokens;
  secrets: SecretBox;
  dataDir: string;
  connectionString: string;
  alerts: Alerts;
  watchlists: Watchlists;
  crops: PlateCrops;
  imagesOf: AlertImages;
  /** The number of queued recorded stills. */
  stillsWaiting(): number;
  renderSlots: RenderSlots;
  /** Makes due and queued backups, as the server does regularly. */
  makeBackups(signal?: AbortSignal): Promise<void>;
  /** Makes the previews of new segments, as the server does regularly; returns how many. */
  makePreviews(): Promise<number>;
  /** Removes what was made from deleted footage, as the server does regularly. */
  followDeletions(): Promise<void>;
  call(
    method: InjectOptions['method'],
    url: string,
    options?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<TestReply>;
  /** Creates the first administrator and returns their token. */
  bootstrap(): Promise<string>;
  close(): Promise<void>;
}

/** Tests sign in hundreds of times, and none tests the cost of hashing. */
const CHEAP: PasswordCost = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/** The real server on its own database; only the clock is fake. */
export async function startTestApp(adminUrl: string, options: TestAppOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase(adminUrl, { usesKept: !options.onQuery });
  const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-api-'));
  const { logTo } = options;
  const log = createLogger({
    name: 'api',
    level: logTo ? 'trace' : 'silent',
    ...(logTo && { stream: { write: logTo } }),
  });
  const clock = fakeClock(Date.now());
  const { pool, lent, keep } = openTestPool(database.connectionString, { isShared: !options.onQuery });
  if (options.onQuery) observeQueries(pool, options.onQuery);
  const db = connect(lent);
  const secrets = createSecretBox(Buffer.alloc(32, 9));
  const tokens = createTokens(Buffer.alloc(32, 7), clock);
  const callers = createCallers({ db, tokens, clock });
  const listening = new AbortController();
  const pulse = options.hasPulse ? createDatabasePulse({ connectionString: database.connectionString }) : undefined;
  const beating = pulse?.task.run(listening.signal);
  const watchlists = createWatchlists();
  const hub = createHubWatch({
    db,
    clock,
    log,
    secrets,
    outbound: {},
    env: options.hubEnv ?? {},
    followers: () => changes.followers,
    note: (ref) => changes.note(ref),
    timing: options.hubTiming ?? {},
    ...(options.hubReadForMs !== undefined && { readForMs: options.hubReadForMs }),
  });
  const hubOffering = createHubOffering({
    db,
    clock,
    log,
    secrets,
    detectorEnv: {},
    pictureOf: async () => options.offeredPicture,
  });
  const loadDeps = { db, clock, watchlists, hub };
  const changes = createChangeFeed({
    load: (refs) => loadChanges(loadDeps, refs),
    nowMs: clock.now,
    log,
    limits: options.changeLimits ?? {},
  });
  const watchingHub = Promise.all([hub.task, hubOffering.task].map((task) => task.run(listening.signal)));
  const following = healthWatch({ ...loadDeps, feed: changes, log, everyMs: 500 }).run(listening.signal);
  const realPost = createPost({
    outbound: {},
    timeoutMs: 60_000,
    ...(options.isInside && { isInside: options.isInside }),
  });
  const post = options.aroundPost?.(realPost) ?? realPost;
  const alerts = createAlerts({
    clock,
    timeZone: 'UTC',
    maintenanceUntilMs: null,
    cameraGraceUntilMs: null,
    publicUrl: null,
    ...options.alerts,
  });
  const fetchSnapshot = createFetchSnapshot({ outbound: {}, timeoutMs: 20_000 });
  const snapshots = createEventSnapshots({
    db,
    clock,
    log,
    dataDir,
    fetchSnapshot,
    ...(options.snapshotBytes !== undefined && { maxBytes: options.snapshotBytes }),
  });
  const crops = createPlateCrops({
    db,
    log,
    fetchSnapshot,
    cutPicture: createPictureCutter({ ffmpegPath: 'ffmpeg', timeoutMs: 60_000 }),
  });
  const imagesOf: AlertImages = (...wanted) => createAlertImages({ log, cropOf: crops.ofRead, clipStore })(...wanted);
  const delivery = options.delivering
    ? deliveryTask({ db, log, secrets, alerts, post, imagesOf }, { pollMs: 250 }).run(listening.signal)
    : Promise.resolve();
  const detector = createDetectorIngest({
    db,
    clock,
    log,
    secrets,
    alerts,
    outbound: {},
    env: {},
    ingestPlate: createIngester({ db, clock, log, watchlists, alerts, crops }),
  });
  const detecting = options.detecting
    ? Promise.all(detector.tasks.map((task) => task.run(listening.signal)))
    : Promise.resolve([]);
  const runBackup = createRunBackup({
    env: { ...childEnv(process.env), ...bareEnv() },
    databaseUrl: database.connectionString,
    dataDir,
  });
  const newBackupWork = (): BackupWork =>
    createBackupWork({
      db,
      clock,
      log,
      alerts,
      dataDir,
      timeZone: 'UTC',
      runBackup: options.aroundRunBackup?.(runBackup) ?? runBackup,
    });
  const backups = newBackupWork();
  const hasher = await createPasswordHasher(CHEAP);
  const footage = createFootageFiles(dataDir);
  const signingKey = await loadSigningKey(dataDir);
  const exportQueue = createExportQueue({
    db,
    clock,
    log,
    dataDir,
    footage,
    timeZone: 'Europe/Berlin',
    signingKey,
    exportTool: { ffmpegPath: 'ffmpeg', env: process.env },
  });
  const exporting = Promise.all(exportQueue.tasks.map((task) => task.run(listening.signal)));
  const pictures = createTestPictures({ db, clock, log, dataDir, footage }, options);
  const { clipStore, clipParts, previewDeps } = pictures;
  const previews = createPreviews(previewDeps);
  const listener = listenForChanges({
    connectionString: database.connectionString,
    log,
    callers,
    footageCaches: [clipStore.known, previews.known],
    changes,
    exportQueue,
    raisedEvents: createWakeUp(),
    footageGone: createWakeUp(),
    hub,
    hubOffering,
    detector,
  }).run(listening.signal);
  const goneDeps = { db, log, clipStore, clipFiles: clipParts.clipFiles, packs: previewDeps.packs, snapshots };
  const grabFrame = createFrameGrabber({ ffmpegPath: 'ffmpeg', outbound: {}, timeoutMs: 60_000 });
  const api = createApi(
    {
      db,
      clock,
      log,
      dataDir,
      timeZone: 'UTC',
      footage,
      rtspPort: options.rtspPort ?? 8554,
      restreamHost: '127.0.0.1',
      webrtcNetwork: () => ({ addresses: ['127.0.0.1'], bindAddress: '127.0.0.1' }),
      secrets,
      passwords: options.aroundPasswords?.(hasher) ?? hasher,
      tokens,
      callers,
      auditSpans: createAuditSpans({ db, clock }),
      changes,
      backups,
      detectorEnv: {},
      detector,
      hubEnv: options.hubEnv ?? {},
      hub,
      hubOffering,
      probeSource: createSourceProber({ ffprobePath: 'ffprobe', outbound: {}, timeoutMs: 20_000 }),
      extractFrame: pictures.extractFrame,
      ...clipParts,
      clipStore,
      snapshots,
      previews,
      transcodeSegment: createSegmentTranscoder({ ffmpegPath: 'ffmpeg' }),
      signingKey,
      startFeed: feedStarter({ ffmpegPath: 'ffmpeg', env: process.env }),
      thumbConcurrency: 2,
      stillPermits: pictures.stillPermits,
      grabFrame,
      grabRestreamFrame: options.aroundGrabFrame?.(grabFrame) ?? grabFrame,
      scalePicture: createPictureScaler({ ffmpegPath: 'ffmpeg', timeoutMs: 60_000 }),
      discoverDevices: createDeviceDiscovery({
        target: options.discoveryTarget ?? { address: '127.0.0.1', port: 9 },
        listenMs: 300,
      }),
      listDeviceStreams: createDeviceStreamLister({ outbound: {}, nowMs: Date.now, timeoutMs: 20_000 }),
      isDemo: options.isDemo ?? false,
      envSummary: {},
      watchlists,
      crops,
      alerts,
      outbound: {},
      post,
      isSetUp: options.isSetUp ?? (() => true),
      protectedSpace: createProtectedSpace({ db, clock }),
    },
    {
      pool,
      unlessUnresponsive: pulse?.unlessUnresponsive ?? ((work) => work),
      metricsToken: options.metricsToken,
      boundToLoopback: options.boundToLoopback ?? true,
      authority: options.authority,
    },
  );
  const server = await openTestServer(api, {
    log,
    plainHttp: options.plainHttp ?? true,
    consoleDir: join(dataDir, 'no-console'),
    isShared: !logTo && options.plainHttp !== false,
  });
  const { app } = server;

  const call: TestApp['call'] = async (method, url, { token, body, headers } = {}) => {
    const reply = await app.inject({
      method: method ?? 'GET',
      url,
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    });
    const isJson = String(reply.headers['content-type']).includes('json');
    return { status: reply.statusCode, body: isJson ? reply.json() : reply.rawPayload, headers: reply.headers };
  };

  return {
    app,
    db,
    clock,
    tokens,
    secrets,
    dataDir,
    connectionString: database.connectionString,
    alerts,
    watchlists,
    crops,
    imagesOf,
    stillsWaiting: pictures.stillPermits.waiting,
    renderSlots: clipParts.renderSlots,
    makeBackups: (signal = listening.signal) => newBackupWork().runOnce(signal),
    makePreviews: () => pictures.makePreviews(listening.signal),
    followDeletions: async () => {
      await followDeletions(goneDeps, listening.signal);
      await checkEverythingKept(goneDeps, listening.signal);
    },
    call,
    bootstrap: async () => {
      const reply = await call('POST', '/auth/bootstrap', { body: { username: 'admin', password: 'correct horse' } });
      if (reply.status !== 201) throw new Error(`bootstrap answered ${reply.status}`);
      return reply.body.token as string;
    },
    close: async () => {
      listening.abort();
      await listener;
      await beating;
      await delivery;
      await detecting;
      await watchingHub;
      await following;
      await exporting;
      await server.close();
      await db.destroy();
      await database.drop(await keep());
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
