import { childBoxes, needChild } from './child-boxes.ts';
import { type InitFacts, parseMoov } from './moov.ts';

/** What the head of a file (`ftyp` and `moov`) says of its tracks. */
export const readInitFacts = (head: Uint8Array): InitFacts => parseMoov(needChild(childBoxes(head), 'moov'));
