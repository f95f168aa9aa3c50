import { invalidField } from '../http/problem.ts';

interface Place {
  createdAt: Date;
  id: string;
}

const PLACE = /^(\d{1,15})_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

export const writeCursor = ({ createdAt, id }: Place): string =>
  Buffer.from(`${createdAt.getTime()}_${id}`).toString('base64url');

export function readCursor(cursor: string): Place {
  const [, ms, id] = PLACE.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  const createdAt = new Date(Number(ms));
  if (id === undefined || Number.isNaN(createdAt.getTime()))
    throw invalidField('/query/cursor', 'is not one of ours; begin again without it');
  return { createdAt, id };
}
