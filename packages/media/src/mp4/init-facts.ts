import { childBoxes, needChild } from './child-boxes.ts';
import { type InitFacts, parseMoov } from './moov.ts';

/** The tracks in a file header (`ftyp` and `moov`). */
export const readInitFacts = (head: Uint8Array): InitFacts => parseMoov(needChild(childBoxes(head), 'moov'));
