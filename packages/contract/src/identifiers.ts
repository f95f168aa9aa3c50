import { Type } from 'typebox';
import { Strict, Uuid } from './scalars.ts';

/** The parameters of every path that ends in `{id}`. */
export const ById = Strict({ id: Uuid });

const MOST_CAMERAS = 10_000;

export const CameraIds = Type.Array(Uuid, { uniqueItems: true, maxItems: MOST_CAMERAS });

/** Each id with its quotes and comma, and a little for the fields beside them. */
export const CAMERA_IDS_BODY_BYTES = MOST_CAMERAS * 40 + 64 * 1024;
