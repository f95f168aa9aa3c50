import type Hls from 'hls.js';
import type {
  HlsConfig,
  LevelDetails,
  Loader,
  LoaderCallbacks,
  LoaderConfiguration,
  PlaylistLoaderContext,
} from 'hls.js';
import { createMediaMap, type MediaMap } from './media-map.ts';

/** `unreadable`: the server answers, but does not have the media of its own playlist. */
export type HlsFailure = 'cannot-play' | 'interrupted' | 'unreadable';

export interface HlsSessionOptions {
  video: HTMLVideoElement;
  /** The playlist as text; fetched again while it grows. */
  playlist: () => Promise<string>;
  /** Sent with every request for media; read each time, because it is renewed. */
  token: () => string | undefined;
  origin: string;
  path: string;
  /** Start position, once the playlist is known. */
  startAt(map: MediaMap): number;
  onMap(map: MediaMap): void;
  onFailure(failure: HlsFailure): void;
}

export interface HlsSession {
  close(): void;
}

/** Loads the player's code when the first pane needs it. */
const loadHls = async (): Promise<typeof Hls> => (await import('hls.js/light')).default;

export const preloadHls = (): void => void loadHls();

/** Plays a range of footage in a video element with hls.js. */
export async function openHlsSession(options: HlsSessionOptions): Promise<HlsSession | undefined> {
  const HlsPlayer = await loadHls();
  if (!HlsPlayer.isSupported()) {
    options.onFailure('cannot-play');
    return undefined;
  }
  const hls = new HlsPlayer(configOf(options));
  let isStarted = false;
  let isClosed = false;
  /** Deferred: the caller closes the player, whose parts hls.js still uses until its event handler has ended. */
  const fail = (failure: HlsFailure) => queueMicrotask(() => !isClosed && options.onFailure(failure));
  const readMap = (details: LevelDetails) => {
    const map = createMediaMap(
      details.fragments.flatMap(({ programDateTime, start, duration }) =>
        programDateTime === null ? [] : [{ wallMs: programDateTime, mediaSeconds: start, durationSeconds: duration }],
      ),
    );
    options.onMap(map);
    return map;
  };
  hls.on(HlsPlayer.Events.LEVEL_LOADED, (_, { details }) => {
    const map = readMap(details);
    if (isStarted) return;
    isStarted = true;
    hls.startLoad(options.startAt(map));
  });
  hls.on(HlsPlayer.Events.LEVEL_UPDATED, (_, { details }) => readMap(details));
  hls.on(HlsPlayer.Events.LEVEL_PTS_UPDATED, (_, { details }) => readMap(details));
  hls.on(HlsPlayer.Events.ERROR, (_, { fatal, type, details, response }) => {
    const { BUFFER_ADD_CODEC_ERROR, BUFFER_INCOMPATIBLE_CODECS_ERROR, MANIFEST_INCOMPATIBLE_CODECS_ERROR } =
      HlsPlayer.ErrorDetails;
    const codecs: string[] = [
      BUFFER_ADD_CODEC_ERROR,
      BUFFER_INCOMPATIBLE_CODECS_ERROR,
      MANIFEST_INCOMPATIBLE_CODECS_ERROR,
    ];
    if (codecs.includes(details)) return fail('cannot-play');
    if (!fatal) return;
    if (type === HlsPlayer.ErrorTypes.MEDIA_ERROR && details !== HlsPlayer.ErrorDetails.BUFFER_APPEND_ERROR)
      return hls.recoverMediaError();
    fail(response?.code === 404 ? 'unreadable' : 'interrupted');
  });
  hls.loadSource(`${options.origin}${options.path}`);
  hls.attachMedia(options.video);
  return {
    close: () => {
      isClosed = true;
      hls.destroy();
    },
  };
}

const configOf = ({ playlist, token }: HlsSessionOptions): Partial<HlsConfig> => ({
  // The content security policy allows no blob workers, and fMP4 needs no transmuxing.
  enableWorker: false,
  autoStartLoad: false,
  startFragPrefetch: true,
  testBandwidth: false,
  maxBufferLength: 16,
  maxMaxBufferLength: 64,
  backBufferLength: 40,
  maxBufferHole: 0.6,
  maxLiveSyncPlaybackRate: 1,
  xhrSetup: (request) => {
    const bearer = token();
    if (bearer !== undefined) request.setRequestHeader('authorization', `Bearer ${bearer}`);
  },
  pLoader: playlistLoader(playlist),
});

/** Loads playlists through the console's API client, which handles refusals, sessions and an unreachable server. */
function playlistLoader(playlist: () => Promise<string>): NonNullable<HlsConfig['pLoader']> {
  return class implements Loader<PlaylistLoaderContext> {
    context: PlaylistLoaderContext | null = null;
    readonly stats = {
      aborted: false,
      loaded: 0,
      retry: 0,
      total: 0,
      chunkCount: 0,
      bwEstimate: 0,
      loading: { start: 0, first: 0, end: 0 },
      parsing: { start: 0, end: 0 },
      buffering: { start: 0, first: 0, end: 0 },
    };

    load(
      context: PlaylistLoaderContext,
      _config: LoaderConfiguration,
      callbacks: LoaderCallbacks<PlaylistLoaderContext>,
    ): void {
      this.context = context;
      const { stats } = this;
      stats.loading.start = performance.now();
      playlist().then(
        (data) => {
          if (stats.aborted) return;
          stats.loading.first = performance.now();
          stats.loading.end = stats.loading.first;
          stats.loaded = data.length;
          stats.total = data.length;
          callbacks.onSuccess({ url: context.url, data, code: 200 }, stats, context, null);
        },
        () => {
          if (!stats.aborted) callbacks.onError({ code: 0, text: 'refused' }, context, null, stats);
        },
      );
    }

    abort(): void {
      this.stats.aborted = true;
    }

    destroy(): void {
      this.abort();
      this.context = null;
    }
  };
}
