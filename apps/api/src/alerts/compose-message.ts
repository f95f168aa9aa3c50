import type { AlertRuleRow, DeliveryJob } from '@holdfast/db';
import {
  type AlertEventKey,
  type AlertValues,
  DEFAULT_ALERT_RULES,
  localTimeText,
  parseTemplate,
  placeholdersOf,
  type Template,
} from '@holdfast/domain';
import type { AlertSettings } from './alert-settings.ts';
import type { AlertImage, AlertMessage } from './channels/channel.ts';
import { presentEventWords } from './event-words.ts';

/** The event as title and text, in no channel's format yet. */
export function composeMessage({
  eventKey,
  rule,
  event,
  settings,
  image,
}: {
  eventKey: AlertEventKey;
  rule: AlertRuleRow;
  event: DeliveryJob['event'];
  settings: AlertSettings;
  image: AlertImage | null;
}): AlertMessage {
  const { publicUrl, timeZone } = settings;
  const tsMs = event.ts.getTime();
  return {
    eventKey,
    title: templateOf(eventKey, rule.titleTemplate, DEFAULT_ALERT_RULES[eventKey].title),
    body: templateOf(eventKey, rule.bodyTemplate, DEFAULT_ALERT_RULES[eventKey].body),
    values: {
      event_key: eventKey,
      camera: event.camera?.name ?? '',
      time: localTimeText(tsMs, timeZone),
      detail: event.detail,
      ...(eventKey === 'plate_watchlist_hit' && plateValues(event.data)),
    },
    camera: event.camera,
    tsMs,
    // Programs get the cause as a sentence; its code is for the console.
    data: presentEventWords(event).data,
    ...linksOf(publicUrl, event.plateReadId),
    image,
  };
}

/** Links need the public address of this server, and only plate reads have a screen of their own. */
function linksOf(publicUrl: string | null, plateReadId: string | null): Pick<AlertMessage, 'imageUrl' | 'link'> {
  if (publicUrl === null || plateReadId === null) return { imageUrl: null, link: null };
  const base = publicUrl.replace(/\/+$/, '');
  return { imageUrl: `${base}/plates/${plateReadId}/crop`, link: `${base}/ui/plates/sightings/${plateReadId}` };
}

/** Templates are checked when they are saved; one that a later version refuses must not prevent the alert. */
function templateOf(eventKey: AlertEventKey, source: string, fallback: string): Template {
  const parsed = parseTemplate(source, placeholdersOf(eventKey));
  return parsed.kind === 'template' ? parsed.template : templateOf(eventKey, fallback, '');
}

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value));

function plateValues(data: Record<string, unknown>): AlertValues {
  const entry = (data.entry ?? {}) as Record<string, unknown>;
  const confidence = typeof data.confidence === 'number' ? `${Math.round(data.confidence * 100)} %` : '';
  return {
    plate: textOf(data.plate),
    entry_plate: textOf(entry.plate),
    entry_label: textOf(entry.label),
    distance: textOf(data.distance),
    confidence,
  };
}
