export interface MappedCamera {
  id: string;
  detectorCameraName: string | null;
}

/** Which camera of ours the detector means by a name; the same for storing events and for recording. */
export function mapDetectorCameras(cameras: readonly MappedCamera[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const { id, detectorCameraName } of cameras) if (detectorCameraName !== null) ids.set(detectorCameraName, id);
  return ids;
}
