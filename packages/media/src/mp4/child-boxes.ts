import { decodeBoxHeader } from './box-header.ts';
import { MalformedBox } from './byte-cursor.ts';

export interface ChildBox {
  type: string;
  body: Uint8Array;
}

const MAX_CHILDREN = 512;

/** The boxes directly inside a container's body. Callers name each level they enter, so nesting cannot run away. */
export function childBoxes(body: Uint8Array): ChildBox[] {
  const children: ChildBox[] = [];
  let offset = 0;
  while (offset < body.length) {
    const reading = decodeBoxHeader(body.subarray(offset, offset + 16), { offset, limit: body.length });
    if (reading.kind !== 'box') throw new MalformedBox('child box outside its parent');
    if (children.length === MAX_CHILDREN) throw new MalformedBox('too many child boxes');
    const { type, headerSize, size } = reading.box;
    children.push({ type, body: body.subarray(offset + headerSize, offset + size) });
    offset += size;
  }
  return children;
}

const HEADER_BYTES = 8;

/** The boxes inside a whole `moof`, header included. */
export const boxesOfMoof = (moof: Uint8Array): ChildBox[] => childBoxes(moof.subarray(HEADER_BYTES));

export const findChild = (children: readonly ChildBox[], type: string): Uint8Array | undefined =>
  children.find((child) => child.type === type)?.body;

export function needChild(children: readonly ChildBox[], type: string): Uint8Array {
  const body = findChild(children, type);
  if (body === undefined) throw new MalformedBox(`no ${type} box`);
  return body;
}
