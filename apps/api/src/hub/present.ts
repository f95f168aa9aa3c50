import type { HubLinkRow, HubSpanRow } from '@holdfast/db';
import { type EntityState, isBadgeIcon } from '@holdfast/domain';
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
          // An icon that only an earlier version had is omitted.
          overlay_icon: isBadgeIcon(link.overlayIcon) ? link.overlayIcon : null,
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

/** `openEnd` is the end of a span that has none, if it is known not to last. */
export function presentSpan({ entityId, start, end, known, value }: HubSpanRow, openEnd: Date | null) {
  const ended = end ?? openEnd;
  return {
    entity_id: entityId,
    start: start.toISOString(),
    end: ended === null ? null : new Date(Math.max(start.getTime(), ended.getTime())).toISOString(),
    kind: known ? ('known' as const) : ('unknown' as const),
    state: known ? value : null,
    reason: known ? null : value,
  };
}
