import { FrameGate, type Zones } from '@holdfast/domain';
import { childEnv, type FrameHealth, startFrameDecoder } from '@holdfast/media';

export interface GateWatch {
  /** When something last moved inside the zones; undefined if nothing has. */
  readonly movedAtMs: number | undefined;
  stop(): Promise<void>;
}

const GATE_WIDTH_PX = 320;

/** Watches a stream at a low rate and a small size for anything that moves inside the zones. */
export function watchGate({
  url,
  fps,
  zones,
  ffmpegPath,
  env,
  onMove,
  onHealth,
}: {
  url: string;
  fps: number;
  zones: Zones;
  ffmpegPath: string;
  env: NodeJS.ProcessEnv;
  /** Called with the time of a frame that shows movement. */
  onMove: (capturedMs: number) => void;
  onHealth: (health: FrameHealth) => void;
}): GateWatch {
  const gate = new FrameGate(zones);
  let movedAtMs: number | undefined;
  const decoder = startFrameDecoder({
    ffmpegPath,
    env: childEnv(env),
    url: () => url,
    colour: 'grey',
    maxWidthPx: GATE_WIDTH_PX,
    fps,
    coarse: true,
    nowMs: Date.now,
    onFrame: (frame) => {
      if (!gate.moves(frame)) return;
      movedAtMs = frame.capturedMs;
      onMove(frame.capturedMs);
    },
    onHealth,
  });
  return {
    get movedAtMs() {
      return movedAtMs;
    },
    stop: () => decoder.stop(),
  };
}
