import type { DrawText } from './page-painter.ts';

const SCALE = 4;

/** Draws with the fonts of the system, which shape and order any script. */
export const drawText: DrawText = async (text, { isBold, color, ground, maxWidth, size }) => {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  const font = `${isBold ? 700 : 400} ${size * SCALE}px Roboto, system-ui, sans-serif`;
  context.font = font;
  const width = Math.max(1, Math.min(context.measureText(text).width / SCALE, maxWidth));
  const height = size * 1.35;
  canvas.width = Math.ceil(width * SCALE);
  canvas.height = Math.ceil(height * SCALE);
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.font = font;
  context.fillStyle = color;
  context.textBaseline = 'alphabetic';
  context.fillText(text, 0, height * SCALE * 0.78);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.95));
  if (!blob) return undefined;
  return { jpeg: new Uint8Array(await blob.arrayBuffer()), width, height };
};
