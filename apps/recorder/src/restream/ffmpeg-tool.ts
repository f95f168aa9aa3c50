/** Which ffmpeg to run, and the environment its children get. */
export interface FfmpegTool {
  path: string;
  env: Readonly<Record<string, string>>;
}
