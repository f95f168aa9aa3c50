/** The last picture of each camera, shown at once when its pane opens again or its stream is lost. */
export interface PictureMemory {
  keep(cameraId: string, video: HTMLVideoElement, takenAtMs: number): void;
  find(cameraId: string): KeptPicture | undefined;
}

export interface KeptPicture {
  canvas: HTMLCanvasElement;
  takenAtMs: number;
}

const MAX_KEPT = 64;
const MAX_WIDTH_PX = 960;

export function createPictureMemory(): PictureMemory {
  const kept = new Map<string, KeptPicture>();
  return {
    keep: (cameraId, video, takenAtMs) => {
      const { videoWidth, videoHeight } = video;
      if (videoWidth === 0 || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
      const scale = Math.min(1, MAX_WIDTH_PX / videoWidth);
      const canvas = kept.get(cameraId)?.canvas ?? document.createElement('canvas');
      canvas.width = Math.round(videoWidth * scale);
      canvas.height = Math.round(videoHeight * scale);
      canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
      kept.delete(cameraId);
      kept.set(cameraId, { canvas, takenAtMs });
      const oldest = kept.size > MAX_KEPT ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
    },
    find: (cameraId) => kept.get(cameraId),
  };
}
