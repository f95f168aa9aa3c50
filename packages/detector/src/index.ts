export { type MappedCamera, mapDetectorCameras } from './camera-map.ts';
export { detectorGet } from './detector-get.ts';
export { type DetectorHttp, DetectorReplyFault, detectorHttp, type HttpGet } from './detector-http.ts';
export { type Detection, type MessageFault, type Reading, readHttpEvent } from './detector-message.ts';
export {
  type DetectorEnv,
  type DetectorSettings,
  effectiveDetector,
  parseBrokerUrl,
  type SavedDetector,
} from './detector-settings.ts';
export { createFaultCounter, type FaultCounter } from './fault-counter.ts';
export {
  type Broker,
  brokerFault,
  type Following,
  followEvents,
  type SubscriptionState,
  tryBroker,
} from './follow-events.ts';
export { createMergeQueue, type MergeQueue } from './merge-queue.ts';
export { readPayload } from './read-payload.ts';
