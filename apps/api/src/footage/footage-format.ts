import { type VideoCodecName, videoCodecOf } from '@holdfast/domain';
import { type OpenedBytes, readOpenedSegment } from '@holdfast/media';

export interface FootageFormat {
  codec: VideoCodecName;
  /** RFC 6381, video and audio. */
  codecs: string;
  width: number | null;
  height: number | null;
}

/** The format of a recorded file; undefined if it cannot be read any more. Closes the file. */
export async function formatOf(opened: OpenedBytes): Promise<FootageFormat | undefined> {
  const reading = await readOpenedSegment(opened);
  if (reading.kind !== 'segment') return undefined;
  const formats = reading.facts.tracks.map(({ format }) => format);
  const video = formats.find((format) => format.kind === 'video');
  return {
    codec: videoCodecOf(video?.codec ?? ''),
    codecs: formats
      .filter(({ kind }) => kind !== 'other')
      .map(({ codec }) => codec)
      .join(', '),
    width: video?.widthPx ?? null,
    height: video?.heightPx ?? null,
  };
}
