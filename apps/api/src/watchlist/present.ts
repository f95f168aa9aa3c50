import type { WatchlistRow } from '@holdfast/db';

export const presentEntry = (entry: WatchlistRow) => ({
  id: entry.id,
  plate: entry.plate,
  kind: entry.kind,
  label: entry.label,
  note: entry.note,
  color: entry.color,
  notify: entry.notify,
  created_at: entry.createdAt.toISOString(),
});
