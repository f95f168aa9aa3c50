export interface RecordOutput {
  audio: boolean;
  segmentSeconds?: number;
}

export interface RecordPlan extends RecordOutput {
  /** Address on the restream; see `isRestreamUrl`. */
  sourceUrl: string;
}

// Numbers that never come back: by the clock's names, a clock that steps back and a child that catches up after a stall
// would both truncate the file that was just closed. The child's working directory is its spool, so no directory name
// ever meets the percent sign.
const SPOOL_PATTERN = '%09d.mp4';

const DEFAULT_SEGMENT_SECONDS = 4;
const SOURCE_PROTOCOLS = 'rtsp,rtp,tcp,tls';

// The segment muxer ignores a top-level -movflags: the inner muxer gets its own. Flushing each packet leaves whole
// fragments behind when the child is killed.
const INNER_OPTIONS = 'movflags=+frag_keyframe+empty_moov+default_base_moof+global_sidx:flush_packets=1';

// ffmpeg notices the border by the precise clock, but the file's birth, which names the segment, is taken from the coarse
// one, which lags by up to a tick. A cut right on the border would be born in the second before it.
const CUT_AFTER_BORDER_SECONDS = 0.05;

/** Whether a URL may be given to a recording child: RTSP only, with nothing that could be read as an option or a list. */
export function isRestreamUrl(url: string): boolean {
  if (!/^rtsps?:\/\/[^\s\p{Cc}]+$/u.test(url)) return false;
  return URL.canParse(url) && new URL(url).hostname !== '';
}

export const recordInputArgs = (sourceUrl: string): string[] => {
  if (!isRestreamUrl(sourceUrl)) throw new TypeError('a recording reads from an RTSP URL only');
  return ['-protocol_whitelist', SOURCE_PROTOCOLS, '-rtsp_transport', 'tcp', '-i', sourceUrl];
};

const audioArgs = (audio: boolean): string[] =>
  audio ? ['-map', '0:a:0?', '-af', 'aresample=async=1:first_pts=0', '-c:a', 'aac', '-ar', '48000'] : ['-an'];

// Apple's players refuse the hev1 tag that H.265 would get otherwise. The segment muxer leaves a tag out that is none of the
// codec's, so that H.264 is avc1 all the same. Nobody has to know the codec beforehand: it may be another by the time the
// child asks for the stream.
const VIDEO_ARGS = ['-map', '0:v:0', '-c:v', 'copy', '-tag:v', 'hvc1'];

export const recordOutputArgs = ({ audio, segmentSeconds = DEFAULT_SEGMENT_SECONDS }: RecordOutput): string[] => [
  ...VIDEO_ARGS,
  ...audioArgs(audio),
  ...['-f', 'segment', '-segment_time', String(segmentSeconds), '-segment_atclocktime', '1'],
  ...['-segment_clocktime_offset', (segmentSeconds - CUT_AFTER_BORDER_SECONDS).toFixed(2)],
  ...['-reset_timestamps', '1'],
  ...['-segment_format', 'mp4', '-segment_format_options', INNER_OPTIONS],
  ...['-segment_list', 'pipe:1', '-segment_list_type', 'csv'],
  SPOOL_PATTERN,
];

/** Quiet but for warnings, no progress line, no questions on a closed stdin. */
export const GLOBAL_ARGS: readonly string[] = ['-hide_banner', '-nostdin', '-nostats', '-loglevel', 'level+warning'];

/** The whole command line of one recording child; run it with `childEnv` in a spool directory of its own. */
export const recordArgs = ({ sourceUrl, ...output }: RecordPlan): string[] => [
  ...GLOBAL_ARGS,
  ...recordInputArgs(sourceUrl),
  ...recordOutputArgs(output),
];
