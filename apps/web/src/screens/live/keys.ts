import type { ListedKeys } from '../../parts/shortcuts-help.ts';

/** Those of a pane work on the camera that has the focus. */
export const liveKeys: readonly ListedKeys[] = [
  { keys: ['←→↑↓'], says: 'keys.paneMove' },
  { keys: ['Enter'], says: 'keys.paneOpen' },
  { keys: ['+', '−', '0'], says: 'keys.paneZoom' },
  { keys: ['M'], says: 'keys.paneSound' },
  { keys: ['F'], says: 'keys.paneFull' },
  { keys: ['S'], says: 'keys.paneSnapshot' },
  { keys: ['I'], says: 'keys.paneInfo' },
  { keys: ['P'], says: 'keys.panePlayback' },
  { keys: ['1 – 6'], says: 'keys.layout' },
  { keys: ['PgUp', 'PgDn'], says: 'keys.pages' },
];
