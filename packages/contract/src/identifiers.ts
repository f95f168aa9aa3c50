import { Type } from 'typebox';
import { Strict, Uuid } from './scalars.ts';

/** The parameters of every path that ends in `{id}`. */
export const ById = Strict({ id: Uuid });

export const CameraIds = Type.Array(Uuid, { uniqueItems: true, maxItems: 10_000 });
