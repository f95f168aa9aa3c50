/** A file name that is valid everywhere, with the moment of the picture. */
export function snapshotName(cameraName: string, atMs: number): string {
  const safe = [...cameraName.normalize('NFC')]
    .map((one) => (/[\p{L}\p{N} ._-]/u.test(one) ? one : ' '))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[ .]+|[ .]+$/g, '')
    .slice(0, 60);
  const local = new Date(atMs - new Date(atMs).getTimezoneOffset() * 60_000).toISOString();
  return `${safe === '' ? 'camera' : safe} ${local.slice(0, 10)} ${local.slice(11, 19).replaceAll(':', '-')}.jpg`;
}

/** Saves the current picture of a video at full resolution. */
export async function saveSnapshot(video: HTMLVideoElement, name: string): Promise<void> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  if (!blob) return;
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
