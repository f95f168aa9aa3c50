export { type BareCamera, type BareCameraPlan, type Picture, startBareCamera } from './bare-camera.ts';
export { bareEnv } from './bare-env.ts';
export { box, buildInit, buildSegment, fullBox, type SegmentPlan, u32, u64 } from './build-segment.ts';
export { startChromium } from './chromium.ts';
export { type SeenPicture, seekInChromium } from './chromium-seek.ts';
export { type ClockCamera, startClockCamera } from './clock-camera.ts';
export { clockDifference, clockPicture, drawClock, readClock } from './clock-picture.ts';
export { h264Pictures, h265Pictures, numberedPictures } from './encoded-pictures.ts';
export type { EventManners, FakeCameraEvents } from './fake-camera-events.ts';
export { type FakeClock, fakeClock } from './fake-clock.ts';
export { type FakeHub, type HubManners, startFakeHub } from './fake-hub.ts';
export {
  type DeviceManners,
  type FakeOnvifDevice,
  type FakeOnvifPlan,
  startFakeOnvifDevice,
} from './fake-onvif-device.ts';
export { type FakeReceiver, type Manners, type ReceivedRequest, startFakeReceiver } from './fake-receiver.ts';
export { freePort } from './free-port.ts';
export { type Growth, isAboutLinear, measureGrowth } from './growth.ts';
export { type GstCamera, type GstCameraPlan, gstLaunch, startGstCamera } from './gst-camera.ts';
export { seekWithGstreamer } from './gst-seek.ts';
export { type HeldUpLink, startHeldUpLink } from './held-up-link.ts';
export { jpegOf } from './jpeg.ts';
export { type BrokerPlan, type Mosquitto, startMosquitto } from './mosquitto.ts';
export { type Packet, packetsOf } from './packets.ts';
export { packetsOfEach } from './packets-of-each.ts';
export { PAGE_PATIENCE_MS, PATIENCE_MS } from './patience.ts';
export { type RecordedQuery, recordQuery } from './recorded-query.ts';
export { type SceneCamera, startSceneCamera } from './scene-camera.ts';
export { type ServerProcess, startServerProcess } from './server-process.ts';
export { startSwitchingServer } from './switching-server.ts';
export { createTestDatabase, type KeptConnections, type TestDatabase } from './test-db.ts';
export { openTestPool, type TestPool } from './test-pool.ts';
export { until } from './until.ts';
