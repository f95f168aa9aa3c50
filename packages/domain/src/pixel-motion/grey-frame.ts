/** A small grey picture. */
export interface GreyFrame {
  widthPx: number;
  heightPx: number;
  pixels: Uint8Array;
}
