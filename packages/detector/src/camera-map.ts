export interface MappedCamera {
  id: string;
  detectorCameraName: string | null;
}

/** Maps the detector's camera names to our cameras, both for storing events and for recording. */
export function mapDetectorCameras(cameras: readonly MappedCamera[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const { id, detectorCameraName } of cameras) if (detectorCameraName !== null) ids.set(detectorCameraName, id);
  return ids;
}
