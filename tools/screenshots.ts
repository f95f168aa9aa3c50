import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openBrowser } from '../e2e/console-browser.ts';
import { shootDemo } from './screenshots/demo-shots.ts';
import { shootInstallation } from './screenshots/installation-shots.ts';
import { shootPlayback } from './screenshots/playback-shots.ts';
import { shootInto } from './screenshots/shoot.ts';

// Every screen of the console as a picture: `npm run screenshots -- FOLDER`, or only some: `-- FOLDER demo playback`.
const [target = join(dirname(import.meta.dirname), '.cache', 'screenshots'), ...chosen] = process.argv.slice(2);
mkdirSync(target, { recursive: true });
const shoot = shootInto(target);
const browser = await openBrowser();
const parts = {
  installation: () => shootInstallation(browser, shoot),
  playback: () => shootPlayback(shoot),
  demo: () => shootDemo(browser, shoot),
};
try {
  for (const [name, take] of Object.entries(parts)) if (chosen.length === 0 || chosen.includes(name)) await take();
} finally {
  await browser.close();
}
