/** Names of Material Design Icons, by what they stand for. */
export const badgeIconGroups = {
  opening: [
    'door',
    'door-closed',
    'door-open',
    'door-sliding',
    'door-sliding-open',
    'garage',
    'garage-open',
    'gate',
    'gate-open',
    'window-closed-variant',
    'window-open-variant',
    'window-shutter',
    'window-shutter-open',
  ],
  lock: ['lock', 'lock-open', 'lock-open-variant', 'key-variant'],
  presence: [
    'account',
    'account-off',
    'home',
    'home-outline',
    'human-greeting',
    'motion-sensor',
    'motion-sensor-off',
    'paw',
    'run',
    'walk',
  ],
  safety: [
    'alarm-light',
    'alert',
    'alert-circle',
    'bell',
    'bell-ring',
    'check-circle',
    'fire',
    'gas-cylinder',
    'molecule-co',
    'shield-alert',
    'shield-check',
    'smoke-detector',
    'smoke-detector-alert',
    'vibrate',
    'water',
    'water-alert',
    'water-off',
  ],
  climate: ['fan', 'radiator', 'snowflake', 'thermometer', 'weather-night', 'weather-sunny'],
  power: [
    'battery',
    'battery-alert',
    'car-electric',
    'ceiling-light',
    'flash',
    'lamp',
    'lightbulb',
    'lightbulb-off',
    'power-plug',
    'power-plug-off',
    'toggle-switch',
    'toggle-switch-off',
  ],
  other: ['eye', 'mailbox', 'package-variant', 'palette', 'sprinkler', 'volume-high'],
} as const;

export type BadgeIcon = (typeof badgeIconGroups)[keyof typeof badgeIconGroups][number];

export const badgeIcons: readonly BadgeIcon[] = Object.values(badgeIconGroups).flat();

export const isBadgeIcon = (slug: string | null): slug is BadgeIcon => badgeIcons.some((icon) => icon === slug);

export interface DefaultIcons {
  on: BadgeIcon;
  off: BadgeIcon;
}

/** Icons that show a state themselves, with the one for the other state. */
const pairs: readonly DefaultIcons[] = [
  { on: 'account', off: 'account-off' },
  { on: 'battery-alert', off: 'battery' },
  { on: 'bell-ring', off: 'bell' },
  { on: 'door-open', off: 'door-closed' },
  { on: 'door-sliding-open', off: 'door-sliding' },
  { on: 'garage-open', off: 'garage' },
  { on: 'gate-open', off: 'gate' },
  { on: 'home', off: 'home-outline' },
  { on: 'lightbulb', off: 'lightbulb-off' },
  { on: 'lock-open', off: 'lock' },
  { on: 'motion-sensor', off: 'motion-sensor-off' },
  { on: 'power-plug', off: 'power-plug-off' },
  { on: 'shield-alert', off: 'shield-check' },
  { on: 'smoke-detector-alert', off: 'smoke-detector' },
  { on: 'toggle-switch', off: 'toggle-switch-off' },
  { on: 'window-open-variant', off: 'window-closed-variant' },
  { on: 'window-shutter-open', off: 'window-shutter' },
  // `lock` belongs to the first pair; both open ones close to it.
  { on: 'lock-open-variant', off: 'lock' },
];

/** The chosen icon for both states: an open door on the badge of a closed one would be wrong. */
export const iconPairOf = (icon: BadgeIcon): DefaultIcons =>
  pairs.find(({ on, off }) => on === icon || off === icon) ?? { on: icon, off: icon };

/** The icon of a badge for which none was chosen, by device class. */
export const deviceClassBadgeIcons: Readonly<Record<string, DefaultIcons>> = {
  battery: { on: 'battery-alert', off: 'battery' },
  carbon_monoxide: { on: 'molecule-co', off: 'check-circle' },
  cold: { on: 'snowflake', off: 'thermometer' },
  connectivity: { on: 'check-circle', off: 'alert-circle' },
  door: { on: 'door-open', off: 'door-closed' },
  garage_door: { on: 'garage-open', off: 'garage' },
  gas: { on: 'alert', off: 'gas-cylinder' },
  heat: { on: 'fire', off: 'thermometer' },
  light: { on: 'weather-sunny', off: 'weather-night' },
  lock: { on: 'lock-open', off: 'lock' },
  moisture: { on: 'water-alert', off: 'water-off' },
  motion: { on: 'motion-sensor', off: 'motion-sensor-off' },
  moving: { on: 'run', off: 'motion-sensor-off' },
  occupancy: { on: 'home', off: 'home-outline' },
  opening: { on: 'door-open', off: 'door-closed' },
  plug: { on: 'power-plug', off: 'power-plug-off' },
  power: { on: 'flash', off: 'power-plug-off' },
  presence: { on: 'account', off: 'account-off' },
  problem: { on: 'alert-circle', off: 'check-circle' },
  safety: { on: 'shield-alert', off: 'shield-check' },
  smoke: { on: 'smoke-detector-alert', off: 'smoke-detector' },
  sound: { on: 'volume-high', off: 'bell' },
  tamper: { on: 'shield-alert', off: 'shield-check' },
  vibration: { on: 'vibrate', off: 'check-circle' },
  window: { on: 'window-open-variant', off: 'window-closed-variant' },
};

/** For entities without a device class. */
export const domainBadgeIcons: Readonly<Record<string, DefaultIcons>> = {
  binary_sensor: { on: 'alert-circle', off: 'check-circle' },
  light: { on: 'lightbulb', off: 'lightbulb-off' },
  scene: { on: 'palette', off: 'palette' },
  switch: { on: 'toggle-switch', off: 'toggle-switch-off' },
};
