import { session } from '../api/api.ts';
import { drafts } from './drafts.ts';

/**
 * Within the console what is typed is kept; a page that is closed takes it along, so the browser asks first. Only while
 * there is something to lose: a page that asks for nothing is left to the browser's own memory of pages.
 */
export function askBeforeClosing(): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    // Who signed out was asked already, and what was typed by somebody else is not for whoever comes now.
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
