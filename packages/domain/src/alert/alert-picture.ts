import { isLanAddress } from '../net/lan-address.ts';

export const clipPictures = ['none', 'thumbnail', 'moving'] as const;
export type ClipPicture = (typeof clipPictures)[number];

/** The pictures that a channel may attach to an alert, best first. */
export type AlertPictureForm = 'moving' | 'thumbnail' | 'crop';

export function alertPictureForms({
  attachClip,
  attachImage,
}: {
  attachClip: ClipPicture;
  attachImage: boolean;
}): AlertPictureForm[] {
  const crop: AlertPictureForm[] = attachImage ? ['crop'] : [];
  switch (attachClip) {
    case 'moving':
      return ['moving', 'thumbnail', ...crop];
    case 'thumbnail':
      return ['thumbnail', ...crop];
    case 'none':
      return crop;
  }
}

/** How long an alert waits until the footage of its picture is recorded. */
export const CLIP_PICTURE_WAIT_SECONDS: Record<ClipPicture, number> = { none: 0, thumbnail: 6, moving: 15 };

const LOCAL_NAME = /(?:^|\.)(?:local|lan|internal|localhost|home\.arpa)$/;

/** Whether a host is in a private network by its name. Only for display: what counts is the address when something is sent. */
export function isLocalHost(hostname: string): boolean {
  const bare = hostname.toLowerCase().replace(/^\[|\]$/g, '');
  return isLanAddress(bare) || LOCAL_NAME.test(bare) || /^[a-z0-9-]*[a-z][a-z0-9-]*$/.test(bare);
}
