import { CROP_LIMITS, type CropFault, checkCropJpeg, type Reason, reasonCode } from '@holdfast/domain';
import { invalidField } from '../http/problem.ts';

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

const cropFaults: Record<CropFault, Reason> = {
  'too-many-bytes': reasonCode('too-many-kibibytes', { limit: CROP_LIMITS.bytes / 1024 }),
  'not-a-jpeg': reasonCode('crop-not-a-jpeg'),
  'unsupported-jpeg': reasonCode('crop-unsupported'),
  'too-many-pixels': reasonCode('crop-too-many-pixels', { limit: CROP_LIMITS.sidePixels }),
  truncated: reasonCode('crop-cut-off'),
  'trailing-bytes': reasonCode('crop-trailing-bytes'),
};

/** The bytes of a complete JPEG, or the refusal of the field. */
export function requireCrop(base64: string, pointer: string): Buffer {
  if (base64.length % 4 !== 0 || !BASE64.test(base64)) throw invalidField(pointer, reasonCode('not-base64'));
  const bytes = Buffer.from(base64, 'base64');
  const check = checkCropJpeg(bytes);
  if (check.kind === 'refused') throw invalidField(pointer, cropFaults[check.reason]);
  return bytes;
}
