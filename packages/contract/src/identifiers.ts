import { Type } from 'typebox';
import { Strict, Uuid } from './scalars.ts';

/** The parameters of every path that ends in `{id}`. */
export const ById = Strict({ id: Uuid });

const MAX_CAMERAS = 10_000;

export const CameraIds = Type.Array(Uuid, { uniqueItems: true, maxItems: MAX_CAMERAS });

/** Each id with its quotes and comma, and some room for other fields. */
export const CAMERA_IDS_BODY_BYTES = MAX_CAMERAS * 40 + 64 * 1024;
