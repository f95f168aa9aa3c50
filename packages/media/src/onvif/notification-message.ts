import type { CameraNotification } from '@holdfast/domain';
import { findElement, findElements, textOf, type XmlElement } from './xml.ts';

const MAX_TOPIC_LENGTH = 300;
const MAX_ITEMS = 32;
const MAX_ITEM_LENGTH = 200;

/** The messages in the answer to a poll. Those that cannot be read are left out. */
export const readNotifications = (body: XmlElement): CameraNotification[] =>
  findElements(body, 'NotificationMessage').flatMap((element) => readNotification(element) ?? []);

function readNotification(element: XmlElement): CameraNotification | undefined {
  const topic = textOf(element, 'Topic');
  // The message of the camera is inside that of the notification, and has the same name.
  const message = findElements(element, 'Message').at(-1);
  if (topic === undefined || topic.length > MAX_TOPIC_LENGTH || message === undefined) return undefined;
  return {
    topic: topic
      .split('/')
      .map((name) => name.slice(name.indexOf(':') + 1))
      .filter((name) => name !== '' && name !== '.')
      .join('/'),
    operation: operationOf(message.attributes.PropertyOperation),
    source: itemsOf(findElement(message, 'Source')),
    key: itemsOf(findElement(message, 'Key')),
    data: itemsOf(findElement(message, 'Data')),
  };
}

function operationOf(text: string | undefined): CameraNotification['operation'] {
  const name = text?.toLowerCase();
  return name === 'initialized' || name === 'deleted' ? name : 'changed';
}

function itemsOf(element: XmlElement | undefined): Record<string, string> {
  const items: Record<string, string> = Object.create(null);
  for (const { attributes } of element ? findElements(element, 'SimpleItem').slice(0, MAX_ITEMS) : []) {
    const { Name: name, Value: value } = attributes;
    if (name !== undefined && name.length <= MAX_ITEM_LENGTH && value !== undefined)
      items[name] = value.slice(0, MAX_ITEM_LENGTH);
  }
  return items;
}
