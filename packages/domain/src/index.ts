export { isSibling, parseSiblingName, type Sibling, siblingName } from './segment/collision.ts';
export { parseSegmentName, segmentName } from './segment/name.ts';
