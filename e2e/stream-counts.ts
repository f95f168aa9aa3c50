import { routes } from '@holdfast/contract';
import type { Page } from 'playwright-core';

/** The live streams of a page, as the browser sees them; without the connection for changes. */
export function countStreams(page: Page): { open: () => number } {
  let open = 0;
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).pathname === routes.changes.follow.path) return;
    open += 1;
    socket.on('close', () => {
      open -= 1;
    });
  });
  return { open: () => open };
}
