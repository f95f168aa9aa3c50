import { type Browser, chromium } from 'playwright-core';

/** Debian's browser, silent towards the outside world. */
export const startChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      ...[
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--autoplay-policy=no-user-gesture-required',
      ],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      // A page that a test hands in is taken for one from the outside, which may not reach into this machine.
      '--disable-features=LocalNetworkAccessChecks',
    ],
  });
