import { ApiProblem } from '@holdfast/client';
import { api, session, sessionNews } from '../api/api.ts';
import { isRenewalDue, type SessionNews } from '../api/session-store.ts';

const CHECK_EVERY_MS = 60_000;
const ASK_AGAIN_MS = 2_000;

/** Finds out whose session this is, renews it in good time and follows what other tabs do. Returns the way to stop. */
export function keepSession(): () => void {
  let asking: ReturnType<typeof setTimeout> | undefined;
  const find = async () => {
    try {
      session.found((await api.me.get()).username);
      await renew();
    } catch (err) {
      if (err instanceof ApiProblem && err.status === 401) return session.found(undefined);
      // Nobody knows while the server is away; the banner says so meanwhile.
      asking = setTimeout(() => void find(), ASK_AGAIN_MS);
    }
  };
  const renew = async () => {
    if (!isRenewalDue(session.current(), Date.now())) return;
    // Refused or unanswered: the session is still good, and the next round tries again.
    const reply = await api.auth.refresh().catch(() => undefined);
    if (reply) session.renew(reply);
  };
  const follow = ({ data }: MessageEvent<SessionNews>) => session.hear(data);
  void find();
  const timer = setInterval(() => void renew(), CHECK_EVERY_MS);
  sessionNews.addEventListener('message', follow);
  return () => {
    clearInterval(timer);
    clearTimeout(asking);
    sessionNews.removeEventListener('message', follow);
  };
}
