/** One message of a camera about itself, as it was sent. */
export interface CameraNotification {
  /** Names from the general to the particular, without namespaces: `RuleEngine/CellMotionDetector/Motion`. */
  topic: string;
  /** `deleted`: the property no longer exists. `initialized`: its state when the subscription began. */
  operation: 'initialized' | 'changed' | 'deleted';
  /** The part of the camera that it concerns: its video source, its rule. */
  source: Readonly<Record<string, string>>;
  /** Distinguishes several at the same place, for example the object. */
  key: Readonly<Record<string, string>>;
  data: Readonly<Record<string, string>>;
}

/** An event that a camera detected. `happened`: it has a moment only, and no end. */
export interface CameraEvent {
  /** The same for the start and the end. */
  key: string;
  label: CameraEventLabel;
  state: 'started' | 'ended' | 'happened';
}

export const cameraEventLabels = ['motion', 'person', 'car', 'animal', 'face', 'package', 'doorbell'] as const;
export type CameraEventLabel = (typeof cameraEventLabels)[number];

/** Long enough that no two rules of a camera share one. */
const MAX_KEY_LENGTH = 2_000;

/**
 * Topics by their last names, compared in lower case. Cameras use few topics of the standard and many of their own, so
 * that words decide: `MyRuleDetector/PeopleDetect`, `PeopleDetector/People`, `IVA/HumanShapeDetect` are all people.
 */
const labels: readonly (readonly [RegExp, CameraEventLabel])[] = [
  [/people|person|human|pedestrian/, 'person'],
  [/vehicle/, 'car'],
  [/dogcat|animal|\bpet/, 'animal'],
  [/\bface/, 'face'],
  [/package/, 'package'],
  [/visitor|doorbell/, 'doorbell'],
  [/motion|fielddetector|linedetector|loitering|intrusion|crossed|objectsinside|smartevent|\bvmd/, 'motion'],
];
/** About the picture or the camera as a whole, although the names resemble those above. */
const others = /tamper|scenechange|blurry|toodark|toobright|signalloss|counter|countaggregation|audio|sound|\bptz/;
/** Names of items with the state: whether it is in progress. Others, such as the number of an object, may look like one. */
const stateNames = /^(state|active|value|motion|alarm|logicalstate|is[a-z]+)$/;
/** Topics of the standard that only report that it happened. */
const moments = /crossed|linedetector/;

/** Undefined if it is not about something that moves, or cannot be understood. */
export function readCameraEvent(notification: CameraNotification): CameraEvent | undefined {
  const topic = notification.topic.toLowerCase();
  const names = topic.split('/').slice(-2).join('/');
  if (others.test(topic)) return undefined;
  const label = labels.find(([words]) => words.test(names))?.[1];
  if (label === undefined) return undefined;
  const key = keyOf(topic, notification);
  if (notification.operation === 'deleted') return { key, label: labelOf(label, notification), state: 'ended' };
  const state = stateOf(notification.data);
  if (state !== undefined) return { key, label: labelOf(label, notification), state: state ? 'started' : 'ended' };
  // A momentary event from before the subscription is over.
  if (!moments.test(names) || notification.operation === 'initialized') return undefined;
  return { key, label: labelOf(label, notification), state: 'happened' };
}

const types: readonly (readonly [RegExp, CameraEventLabel])[] = [
  [/human|person|people/, 'person'],
  [/vehicle|car|truck|bus|bicycle|motor/, 'car'],
  [/animal|dog|cat/, 'animal'],
];

/** A rule about an area or a line may name the kind of object. */
function labelOf(label: CameraEventLabel, { data, key, source }: CameraNotification): CameraEventLabel {
  if (label !== 'motion') return label;
  for (const [name, value] of Object.entries({ ...source, ...key, ...data })) {
    if (!/^(classtypes?|objecttypes?|type)$/i.test(name)) continue;
    const found = types.find(([words]) => words.test(value.toLowerCase()));
    if (found) return found[1];
  }
  return label;
}

function stateOf(data: CameraNotification['data']): boolean | undefined {
  let isOn: boolean | undefined;
  for (const [name, value] of Object.entries(data)) {
    if (!stateNames.test(name.toLowerCase())) continue;
    const text = value.trim().toLowerCase();
    // One message may report several facts, such as whether it is a person and whether it is a vehicle.
    if (text === 'true' || text === '1' || text === 'active' || text === 'on') return true;
    if (text === 'false' || text === '0' || text === 'inactive' || text === 'off') isOn = false;
  }
  return isOn;
}

const keyOf = (topic: string, { source, key }: CameraNotification): string => {
  const items = Object.entries({ ...source, ...key })
    .map(([name, value]) => `${name}=${value}`)
    .sort();
  return [topic, ...items].join(' ').slice(0, MAX_KEY_LENGTH);
};
