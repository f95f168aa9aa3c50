/**
 * An element without its namespace prefix: devices choose prefixes freely, and no two names here differ only by theirs.
 */
export interface XmlElement {
  name: string;
  prefix: string;
  /** The namespaces that it declares, by prefix; the default one has the prefix ''. */
  namespaces: Readonly<Record<string, string>>;
  attributes: Readonly<Record<string, string>>;
  children: readonly XmlElement[];
  /** Its own text, without that of its children. */
  text: string;
}

const MAX_ELEMENTS = 5_000;
const MAX_DEPTH = 64;
const MAX_TAG_CHARACTERS = 8_192;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

interface Open {
  name: string;
  prefix: string;
  namespaces: Record<string, string>;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

/**
 * A minimal XML parser for SOAP from untrusted devices: one pass, no document types, only the five predefined entities,
 * and limits on size. Undefined if the text is not well-formed.
 */
export function parseXml(source: string): XmlElement | undefined {
  const root: Open = { name: '', prefix: '', namespaces: {}, attributes: {}, children: [], text: '' };
  const open: Open[] = [root];
  let elements = 0;
  let at = 0;
  while (at < source.length) {
    const here = open.at(-1) ?? root;
    const next = source.indexOf('<', at);
    if (next === -1) break;
    here.text += decode(source.slice(at, next));
    if (source.startsWith('<!--', next)) {
      at = after(source, '-->', next);
    } else if (source.startsWith('<![CDATA[', next)) {
      at = after(source, ']]>', next);
      here.text += source.slice(next + 9, at - 3);
    } else if (source.startsWith('<?', next)) {
      at = after(source, '?>', next);
    } else if (source.startsWith('<!', next)) {
      return undefined;
    } else {
      const end = endOfTag(source, next);
      const tag = source.slice(next + 1, end);
      at = end + 1;
      if (end === -1 || tag === '' || tag.length > MAX_TAG_CHARACTERS) return undefined;
      if (tag.startsWith('/')) {
        const closed = open.pop();
        const parent = open.at(-1);
        if (!closed || !parent || closed.name !== localName(tag.slice(1).trim())) return undefined;
        parent.children.push(closed);
      } else {
        const element = readTag(tag);
        elements += 1;
        if (!element || elements > MAX_ELEMENTS || open.length > MAX_DEPTH) return undefined;
        if (tag.endsWith('/')) here.children.push(element);
        else open.push(element);
      }
    }
    if (at <= next) return undefined;
  }
  return open.length === 1 && root.children.length === 1 ? root.children[0] : undefined;
}

function after(source: string, mark: string, from: number): number {
  const found = source.indexOf(mark, from);
  return found === -1 ? -1 : found + mark.length;
}

/** The end of a tag; a `>` inside quotes does not end it. */
function endOfTag(source: string, from: number): number {
  let quote = '';
  for (let at = from + 1; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at;
    else if (character === '<') return -1;
  }
  return -1;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
const prefixOf = (name: string): string => name.slice(0, Math.max(0, name.indexOf(':')));

const NAME = /[A-Za-z_][\w.:-]{0,200}/y;
const KEY = /[\w.:-]{1,200}/y;
const BLANKS = /\s*/y;

/** Sticky expressions, each tried at one position only: searching would take quadratic time. */
function readTag(tag: string): Open | undefined {
  const name = matchAt(NAME, tag, 0);
  if (name === undefined) return undefined;
  const attributes: Record<string, string> = Object.create(null);
  const namespaces: Record<string, string> = Object.create(null);
  let at = name.length;
  while (at < tag.length) {
    const { key, value, end } = readAttribute(tag, at);
    if (key === 'xmlns') namespaces[''] = decode(value);
    else if (key?.startsWith('xmlns:')) namespaces[localName(key)] = decode(value);
    else if (key !== undefined) attributes[localName(key)] = decode(value);
    at = end;
  }
  return { name: localName(name), prefix: prefixOf(name), namespaces, attributes, children: [], text: '' };
}

/** Skips anything that is not an attribute, one name at a time. */
function readAttribute(tag: string, from: number): { key?: string; value: string; end: number } {
  const key = matchAt(KEY, tag, from);
  if (key === undefined) return { value: '', end: from + 1 };
  const equals = from + key.length + blanksAt(tag, from + key.length);
  if (tag[equals] !== '=') return { value: '', end: equals };
  const open = equals + 1 + blanksAt(tag, equals + 1);
  const quote = tag[open];
  if (quote !== '"' && quote !== "'") return { value: '', end: open };
  const close = tag.indexOf(quote, open + 1);
  if (close === -1) return { value: '', end: tag.length };
  return { key, value: tag.slice(open + 1, close), end: close + 1 };
}

const blanksAt = (text: string, at: number): number => matchAt(BLANKS, text, at)?.length ?? 0;

function matchAt(sticky: RegExp, text: string, at: number): string | undefined {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0];
}

/** Unknown entities stay as they are. */
const decode = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{2,4}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });

/** The first element with that name: the element itself or a descendant. */
export function findElement(element: XmlElement, name: string): XmlElement | undefined {
  if (element.name === name) return element;
  for (const child of element.children) {
    const found = findElement(child, name);
    if (found) return found;
  }
  return undefined;
}

/** All elements with that name. */
export const findElements = (element: XmlElement, name: string): XmlElement[] => [
  ...(element.name === name ? [element] : []),
  ...element.children.flatMap((child) => findElements(child, name)),
];

export const textOf = (element: XmlElement | undefined, name: string): string | undefined => {
  const text = element && findElement(element, name)?.text.trim();
  return text === '' ? undefined : text;
};
