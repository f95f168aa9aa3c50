export { startChromium } from './chromium.ts';
export { type ClockCamera, startClockCamera } from './clock-camera.ts';
export { clockDifference, clockPicture, drawClock, readClock } from './clock-picture.ts';
export { type FakeClock, fakeClock } from './fake-clock.ts';
export { type GstCamera, type GstCameraPlan, gstLaunch, startGstCamera } from './gst-camera.ts';
export { createTestDatabase, type TestDatabase } from './test-db.ts';
