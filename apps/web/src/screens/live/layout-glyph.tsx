import type { LiveLayout } from '@holdfast/domain';

const EDGE = 20;
const grid = (columns: number, gap: number) => {
  const side = (EDGE - gap * (columns - 1)) / columns;
  return Array.from({ length: columns * columns }, (_, i) => ({
    x: (i % columns) * (side + gap),
    y: Math.floor(i / columns) * (side + gap),
    side,
  }));
};
const small = grid(3, 2);

const fields: Record<LiveLayout, readonly { x: number; y: number; side: number }[]> = {
  auto: [],
  single: grid(1, 0),
  two: grid(2, 2.5),
  three: small,
  four: grid(4, 1.6),
  focus: [{ x: 0, y: 0, side: 12.7 }, ...small.filter(({ x, y }) => x > 13 || y > 13)],
};

/** Icon of a layout. */
export function LayoutGlyph({ layout }: { layout: LiveLayout }) {
  if (layout === 'auto')
    return (
      <svg width={20} height={20} viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth={1.6} aria-hidden>
        <rect x={1} y={3} width={18} height={14} rx={2.5} />
        <path d="M7 8l-2 2 2 2M13 8l2 2-2 2M5.5 10h9" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    );
  return (
    <svg width={20} height={20} viewBox="0 0 20 20" fill="currentColor" aria-hidden>
      {fields[layout].map(({ x, y, side }) => (
        <rect key={`${x} ${y}`} x={x} y={y * 0.8 + 2} width={side} height={side * 0.8} rx={side > 10 ? 2 : 1} />
      ))}
    </svg>
  );
}
