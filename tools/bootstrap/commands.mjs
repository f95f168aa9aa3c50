// The test camera is GStreamer's RTSP server, which shares no code with the product.
const forTests = [
  'ffmpeg',
  'mosquitto',
  'chromium-headless-shell',
  'faketime',
  'openssl',
  'poppler-utils',
  'gstreamer1.0-tools',
  'gstreamer1.0-plugins-base',
  'gstreamer1.0-plugins-good',
  'gstreamer1.0-plugins-bad',
  'gstreamer1.0-plugins-ugly',
  'gstreamer1.0-libav',
  'gstreamer1.0-rtsp',
  'gir1.2-gst-rtsp-server-1.0',
  'python3-gi',
  'vlc-bin',
  'vlc-plugin-base',
];

/** The program that each npm script runs with Node 24, and the packages it needs. */
export const commands = {
  start: { run: ['apps/launcher/src/main.ts'], withDev: false, withConsole: true, debian: ['ffmpeg'] },
  demo: { run: ['apps/demo/src/main.ts'], withDev: false, withConsole: true, debian: ['ffmpeg'] },
  backup: { run: ['packages/db/src/backup-cli.ts'], withDev: false, withConsole: false, debian: [] },
  restore: { run: ['packages/db/src/restore-cli.ts'], withDev: false, withConsole: false, debian: [] },
  check: { run: ['apps/recorder/src/check-cli.ts'], withDev: false, withConsole: false, debian: [] },
  'read-plates': {
    run: ['apps/worker/src/read-plates-cli.ts'],
    withDev: false,
    withConsole: false,
    debian: ['ffmpeg'],
  },
  test: { run: ['tools/run-tests.ts'], withDev: true, withConsole: true, debian: forTests },
  unit: { run: ['tools/run-tests.ts', 'unit'], withDev: true, withConsole: false, debian: [] },
  // Our motion analysis is compared with OpenCV's background subtraction.
  bench: { run: ['bench/main.ts'], withDev: true, withConsole: true, debian: [...forTests, 'python3-opencv'] },
  soak: { run: ['tools/soak.ts'], withDev: true, withConsole: true, debian: forTests },
  screenshots: { run: ['tools/screenshots.ts'], withDev: true, withConsole: true, debian: forTests },
  sbom: { run: ['tools/print-sbom.ts'], withDev: false, withConsole: false, debian: [] },
  notices: { run: ['tools/print-notices.ts'], withDev: true, withConsole: false, debian: [] },
  gen: { run: ['tools/gen.ts'], withDev: true, withConsole: false, debian: [] },
};
