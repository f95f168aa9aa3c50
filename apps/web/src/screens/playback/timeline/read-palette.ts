import type { TimelinePalette } from '@holdfast/ui';

/** The current colours of the theme, because a canvas cannot use CSS variables. */
export function readPalette(element: HTMLElement): TimelinePalette {
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue(name).trim();
  return {
    ground: color('--mantine-color-body'),
    lane: color('--hf-lane'),
    line: color('--hf-line-strong'),
    text: color('--mantine-color-text'),
    quiet: color('--hf-quiet'),
    run: color('--hf-run'),
    motion: color('--hf-motion'),
    mark: color('--hf-head'),
    onMark: color('--hf-on-head'),
    surface: color('--hf-surface'),
    live: color('--hf-good'),
    bookmark: color('--hf-bookmark'),
    event: color('--hf-event'),
    detection: color('--hf-detection'),
    opening: color('--hf-opening'),
    plate: color('--hf-plate'),
    found: color('--hf-found'),
    wanted: color('--hf-quiet'),
    away: color('--hf-gap-away'),
    fault: color('--hf-gap-fault'),
    deleted: color('--hf-quiet'),
  };
}
