import { isPlateEvent, openingOf } from '@holdfast/domain';
import { glyphOf, type MarkKind, type TimelineMark } from '@holdfast/ui';

interface TimelineEvent {
  id: string;
  camera_id: string;
  ts: string;
  end_ts: string | null;
  label: string;
  source_id: string;
  unknown: readonly { start: string; end: string | null }[];
}

const HUB_SOURCE_ID = 'hub';

/** An event on the timeline: openings are spans, everything else a symbol at its start. */
export function eventMark(
  { id, camera_id, ts, end_ts, label, source_id, unknown }: TimelineEvent,
  { text, nowMs }: { text: string; nowMs: number },
): TimelineMark {
  const startMs = Date.parse(ts);
  const kind = kindOf({ label, source_id });
  const isOpening = kind === 'opening';
  const endOf = (end: string | null) => (end === null ? nowMs : Date.parse(end));
  return {
    id,
    kind,
    cameraId: camera_id,
    startMs,
    endMs: isOpening ? endOf(end_ts) : startMs,
    text,
    ...(isOpening
      ? { unknown: unknown.map(({ start, end }) => ({ startMs: Date.parse(start), endMs: endOf(end) })) }
      : { glyph: glyphOf(label) }),
  };
}

function kindOf({ label, source_id }: Pick<TimelineEvent, 'label' | 'source_id'>): MarkKind {
  if (source_id === HUB_SOURCE_ID && openingOf(label) !== undefined) return 'opening';
  return isPlateEvent({ label }) ? 'plate' : 'detection';
}
