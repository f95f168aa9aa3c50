/** Faults of a file that was sent for import. */
export const fileReasons = {
  'color-format': 'Enter a colour such as #FF8800.',
  'csv-cell-count': 'This line has {found} cells instead of {expected}.',
  'csv-faults-beyond': 'The file has {count} faults; the first {limit} are listed. Nothing was imported.',
  'csv-listed-twice': 'This plate is also on line {line}.',
  'csv-not-utf8': 'This is not text in UTF-8: save the file as CSV UTF-8 and try again.',
  'csv-nothing-imported': 'Nothing was imported: correct these lines and try again.',
  'csv-open-quote': 'A quotation mark is not closed.',
  'csv-too-many-lines': 'Import at most {limit} lines at once.',
  'watchlist-full': 'The list has at most {limit} entries. Nothing was added; remove some entries first.',
  'csv-unknown-column': 'There is no column “{name}”: use plate, kind, label, note, color and notify.',
  'csv-without-header': 'The first line must name the columns, one of them “plate”.',
  'plate-too-long': 'A plate has at most {limit} letters and digits.',
  'plate-without-characters': 'A plate needs at least one letter A-Z or digit.',
} as const;
