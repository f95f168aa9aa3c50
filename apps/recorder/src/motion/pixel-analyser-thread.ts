import { parentPort } from 'node:worker_threads';
import { PixelMotion } from '@holdfast/domain';
import type { AnalyserAnswer, AnalyserRequest } from './pixel-analyser.ts';

/** Runs in a worker thread, so that recording never waits for the analysis. */
const cameras = new Map<string, PixelMotion>();

parentPort?.on('message', (request: AnalyserRequest) => {
  const { cameraId } = request;
  if (request.kind === 'forget') {
    cameras.delete(cameraId);
    return;
  }
  const known = cameras.get(cameraId);
  if (request.kind === 'settings') {
    if (known) known.change(request.settings);
    else cameras.set(cameraId, new PixelMotion(request.settings));
    return;
  }
  if (known === undefined) return;
  const { frame, atMs } = request;
  const verdict = known.see(frame, atMs);
  const answer: AnalyserAnswer = { cameraId, atMs, verdict };
  parentPort?.postMessage(answer);
});
