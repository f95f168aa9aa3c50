/** A name that every file system and archiver accepts: the letters and digits of the camera's name, then the start in UTC. */
export function exportFileName({ cameraName, startMs }: { cameraName: string; startMs: number }): string {
  const plain = cameraName
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  const stamp = new Date(startMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `${plain || 'camera'}_${stamp}`;
}

/** Appends a number to a name that is taken. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let n = 2; ; n += 1) if (!taken.has(`${wanted}_${n}`)) return `${wanted}_${n}`;
}
