import type { KeptPicture } from '@holdfast/ui';

interface UrlPicture {
  url: string;
  takenAtMs: number;
}

export type Backdrop =
  | { kind: 'none'; takenAtMs: undefined }
  | ({ kind: 'kept' } & KeptPicture)
  | ({ kind: 'image' } & UrlPicture);

interface Candidates {
  /** The last live picture. */
  kept: KeptPicture | undefined;
  still: UrlPicture | undefined;
  recorded: UrlPicture | undefined;
}

/** The newest picture of a camera. */
export function newestBackdrop({ kept, still, recorded }: Candidates): Backdrop {
  const images = [still, recorded].filter((image) => image !== undefined);
  const image = images.reduce<UrlPicture | undefined>(
    (newest, one) => (newest && newest.takenAtMs >= one.takenAtMs ? newest : one),
    undefined,
  );
  if (kept && (!image || kept.takenAtMs >= image.takenAtMs)) return { kind: 'kept', ...kept };
  return image ? { kind: 'image', ...image } : { kind: 'none', takenAtMs: undefined };
}
