import type { TranslationOf } from '../message.ts';
import { alerts } from './de/alerts.ts';
import { audit } from './de/audit.ts';
import { cameraList } from './de/camera-list.ts';
import { cameras } from './de/cameras.ts';
import { events } from './de/events.ts';
import { feed } from './de/feed.ts';
import { footage } from './de/footage.ts';
import { live } from './de/live.ts';
import { plates } from './de/plates.ts';
import { playback } from './de/playback.ts';
import { problems } from './de/problems.ts';
import { product } from './de/product.ts';
import { reasons } from './de/reasons.ts';
import { recording } from './de/recording.ts';
import { sharing } from './de/sharing.ts';
import { shell } from './de/shell.ts';
import { smartHome } from './de/smart-home.ts';
import { system } from './de/system.ts';
import type { en } from './en.ts';

export const de: TranslationOf<typeof en> = {
  ...shell,
  ...cameras,
  ...cameraList,
  ...live,
  ...recording,
  ...footage,
  ...sharing,
  ...playback,
  ...events,
  ...feed,
  ...plates,
  ...product,
  ...system,
  ...alerts,
  ...audit,
  ...smartHome,
  ...problems,
  ...reasons,
};
