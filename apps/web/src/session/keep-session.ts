import { api, session } from '../api/api.ts';
import { isRenewalDue, SESSION_KEY } from '../api/session-store.ts';

const CHECK_EVERY_MS = 60_000;

/** Exchanges the token in good time and follows what other tabs do. Returns the way to stop. */
export function keepSession(): () => void {
  const renew = async () => {
    if (!isRenewalDue(session.current(), Date.now())) return;
    // Refused or unanswered: the token in hand is still good, and the next round tries again.
    const reply = await api.auth.refresh().catch(() => undefined);
    if (reply) session.renew(reply);
  };
  const follow = ({ key }: StorageEvent) => {
    if (key === SESSION_KEY || key === null) session.reread();
  };
  void renew();
  const timer = setInterval(() => void renew(), CHECK_EVERY_MS);
  window.addEventListener('storage', follow);
  return () => {
    clearInterval(timer);
    window.removeEventListener('storage', follow);
  };
}
