import type { en } from '../en/en.ts';
import type { TranslationOf } from '../message.ts';
import { alerts } from './alerts.ts';
import { audit } from './audit.ts';
import { cameraList } from './camera-list.ts';
import { cameras } from './cameras.ts';
import { events } from './events.ts';
import { feed } from './feed.ts';
import { footage } from './footage.ts';
import { live } from './live.ts';
import { plates } from './plates.ts';
import { playback } from './playback.ts';
import { problems } from './problems.ts';
import { product } from './product.ts';
import { reasons } from './reasons.ts';
import { recording } from './recording.ts';
import { sharing } from './sharing.ts';
import { shell } from './shell.ts';
import { smartHome } from './smart-home.ts';
import { system } from './system.ts';

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
