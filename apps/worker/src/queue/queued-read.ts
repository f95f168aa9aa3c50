/** One read as it is posted to `/lpr/reads`. */
export interface QueuedRead {
  camera_id: string;
  plate: string;
  plate_raw: string;
  confidence: number;
  provider_event_id: string;
  ts: string;
  bbox: number[];
  crop_jpeg?: string;
}
