import { session } from '../../api/api.ts';
import { drafts } from './drafts.ts';

/**
 * Drafts survive navigation inside the console but not closing the page, so the browser asks first. Registered only while
 * there are drafts, because the listener disables the browser's back/forward cache.
 */
export function askBeforeClosing(): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    // Sign-out has already asked, and drafts must not survive a change of user.
    if (session.current().kind !== 'leaving') event.preventDefault();
  };
  const follow = () => {
    if (drafts.hasAny()) window.addEventListener('beforeunload', ask);
    else window.removeEventListener('beforeunload', ask);
  };
  const leave = drafts.subscribe(follow);
  return () => {
    leave();
    window.removeEventListener('beforeunload', ask);
  };
}
