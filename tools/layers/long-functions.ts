export interface LongFunction {
  name: string;
  line: number;
  lines: number;
}

const FUNCTION = /^(?:export )?(?:default )?(?:async )?function\*? (\w+)/;
const CONSTANT = /^(?:export )?const (\w+)/;
const CLASS = /^(?:export )?(?:abstract )?class /;
const METHOD = /^ {2}(?:(?:static|async|get|set|override|readonly) )*\*?(#?\w+)(?:<.*>)?\(/;

/**
 * The functions and methods of a formatted source that are longer than `most` lines. The formatter puts the end of a
 * declaration at the indentation of its start, so no parser is needed.
 */
export function longFunctions(source: string, most: number): LongFunction[] {
  const lines = source.split('\n');
  const found: LongFunction[] = [];
  let isInClass = false;
  lines.forEach((text, at) => {
    if (/^\S/.test(text)) isInClass = CLASS.test(text) || (isInClass && !/^\}/.test(text));
    const name = nameAt(text, isInClass);
    if (name === undefined) return;
    const indent = text.startsWith('  ') ? '  ' : '';
    const end = endOf(lines, at, indent);
    const isFunction = !CONSTANT.test(text) || lines.slice(at, end + 1).some((one) => /^\S.*=>/.test(one));
    const count = end - at + 1;
    if (isFunction && count > most) found.push({ name, line: at + 1, lines: count });
  });
  return found;
}

const nameAt = (text: string, isInClass: boolean): string | undefined =>
  (FUNCTION.exec(text) ?? CONSTANT.exec(text) ?? (isInClass ? METHOD.exec(text) : null))?.[1];

/** Lines that only end the parameters are part of the head. */
function endOf(lines: readonly string[], start: number, indent: string): number {
  if (/[;}]$/.test(lines[start] ?? '')) return start;
  for (let at = start + 1; at < lines.length; at += 1) {
    const text = lines[at] ?? '';
    if (!text.startsWith(indent) || /^\s/.test(text.slice(indent.length)) || text.trim() === '') continue;
    if (/[{(,>]$/.test(text) && /^[)}\]]/.test(text.trim())) continue;
    return at;
  }
  return lines.length - 1;
}
