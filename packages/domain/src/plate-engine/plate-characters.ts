/** The characters of a reader, in the order of a model's output; the column after them is the blank. */
export const PLATE_CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
export const BLANK = PLATE_CHARACTERS.length;
export const READER_COLUMNS = PLATE_CHARACTERS.length + 1;

export const characterAt = (column: number): string => PLATE_CHARACTERS.charAt(column);
export const columnOf = (character: string): number => PLATE_CHARACTERS.indexOf(character);
