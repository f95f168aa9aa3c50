/** The ffmpeg to run and the environment of its processes. */
export interface FfmpegTool {
  path: string;
  env: Readonly<Record<string, string>>;
}
