import { alerts } from './en/alerts.ts';
import { audit } from './en/audit.ts';
import { cameraList } from './en/camera-list.ts';
import { cameras } from './en/cameras.ts';
import { events } from './en/events.ts';
import { feed } from './en/feed.ts';
import { footage } from './en/footage.ts';
import { live } from './en/live.ts';
import { plates } from './en/plates.ts';
import { playback } from './en/playback.ts';
import { problems } from './en/problems.ts';
import { product } from './en/product.ts';
import { reasons } from './en/reasons.ts';
import { recording } from './en/recording.ts';
import { sharing } from './en/sharing.ts';
import { shell } from './en/shell.ts';
import { smartHome } from './en/smart-home.ts';
import { system } from './en/system.ts';

export const en = {
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
} as const;
