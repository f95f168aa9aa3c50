import type { ListedKeys } from '../../parts/keyboard/shortcuts-help.ts';

/** Pane shortcuts apply to the focused camera. */
export const liveKeys: readonly ListedKeys[] = [
  { keys: ['←→↑↓'], label: 'keys.paneMove' },
  { keys: ['Enter'], label: 'keys.paneOpen' },
  { keys: ['+', '−', '0'], label: 'keys.paneZoom' },
  { keys: ['M'], label: 'keys.paneSound' },
  { keys: ['F'], label: 'keys.paneFull' },
  { keys: ['S'], label: 'keys.paneSnapshot' },
  { keys: ['I'], label: 'keys.paneInfo' },
  { keys: ['P'], label: 'keys.panePlayback' },
  { keys: ['1 – 6'], label: 'keys.layout' },
  { keys: ['PgUp', 'PgDn'], label: 'keys.pages' },
];
