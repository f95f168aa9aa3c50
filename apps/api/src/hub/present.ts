import { reasonBody } from '@holdfast/contract';
import type { HubLinkRow, HubStatusRow } from '@holdfast/db';
import { type EntityState, reasonText } from '@holdfast/domain';
import type { HubSettings } from '@holdfast/hub';

/** Names every field: the token is not one of them. */
export const presentHub = ({ enabled, baseUrl, certificate, token, isFromConsole }: HubSettings) => ({
  enabled,
  base_url: baseUrl,
  certificate,
  has_token: token !== null,
  source: isFromConsole ? ('console' as const) : ('environment' as const),
});

export const presentLink = (link: HubLinkRow) => ({
  id: link.id,
  entity_id: link.entityId,
  role: link.role,
  device_class: link.deviceClass,
  label: link.label,
  placement:
    link.x === null || link.y === null
      ? null
      : {
          x: link.x,
          y: link.y,
          shape: link.shape,
          size: link.size,
          opacity: link.opacity,
          overlay_color: link.overlayColor,
          overlay_icon: link.overlayIcon,
          background_color: link.backgroundColor,
          outline: link.outline,
          overlay_show_state: link.overlayShowState,
          overlay_show_age: link.overlayShowAge,
        },
});

const timeOrNull = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

export const presentState = (entityId: string, state: EntityState, unit: string | null) => ({
  entity_id: entityId,
  kind: state.kind,
  state: state.kind === 'known' ? state.value : null,
  reason: state.kind === 'unknown' ? state.reason : null,
  since: timeOrNull(state.sinceMs),
  unit,
});

const sentences = {
  off: 'No smart-home hub is in use.',
  starting: 'Connecting to the smart-home hub.',
  ok: 'Works.',
  unreachable: 'The smart-home hub does not answer; cameras with its sensors record everything.',
  unknown: 'Not known: the recorder is not running.',
} as const;

export function presentHubHealth(row: HubStatusRow, { alive, isAdmin }: { alive: boolean; isAdmin: boolean }) {
  // One missing answer is not an outage yet.
  const known = row.state === 'missed' ? 'ok' : row.state;
  const state = alive ? known : ('unknown' as const);
  const reason = isAdmin && state === 'unreachable' ? row.reason : null;
  return {
    state,
    sentence: sentences[state],
    detail: reason === null ? null : reasonText(reason),
    reason: reasonBody(reason),
    since: row.since.toISOString(),
  };
}
