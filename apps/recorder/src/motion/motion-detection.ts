import type { Database } from '@holdfast/db';
import { detectorGet } from '@holdfast/detector';
import type { StreamRef } from '@holdfast/domain';
import type { Clock, Logger, OutboundRule, Task } from '@holdfast/kit';
import type { FfmpegTool } from '../restream/ffmpeg-tool.ts';
import { startCameraEventSource } from './camera-event-source.ts';
import { createDetectorSource, type DetectorSource } from './detector-source.ts';
import { createMotionAlarms, type MotionAlarms } from './motion-alarms.ts';
import { createMotionCameras, type MotionCameras } from './motion-cameras.ts';
import { createMotionEvents, type MotionEvents } from './motion-events.ts';
import { createMotionMarks, type MotionMarks } from './motion-marks.ts';
import { createMotionViews } from './motion-views.ts';
import { startPixelAnalyser } from './pixel-analyser.ts';
import { startPixelSource } from './pixel-source.ts';
import { publishMotionStatus } from './publish-motion-status.ts';

export interface MotionDetection {
  cameras: MotionCameras;
  detector: DetectorSource;
  marks: MotionMarks;
  alarms: MotionAlarms;
  events: MotionEvents;
  /** They write to the database, so only the holder of the lease may run them. */
  tasks: Task[];
  stop(): Promise<void>;
}

/** The motion sources of all cameras, and what is stored about motion. */
export function startMotionDetection({
  db,
  clock,
  log,
  ffmpeg,
  outbound,
  readUrl,
  isRecorded,
  nameOf,
  bootGraceMs,
  maintenanceUntilMs,
}: {
  db: Database;
  clock: Clock;
  log: Logger;
  ffmpeg: FfmpegTool;
  outbound: OutboundRule;
  /** The address of a stream in the restream, valid for one connection. */
  readUrl: (ref: StreamRef) => string;
  /** Whether footage of the camera is being written now. */
  isRecorded: (cameraId: string) => boolean;
  nameOf: (cameraId: string) => string;
  bootGraceMs: number;
  maintenanceUntilMs: number | undefined;
}): MotionDetection {
  const analyser = startPixelAnalyser({ log });
  const events = createMotionEvents({ db, clock, log });
  const views = createMotionViews({ db, log });
  const cameras = createMotionCameras({
    nowMs: clock.now,
    startPixels: (camera, motion) =>
      startPixelSource(camera, motion, { analyser, urlOf: readUrl, ffmpeg, events, views, nowMs: clock.now }),
    startEvents: (camera, motion) => startCameraEventSource(camera, motion, { outbound, events, nowMs: clock.now }),
  });
  const detector = createDetectorSource({ motion: cameras, clock, log, get: detectorGet(outbound) });
  const marks = createMotionMarks({ db, clock, seenIn: cameras.seenIn, log });
  const { failingOpen, reports } = cameras;
  const alarms = createMotionAlarms({
    db,
    failingOpen,
    isRecorded,
    nameOf,
    clock,
    log,
    bootGraceMs,
    maintenanceUntilMs,
  });
  return {
    cameras,
    detector,
    marks,
    alarms,
    events,
    tasks: [alarms.task, events.task, views.task, marks.task, publishMotionStatus({ db, reports, log })],
    async stop() {
      cameras.stop();
      await detector.stop();
      await analyser.stop();
    },
  };
}
