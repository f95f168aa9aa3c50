import { CROP_LIMITS, type CropFault, checkCropJpeg } from '@holdfast/domain';
import { invalidField } from '../http/problem.ts';

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

const sentences: Record<CropFault, string> = {
  'too-many-bytes': `is larger than ${CROP_LIMITS.bytes / 1024} KiB`,
  'not-a-jpeg': 'is not a JPEG',
  'unsupported-jpeg': 'is a kind of JPEG that browsers do not show',
  'too-many-pixels': `is more than ${CROP_LIMITS.sidePixels} pixels wide or high`,
  truncated: 'is a JPEG that breaks off',
  'trailing-bytes': 'has bytes behind the end of the picture',
};

/** The bytes of a complete JPEG, or the refusal of the field. */
export function requireCrop(base64: string, pointer: string): Buffer {
  if (base64.length % 4 !== 0 || !BASE64.test(base64)) throw invalidField(pointer, 'is not base64');
  const bytes = Buffer.from(base64, 'base64');
  const check = checkCropJpeg(bytes);
  if (check.kind === 'refused') throw invalidField(pointer, sentences[check.reason]);
  return bytes;
}
