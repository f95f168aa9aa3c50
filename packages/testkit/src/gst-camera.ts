import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface GstCameraPlan {
  /** Zero or omitted takes any free port; a fixed one lets a camera return at the same address. */
  port?: number;
  /** GStreamer launch lines by path; payloaders are named pay0, pay1. */
  mounts: Record<string, string>;
  account?: { kind: 'basic' | 'digest'; username: string; password: string; tls?: string };
}

export interface GstCamera {
  port: number;
  url: (path: string) => string;
  /** A camera that loses power. */
  kill: () => Promise<void>;
  stop: () => Promise<void>;
}

const script = fileURLToPath(new URL('./gst-camera.py', import.meta.url));

/** Launch lines of small, cheap pictures and tones. */
export const gstLaunch = {
  h264: ({
    everySet = true,
    keyframeEvery = 20,
    size = '320x240',
    kbit = 400,
    pattern = 'ball',
    fps = 20,
  } = {}): string =>
    `${picture(size, pattern, fps)} ! x264enc tune=zerolatency speed-preset=ultrafast threads=1 bitrate=${kbit} key-int-max=${keyframeEvery}` +
    ` ${everySet ? '! h264parse config-interval=-1' : avcOnly} ! rtph264pay name=pay0 pt=96`,
  h265: ({ everySet = true, keyframeEvery = 20, fps = 20 } = {}): string =>
    `${picture('160x120', 'ball', fps)} ! x265enc tune=zerolatency speed-preset=ultrafast ${oneThread} key-int-max=${keyframeEvery}` +
    ` ! h265parse config-interval=${everySet ? '-1' : `0 ! ${hvcOnly}`} ! rtph265pay name=pay0 pt=96`,
  aac: (): string => `${tone} rate=48000,channels=1 ! avenc_aac ! aacparse ! rtpmp4gpay name=pay1 pt=97`,
  pcmu: (): string => `${tone} rate=8000,channels=1 ! mulawenc ! rtppcmupay name=pay1 pt=0`,
  opus: (): string => `${tone} rate=48000,channels=2 ! opusenc complexity=0 ! rtpopuspay name=pay1 pt=97`,
};

const picture = (size: string, pattern: string, fps: number) =>
  `videotestsrc is-live=true pattern=${pattern} ! video/x-raw,width=${size.split('x')[0]},height=${size.split('x')[1]},framerate=${fps}/1`;
const tone = 'audiotestsrc is-live=true wave=white-noise volume=0.1 ! audioconvert ! audio/x-raw,';
const oneThread = 'option-string=pools=none:frame-threads=1';
// Parameter sets only in the SDP; x265enc still puts them into its first picture.
const avcOnly = 'option-string=repeat-headers=0:annexb=0 ! video/x-h264,stream-format=avc,alignment=au';
const hvcOnly = 'video/x-h265,stream-format=hvc1,alignment=au';

export async function startGstCamera(plan: GstCameraPlan): Promise<GstCamera> {
  const child = spawn('/usr/bin/python3', [script, JSON.stringify(plan)], { stdio: ['pipe', 'pipe', 'pipe'] });
  const complaints: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => complaints.push(text));
  const port = await readyPort(child, complaints);
  // A test that waits for its pictures would time out without a reason.
  const died = (code: number | null, signal: string | null) =>
    console.error(`the camera at port ${port} died (${signal ?? code}): ${complaints.join('')}`);
  child.once('exit', died);
  const end = (act: () => void) => {
    child.off('exit', died);
    return ended(child, act);
  };
  return {
    port,
    url: (path) => `rtsp://127.0.0.1:${port}${path}`,
    kill: () => end(() => child.kill('SIGKILL')),
    stop: () => end(() => child.stdin.end()),
  };
}

async function readyPort(child: ChildProcess, complaints: readonly string[]): Promise<number> {
  if (child.stdout === null) throw new Error('the camera has no output');
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const ready = /^ready (\d+)$/.exec(line);
    if (ready) return Number(ready[1]);
  }
  throw new Error(`the camera did not start: ${complaints.join('')}`);
}

async function ended(child: ChildProcess, act: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  act();
  const slow = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await exit;
  clearTimeout(slow);
}
