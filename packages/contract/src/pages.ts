import { type TSchema, Type } from 'typebox';
import { Nullable, Strict, Uuid } from './scalars.ts';

/** Opaque cursor from `next_cursor`. */
export const Cursor = Type.String({ minLength: 1, maxLength: 500 });
export const Limit = (maximum: number) => Type.Integer({ minimum: 1, maximum });
export const CameraIds = Type.Array(Uuid, { maxItems: 1000 });

export const Page = <T extends TSchema>(item: T) =>
  Strict({ items: Type.Array(item), next_cursor: Nullable(Type.String()) });
