// Smaller steps cause needless jumps in players; larger ones are gaps.
const SMALL_STEP_MS = 250;
const LARGE_STEP_MS = 2_000;

/** The rules of RFC 8216 and Apple's players for a finished fMP4 playlist. Returns the violations as text. */
export function brokenHlsRules(text: string): string[] {
  const faults: string[] = [];
  const lines = text.split('\n');
  const tag = (name: string) =>
    lines.find((line) => line.startsWith(`#EXT-X-${name}:`))?.slice(`#EXT-X-${name}:`.length);
  if (lines[0] !== '#EXTM3U') faults.push('does not begin with EXTM3U');
  if (Number(tag('VERSION') ?? 1) < 6) faults.push('EXT-X-MAP in a media playlist needs version 6');
  if (tag('PLAYLIST-TYPE') !== 'VOD' || lines.at(-2) !== '#EXT-X-ENDLIST') faults.push('is not finished');
  for (const name of ['VERSION', 'TARGETDURATION', 'MEDIA-SEQUENCE', 'PLAYLIST-TYPE'])
    if (lines.filter((line) => line.startsWith(`#EXT-X-${name}:`)).length > 1) faults.push(`${name} is repeated`);
  const target = Number(tag('TARGETDURATION') ?? Number.NaN);
  if (!Number.isInteger(target)) faults.push('has no whole target duration');

  let map: string | undefined;
  let pending: { seconds?: number; map?: string; isDiscontinuity?: boolean; date?: number } = {};
  let segments = 0;
  let expectedDate: number | undefined;
  for (const line of lines) {
    const [, name = '', value = ''] = /^#(EXT[\w-]*)(?::(.*))?$/.exec(line) ?? [];
    if (name === 'EXTINF') pending.seconds = Number.parseFloat(value);
    else if (name === 'EXT-X-MAP') pending.map = /URI="([^"]+)"/.exec(value)?.[1] ?? '';
    else if (name === 'EXT-X-DISCONTINUITY') pending.isDiscontinuity = true;
    else if (name === 'EXT-X-PROGRAM-DATE-TIME') pending.date = Date.parse(value);
    else if (name.startsWith('EXT-X-') && segments > 0 && name !== 'EXT-X-ENDLIST')
      faults.push(`${name} is between segments`);
    if (line === '' || line.startsWith('#')) continue;
    const { seconds, isDiscontinuity = false, date } = pending;
    if (seconds === undefined || !(seconds >= 0)) faults.push(`${line} has no duration`);
    else if (Math.round(seconds) > target) faults.push(`${line} is longer than the target duration`);
    if (pending.map === undefined && map === undefined) faults.push(`${line} has no initialization segment before it`);
    if (pending.map !== undefined && map !== undefined && !isDiscontinuity)
      faults.push(`${line} has another initialization segment without a discontinuity`);
    if (isDiscontinuity && segments === 0) faults.push('begins with a discontinuity');
    if (isDiscontinuity && date === undefined) faults.push(`${line} is discontinuous and has no time`);
    const stepMs = date === undefined || expectedDate === undefined ? 0 : date - expectedDate;
    if (date !== undefined && expectedDate !== undefined && !isDiscontinuity && Math.abs(stepMs) <= SMALL_STEP_MS)
      faults.push(`${line} has a date inside a stretch that players know without it`);
    if (!isDiscontinuity && Math.abs(stepMs) > LARGE_STEP_MS)
      faults.push(`${line} has a jump of time inside a stretch`);
    // Another stream may take over in the middle of a segment.
    if (stepMs < -Math.max(LARGE_STEP_MS, 1000 * target))
      faults.push(`${line} is dated long before the previous segment`);
    map = pending.map ?? map;
    expectedDate = (date ?? expectedDate ?? Number.NaN) + (seconds ?? 0) * 1000;
    segments += 1;
    pending = {};
  }
  if (Object.keys(pending).length > 0) faults.push('ends with tags that belong to no segment');
  if (segments === 0) faults.push('has no segments');
  return faults;
}
