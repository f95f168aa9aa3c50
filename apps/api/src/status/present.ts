import { reasonBody } from '@holdfast/contract';
import type {
  findHeartbeat,
  HubStatusRow,
  listStorages,
  listVisibleMotionSources,
  listVisibleStreamStatus,
  StorageStatusRow,
} from '@holdfast/db';
import { reasonText } from '@holdfast/domain';
import { RECORDER_SILENT_MS } from '../system/health.ts';
import { hubSentences, storageSentences, streamSentences } from './sentences.ts';

type StreamRow = Awaited<ReturnType<typeof listVisibleStreamStatus>>[number];
type StorageRow = Awaited<ReturnType<typeof listStorages>>[number];

type Heartbeat = Awaited<ReturnType<typeof findHeartbeat>>;

export const presentRecorder = (heartbeat: Heartbeat, nowMs: number) => ({
  alive: heartbeat !== undefined && nowMs - heartbeat.beatAt.getTime() <= RECORDER_SILENT_MS,
  started_at: heartbeat?.startedAt.toISOString() ?? null,
  beat_at: heartbeat?.beatAt.toISOString() ?? null,
});

export function presentStream(row: StreamRow, { alive, isAdmin }: { alive: boolean; isAdmin: boolean }) {
  const state = alive ? row.state : ('unknown' as const);
  return {
    stream: row.stream,
    state,
    sentence: streamSentences[state],
    detail: isAdmin && row.detail !== null ? reasonText(row.detail) : null,
    reason: isAdmin ? reasonBody(row.detail) : null,
    since: row.since.toISOString(),
    bitrate_bps: row.bitrateBps,
    last_segment_end: row.lastSegmentEndTs?.toISOString() ?? null,
    segment_lag_ms: row.segmentLagMs,
    restarts: row.restarts,
    codecs: row.codecs,
    width: row.width,
    height: row.height,
    fps: row.fps,
    audio_codec: row.audioCodec,
    reencoded: row.reencoded,
    updated_at: row.updatedAt.toISOString(),
  };
}

type MotionSourceRow = Awaited<ReturnType<typeof listVisibleMotionSources>>[number];

export const presentMotionSource = (
  { source, able, reason, since }: MotionSourceRow,
  { alive, isAdmin }: { alive: boolean; isAdmin: boolean },
) => ({
  source,
  // A recorder that is silent watches nothing.
  able: alive && able,
  detail: isAdmin && reason !== null ? reasonText(reason) : null,
  reason: isAdmin ? reasonBody(reason) : null,
  since: since.toISOString(),
});

export function presentStorage(storage: StorageRow, status: StorageStatusRow | undefined, alive: boolean) {
  const state = alive && status ? status.state : ('unknown' as const);
  return {
    storage_id: storage.id,
    name: storage.name,
    state,
    sentence: storageSentences[state],
    free_bytes: status?.freeBytes ?? null,
    total_bytes: status?.totalBytes ?? null,
    pending_bytes: status?.pendingBytes ?? 0,
  };
}

export function presentHubHealth(row: HubStatusRow, { alive, isAdmin }: { alive: boolean; isAdmin: boolean }) {
  // One missing answer is not an outage yet.
  const known = row.state === 'missed' ? 'ok' : row.state;
  const state = alive ? known : ('unknown' as const);
  const reason = isAdmin && state === 'unreachable' ? row.reason : null;
  return {
    state,
    sentence: hubSentences[state],
    detail: reason === null ? null : reasonText(reason),
    reason: reasonBody(reason),
    since: row.since.toISOString(),
  };
}
