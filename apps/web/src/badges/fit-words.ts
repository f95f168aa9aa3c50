/** The natural widths of the words of a badge, in its own pixels; 0 for those it does not have. */
export interface WordsPx {
  name: number;
  state: number;
  age: number;
}

export interface WordsFit {
  side: 'left' | 'right';
  /** The size the badge is drawn in: smaller than the chosen one where its state would not fit otherwise. */
  size: number;
  /** Maximum width of the badge, in its own pixels; the name is cut to it. */
  maxPx: number;
  /** The parts that are not drawn for lack of room. */
  drops: 'none' | 'age' | 'age name';
}

/** From the point to the edge of the icon. */
const HALF_ICON_PX = 12;
/** As in badges.module.css: beside the icon, after the words, and of the dot between two words. */
const GAP_PX = 5;
const END_PX = 9;
const DOT_PX = 11;
/** A name cut to less than this is unreadable. */
const MIN_NAME_PX = 24;
/** Below this size words are unreadable; a state that is still too long ends in an ellipsis. */
const MIN_SIZE = 0.75;
/** Outlines are drawn around the badge. */
const MARGIN_PX = 3;

/** Words as they follow each other, with a dot between two. */
const lineOf = (words: readonly number[]) => {
  const drawn = words.filter((px) => px > 0);
  return drawn.reduce((sum, px) => sum + px, 0) + Math.max(0, drawn.length - 1) * DOT_PX;
};

/**
 * Words are right of their icon, unless they do not fit there and have more room on the left. Where they fit on neither
 * side, the age is left out first, then the name is cut; the state is cut last.
 */
export function fitWords(facts: { pointPx: number; paneWidthPx: number; size: number; words: WordsPx }): WordsFit {
  const { pointPx, paneWidthPx, size, words } = facts;
  const { name, state, age } = words;
  const around = HALF_ICON_PX + GAP_PX + END_PX;
  const rightPx = paneWidthPx - pointPx - MARGIN_PX;
  const leftPx = pointPx - MARGIN_PX;
  const isRight = (around + lineOf([name, state, age])) * size <= rightPx || leftPx <= rightPx;
  const roomPx = Math.max(0, isRight ? rightPx : leftPx);
  const sizeOfState = state === 0 ? size : roomPx / (around + state);
  const drawnSize = Math.min(size, Math.max(sizeOfState, MIN_SIZE));
  const linePx = roomPx / drawnSize - around;
  const nameRoomPx = state === 0 ? linePx : linePx - DOT_PX - state;
  const isNameLost = name > 0 && nameRoomPx < Math.min(name, MIN_NAME_PX);
  const isAgeLost = age > 0 && lineOf([name, state, age]) > linePx;
  return {
    side: isRight ? 'right' : 'left',
    size: drawnSize,
    maxPx: Math.floor(HALF_ICON_PX + Math.max(HALF_ICON_PX, roomPx / drawnSize)),
    drops: isNameLost ? 'age name' : isAgeLost ? 'age' : 'none',
  };
}
