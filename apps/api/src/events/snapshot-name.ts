/** Everything that decides the bytes of a kept picture: one that ended later has another. */
export interface SnapshotName {
  cameraId: string;
  eventId: string;
  startMs: number;
  endMs: number;
}

export const printSnapshotName = ({ eventId, startMs, endMs }: SnapshotName): string =>
  `${eventId}_${startMs}-${endMs}.jpg`;

const NAME = /^([0-9a-f-]{36})_(\d+)-(\d+)\.jpg$/;

/** Undefined for a file that is not ours. */
export function parseSnapshotName(cameraId: string, text: string): SnapshotName | undefined {
  const [, eventId, startMs, endMs] = NAME.exec(text) ?? [];
  return eventId === undefined ? undefined : { cameraId, eventId, startMs: Number(startMs), endMs: Number(endMs) };
}
