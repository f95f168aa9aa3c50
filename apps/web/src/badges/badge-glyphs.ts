import type { BadgeIcon } from '@holdfast/domain';
import IconAccessPoint from '@tabler/icons-react/dist/esm/icons/IconAccessPoint.mjs';
import IconAccessPointOff from '@tabler/icons-react/dist/esm/icons/IconAccessPointOff.mjs';
import IconAlarmSmoke from '@tabler/icons-react/dist/esm/icons/IconAlarmSmoke.mjs';
import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconAtom2 from '@tabler/icons-react/dist/esm/icons/IconAtom2.mjs';
import IconBattery4 from '@tabler/icons-react/dist/esm/icons/IconBattery4.mjs';
import IconBatteryExclamation from '@tabler/icons-react/dist/esm/icons/IconBatteryExclamation.mjs';
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import IconBellRinging from '@tabler/icons-react/dist/esm/icons/IconBellRinging.mjs';
import IconBolt from '@tabler/icons-react/dist/esm/icons/IconBolt.mjs';
import IconBulb from '@tabler/icons-react/dist/esm/icons/IconBulb.mjs';
import IconBulbOff from '@tabler/icons-react/dist/esm/icons/IconBulbOff.mjs';
import IconChargingPile from '@tabler/icons-react/dist/esm/icons/IconChargingPile.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconCylinder from '@tabler/icons-react/dist/esm/icons/IconCylinder.mjs';
import IconDeviceMobileVibration from '@tabler/icons-react/dist/esm/icons/IconDeviceMobileVibration.mjs';
import IconDisc from '@tabler/icons-react/dist/esm/icons/IconDisc.mjs';
import IconDoor from '@tabler/icons-react/dist/esm/icons/IconDoor.mjs';
import IconDroplet from '@tabler/icons-react/dist/esm/icons/IconDroplet.mjs';
import IconDropletExclamation from '@tabler/icons-react/dist/esm/icons/IconDropletExclamation.mjs';
import IconDropletOff from '@tabler/icons-react/dist/esm/icons/IconDropletOff.mjs';
import IconDroplets from '@tabler/icons-react/dist/esm/icons/IconDroplets.mjs';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import IconFlame from '@tabler/icons-react/dist/esm/icons/IconFlame.mjs';
import IconHome from '@tabler/icons-react/dist/esm/icons/IconHome.mjs';
import IconHomeFilled from '@tabler/icons-react/dist/esm/icons/IconHomeFilled.mjs';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import IconLamp from '@tabler/icons-react/dist/esm/icons/IconLamp.mjs';
import IconLamp2 from '@tabler/icons-react/dist/esm/icons/IconLamp2.mjs';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import IconLockOpen from '@tabler/icons-react/dist/esm/icons/IconLockOpen.mjs';
import IconLockOpen2 from '@tabler/icons-react/dist/esm/icons/IconLockOpen2.mjs';
import IconMailbox from '@tabler/icons-react/dist/esm/icons/IconMailbox.mjs';
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import IconPackage from '@tabler/icons-react/dist/esm/icons/IconPackage.mjs';
import IconPalette from '@tabler/icons-react/dist/esm/icons/IconPalette.mjs';
import IconPaw from '@tabler/icons-react/dist/esm/icons/IconPaw.mjs';
import IconPlug from '@tabler/icons-react/dist/esm/icons/IconPlug.mjs';
import IconPlugOff from '@tabler/icons-react/dist/esm/icons/IconPlugOff.mjs';
import IconPropeller from '@tabler/icons-react/dist/esm/icons/IconPropeller.mjs';
import IconQuestionMark from '@tabler/icons-react/dist/esm/icons/IconQuestionMark.mjs';
import IconRun from '@tabler/icons-react/dist/esm/icons/IconRun.mjs';
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs';
import IconShieldExclamation from '@tabler/icons-react/dist/esm/icons/IconShieldExclamation.mjs';
import IconSnowflake from '@tabler/icons-react/dist/esm/icons/IconSnowflake.mjs';
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import IconThermometer from '@tabler/icons-react/dist/esm/icons/IconThermometer.mjs';
import IconToggleLeft from '@tabler/icons-react/dist/esm/icons/IconToggleLeft.mjs';
import IconToggleRight from '@tabler/icons-react/dist/esm/icons/IconToggleRight.mjs';
import IconUrgent from '@tabler/icons-react/dist/esm/icons/IconUrgent.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import IconUserCheck from '@tabler/icons-react/dist/esm/icons/IconUserCheck.mjs';
import IconUserOff from '@tabler/icons-react/dist/esm/icons/IconUserOff.mjs';
import IconVolume from '@tabler/icons-react/dist/esm/icons/IconVolume.mjs';
import IconWalk from '@tabler/icons-react/dist/esm/icons/IconWalk.mjs';
import IconWindow from '@tabler/icons-react/dist/esm/icons/IconWindow.mjs';
import type { ReactNode } from 'react';
import {
  IconDoorOpen,
  IconDoorSliding,
  IconDoorSlidingOpen,
  IconGarage,
  IconGarageOpen,
  IconGate,
  IconGateOpen,
  IconRadiator,
  IconShutter,
  IconShutterOpen,
  IconWindowOpen,
} from './own-icons.tsx';

type Glyph = (props: { size?: number }) => ReactNode;

/** The drawings of the icons that the API names. */
const glyphs: Record<BadgeIcon, Glyph> = {
  account: IconUser,
  'account-off': IconUserOff,
  'alarm-light': IconUrgent,
  alert: IconAlertTriangle,
  'alert-circle': IconAlertCircle,
  battery: IconBattery4,
  'battery-alert': IconBatteryExclamation,
  bell: IconBell,
  'bell-ring': IconBellRinging,
  'car-electric': IconChargingPile,
  'ceiling-light': IconLamp2,
  'check-circle': IconCircleCheck,
  door: IconDoor,
  'door-closed': IconDoor,
  'door-open': IconDoorOpen,
  'door-sliding': IconDoorSliding,
  'door-sliding-open': IconDoorSlidingOpen,
  eye: IconEye,
  fan: IconPropeller,
  fire: IconFlame,
  flash: IconBolt,
  garage: IconGarage,
  'garage-open': IconGarageOpen,
  'gas-cylinder': IconCylinder,
  gate: IconGate,
  'gate-open': IconGateOpen,
  home: IconHomeFilled,
  'home-outline': IconHome,
  'human-greeting': IconUserCheck,
  'key-variant': IconKey,
  lamp: IconLamp,
  lightbulb: IconBulb,
  'lightbulb-off': IconBulbOff,
  lock: IconLock,
  'lock-open': IconLockOpen,
  'lock-open-variant': IconLockOpen2,
  mailbox: IconMailbox,
  'molecule-co': IconAtom2,
  'motion-sensor': IconAccessPoint,
  'motion-sensor-off': IconAccessPointOff,
  'package-variant': IconPackage,
  palette: IconPalette,
  paw: IconPaw,
  'power-plug': IconPlug,
  'power-plug-off': IconPlugOff,
  radiator: IconRadiator,
  run: IconRun,
  'shield-alert': IconShieldExclamation,
  'shield-check': IconShieldCheck,
  'smoke-detector': IconDisc,
  'smoke-detector-alert': IconAlarmSmoke,
  snowflake: IconSnowflake,
  sprinkler: IconDroplets,
  thermometer: IconThermometer,
  'toggle-switch': IconToggleRight,
  'toggle-switch-off': IconToggleLeft,
  vibrate: IconDeviceMobileVibration,
  'volume-high': IconVolume,
  walk: IconWalk,
  water: IconDroplet,
  'water-alert': IconDropletExclamation,
  'water-off': IconDropletOff,
  'weather-night': IconMoon,
  'weather-sunny': IconSun,
  'window-closed-variant': IconWindow,
  'window-open-variant': IconWindowOpen,
  'window-shutter': IconShutter,
  'window-shutter-open': IconShutterOpen,
};

/** A question mark stands for an unknown state: any other icon would claim to know it. */
export const glyphOf = (icon: BadgeIcon | undefined): Glyph => (icon === undefined ? IconQuestionMark : glyphs[icon]);
