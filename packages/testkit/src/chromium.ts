import { type Browser, chromium } from 'playwright-core';

/** Debian's browser, without requests to the outside. */
export const startChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: [
      ...[
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--autoplay-policy=no-user-gesture-required',
      ],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      // A page set by a test counts as a public origin, which may not access this machine.
      '--disable-features=LocalNetworkAccessChecks',
    ],
  });
