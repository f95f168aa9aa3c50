/** `left,top,width,height`; undefined for what does not lie in the picture or is empty. */
export function readBox(text: string): [number, number, number, number] | undefined {
  const [left = Number.NaN, top = Number.NaN, width = Number.NaN, height = Number.NaN] = text.split(',').map(Number);
  const isInside =
    left >= 0 && top >= 0 && width > 0 && height > 0 && left + width <= 1.000001 && top + height <= 1.000001;
  return isInside ? [left, top, width, height] : undefined;
}
