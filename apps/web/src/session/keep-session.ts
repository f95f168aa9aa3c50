import { ApiProblem } from '@holdfast/client';
import { api, session, sessionChannel } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { queryClient } from '../api/query-client.ts';
import { isRenewalDue, type SessionMessage } from '../api/session-store.ts';

const CHECK_EVERY_MS = 60_000;
const ASK_AGAIN_MS = 2_000;

/** Loads the session, renews it in time and follows other tabs. Returns a function that stops it. */
export function keepSession(): () => void {
  let asking: ReturnType<typeof setTimeout> | undefined;
  const find = async () => {
    try {
      const me = await api.me.get();
      queryClient.setQueryData(queries.me.queryKey, me);
      session.found(me.username);
      await renew();
    } catch (err) {
      if (err instanceof ApiProblem && err.status === 401) return session.found(undefined);
      // The session is unknown while the server is unreachable; the banner shows that.
      asking = setTimeout(() => void find(), ASK_AGAIN_MS);
    }
  };
  const renew = async () => {
    if (!isRenewalDue(session.current(), Date.now())) return;
    // On failure the session is still valid, and the next interval retries.
    const reply = await api.auth.refresh().catch(() => undefined);
    if (reply) session.renew(reply);
  };
  const follow = ({ data }: MessageEvent<SessionMessage>) => session.receive(data);
  void find();
  const timer = setInterval(() => void renew(), CHECK_EVERY_MS);
  sessionChannel.addEventListener('message', follow);
  return () => {
    clearInterval(timer);
    clearTimeout(asking);
    sessionChannel.removeEventListener('message', follow);
  };
}
