/** Where the messages of this install are. */
export interface OfferTopics {
  /** Distinguishes installs that share a broker. */
  instance: string;
  /** Where the hub looks for devices. */
  discoveryPrefix: string;
}

export interface OfferedCamera {
  id: string;
  name: string;
}

/** The offered facts about a camera. Undefined facts are not sent. */
export interface CameraFacts {
  recording: boolean;
  motion: boolean;
  offline: boolean;
  lastEvent: string | undefined;
}

export interface Message {
  topic: string;
  payload: string;
}

type Entity = {
  component: 'binary_sensor' | 'sensor' | 'image';
  object: string;
  name: string;
  more: Record<string, string>;
};

const onOff = { payload_on: 'ON', payload_off: 'OFF' };
const entities: readonly Entity[] = [
  { component: 'binary_sensor', object: 'recording', name: 'Recording', more: { ...onOff, device_class: 'running' } },
  { component: 'binary_sensor', object: 'motion', name: 'Motion', more: { ...onOff, device_class: 'motion' } },
  { component: 'binary_sensor', object: 'offline', name: 'Offline', more: { ...onOff, device_class: 'problem' } },
  { component: 'sensor', object: 'last_event', name: 'Last event', more: { icon: 'mdi:motion-sensor' } },
  { component: 'image', object: 'snapshot', name: 'Snapshot', more: { content_type: 'image/jpeg' } },
];
const plate: Entity = { component: 'sensor', object: 'plate', name: 'Last watched plate', more: { icon: 'mdi:car' } };

const baseOf = ({ instance }: OfferTopics) => `holdfast/${instance}`;
const deviceOf = (cameraId: string) => `holdfast_${cameraId.replaceAll('-', '')}`;

/** The availability of this server; its last will is published here too. */
export const serverStatusTopic = (topics: OfferTopics): string => `${baseOf(topics)}/status`;
const cameraTopic = (topics: OfferTopics, cameraId: string, name: string) => `${baseOf(topics)}/${cameraId}/${name}`;
/** Pictures and plates are sent there once and never retained. */
export const snapshotTopic = (topics: OfferTopics, cameraId: string) => cameraTopic(topics, cameraId, 'snapshot');
export const plateTopic = (topics: OfferTopics, cameraId: string) => cameraTopic(topics, cameraId, 'plate');

/** Describes a camera as a device with its entities, each on a topic of its own. */
export function discoveryMessages(topics: OfferTopics, { id, name }: OfferedCamera, withPlates: boolean): Message[] {
  const device = { identifiers: [deviceOf(id)], name, manufacturer: 'Holdfast', model: 'Camera' };
  return [...entities, ...(withPlates ? [plate] : [])].map(({ component, object, name: title, more }) => ({
    topic: configTopic(topics, id, component, object),
    payload: JSON.stringify({
      name: title,
      unique_id: `${deviceOf(id)}_${object}`,
      [component === 'image' ? 'image_topic' : 'state_topic']: cameraTopic(topics, id, object),
      // Unavailable as soon as the server or its recorder is gone: never "no motion" by silence.
      availability: [{ topic: serverStatusTopic(topics) }, { topic: cameraTopic(topics, id, 'status') }],
      availability_mode: 'all',
      device,
      ...more,
    }),
  }));
}

const configTopic = ({ discoveryPrefix }: OfferTopics, cameraId: string, component: string, object: string) =>
  `${discoveryPrefix}/${component}/${deviceOf(cameraId)}/${object}/config`;

/** `facts` are undefined while they are unknown: the recorder is not running. */
export function stateMessages(topics: OfferTopics, cameraId: string, facts: CameraFacts | undefined): Message[] {
  const at = (name: string, payload: string): Message => ({ topic: cameraTopic(topics, cameraId, name), payload });
  if (!facts) return [at('status', 'offline')];
  const onOrOff = (is: boolean) => (is ? 'ON' : 'OFF');
  return [
    at('recording', onOrOff(facts.recording)),
    at('motion', onOrOff(facts.motion)),
    at('offline', onOrOff(facts.offline)),
    ...(facts.lastEvent === undefined ? [] : [at('last_event', facts.lastEvent)]),
    // Last, so that the hub never shows an old state as current.
    at('status', 'online'),
  ];
}

/** Every retained topic of a camera; an empty message removes it from the broker and the device from the hub. */
export const retainedTopics = (topics: OfferTopics, cameraId: string): string[] => [
  ...[...entities, plate].map(({ component, object }) => configTopic(topics, cameraId, component, object)),
  ...['recording', 'motion', 'offline', 'last_event', 'status'].map((name) => cameraTopic(topics, cameraId, name)),
];
