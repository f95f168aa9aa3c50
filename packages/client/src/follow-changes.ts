import { CHANGES_PROTOCOL, type ChangeMessage, routes } from '@holdfast/contract';

export interface ChangesOptions {
  baseUrl: string;
  /** Read before each connection, so that a refreshed token is used; without one the session cookie is used. */
  token?: () => string | undefined;
  /** After a reconnect the missed changes arrive, or `reset` if the server no longer has them. */
  onMessage: (message: ChangeMessage) => void;
  onConnected?: (isConnected: boolean) => void;
  /** Replacement outside browsers. */
  webSocket?: typeof WebSocket;
}

const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
/** The server sends something every 20 s: a connection that is silent for longer is dead. */
const SILENT_MS = 50_000;

/** Follows the server's changes across lost connections. Returns a function that stops it. */
export function followChanges({
  baseUrl,
  token,
  onMessage,
  onConnected,
  webSocket: Socket = WebSocket,
}: ChangesOptions): () => void {
  let cursor: string | undefined;
  let attempt = 0;
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const reconnect = () => {
    if (isStopped) return;
    const pauseMs = Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** attempt) * (0.5 + Math.random() / 2);
    attempt += 1;
    clearTimeout(timer);
    timer = setTimeout(connect, pauseMs);
  };
  const connect = () => {
    const url = new URL(routes.changes.follow.path, baseUrl.replace(/^http/, 'ws'));
    if (cursor !== undefined) url.searchParams.set('cursor', cursor);
    const bearer = token?.();
    const opened = new Socket(url, [CHANGES_PROTOCOL, ...(bearer === undefined ? [] : [`bearer.${bearer}`])]);
    socket = opened;
    const end = () => {
      if (socket !== opened) return;
      socket = undefined;
      opened.close();
      onConnected?.(false);
      reconnect();
    };
    const watchSilence = () => {
      clearTimeout(timer);
      timer = setTimeout(end, SILENT_MS);
    };
    watchSilence();
    opened.addEventListener('message', ({ data }) => {
      if (socket !== opened) return;
      const message = JSON.parse(String(data)) as ChangeMessage;
      if (attempt > 0 || cursor === undefined) onConnected?.(true);
      attempt = 0;
      cursor = message.cursor;
      watchSilence();
      onMessage(message);
    });
    opened.addEventListener('close', end);
    opened.addEventListener('error', end);
  };
  connect();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    const last = socket;
    socket = undefined;
    last?.close();
  };
}
