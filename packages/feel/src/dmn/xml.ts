/** An element of an XML text with its name and namespace resolved; attributes go by their local names. */
export interface XmlElement {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The same by `{namespace}name`; those without a prefix are in none and go by their name. */
  readonly qualified: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** The text directly inside, pieces between children joined. */
  readonly text: string;
}

/** What is wrong with a text that is no well-formed XML, and where. */
export class XmlError extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(`${message} at character ${at}`);
    this.at = at;
  }
}

export const childrenNamed = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name);
export const childNamed = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => child.name === name);

/** Reads XML 1.0 with namespaces. Document types and their entities are refused: no model needs them, and they can be made to grow without end. */
export function parseXml(text: string): XmlElement {
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const document = open('', '', {}, new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]));
  const stack = [document];
  let at = 0;
  while (at < source.length) {
    const tag = source.indexOf('<', at);
    const end = tag < 0 ? source.length : tag;
    if (end > at) addText(stack, decoded(source.slice(at, end), at), at);
    if (tag < 0) break;
    at = readMarkup(source, tag, stack);
  }
  if (stack.length > 1) throw new XmlError(`<${stack.at(-1)!.tag}> is not closed`, source.length);
  const root = document.children[0];
  if (!root) throw new XmlError('there is no element', 0);
  return root;
}

/** Deeper than any model is, and shallow enough for functions that walk through it. */
const MAX_DEPTH = 500;

interface Open extends XmlElement {
  readonly qualified: Record<string, string>;
  readonly tag: string;
  readonly children: XmlElement[];
  text: string;
  readonly prefixes: ReadonlyMap<string, string>;
}

function open(
  tag: string,
  namespace: string,
  attributes: Record<string, string>,
  prefixes: ReadonlyMap<string, string>,
): Open {
  return {
    tag,
    name: tag.slice(tag.indexOf(':') + 1),
    namespace,
    attributes,
    qualified: {},
    children: [],
    text: '',
    prefixes,
  };
}

function addText(stack: readonly Open[], text: string, at: number): void {
  if (stack.length > 1) stack.at(-1)!.text += text;
  else if (text.trim() !== '') throw new XmlError('text outside of the document', at);
}

/** Reads what begins with `<` and answers where it ends. */
function readMarkup(source: string, at: number, stack: Open[]): number {
  if (source.startsWith('<!--', at)) return after(source, '-->', at + 4);
  if (source.startsWith('<?', at)) return after(source, '?>', at + 2);
  if (source.startsWith('<![CDATA[', at)) {
    const end = after(source, ']]>', at + 9);
    addText(stack, source.slice(at + 9, end - 3), at);
    return end;
  }
  if (source.startsWith('<!', at)) throw new XmlError('document types are not read', at);
  if (source.startsWith('</', at)) {
    const end = after(source, '>', at);
    const closed = stack.length > 1 ? stack.pop() : undefined;
    if (closed?.tag !== source.slice(at + 2, end - 1).trim())
      throw new XmlError('an end tag without its beginning', at);
    return end;
  }
  return readTag(source, at, stack);
}

const attribute = /\s+([^\s=<>/"']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;

function readTag(source: string, at: number, stack: Open[]): number {
  const tag = /[^\s<>/=]+/y;
  tag.lastIndex = at + 1;
  const name = tag.exec(source)?.[0];
  if (name === undefined) throw new XmlError('a tag without a name', at);
  const outer = stack.at(-1)!;
  if (stack.length === 1 && outer.children.length > 0)
    throw new XmlError('a second element outside of the document', at);
  const attributes: Record<string, string> = {};
  const given: [prefix: string, local: string, value: string][] = [];
  let { prefixes } = outer;
  let end = at + 1 + name.length;
  for (;;) {
    attribute.lastIndex = end;
    const match = attribute.exec(source);
    if (!match) break;
    const value = decoded((match[2] ?? match[3])!.replace(/[\n\t]/g, ' '), end);
    const [prefix, local] = halves(match[1]!);
    if (prefix === 'xmlns' || match[1] === 'xmlns')
      prefixes = new Map([...prefixes, [prefix === '' ? '' : local, value]]);
    else {
      attributes[local] = value;
      given.push([prefix, local, value]);
    }
    end = attribute.lastIndex;
  }
  const close = /\s*(\/?)>/y;
  close.lastIndex = end;
  const closing = close.exec(source);
  if (!closing) throw new XmlError(`<${name}> cannot be read`, end);
  const [prefix] = halves(name);
  const namespace = prefixes.get(prefix);
  if (namespace === undefined && prefix !== '') throw new XmlError(`the prefix ${prefix} is not declared`, at);
  const element = open(name, namespace ?? '', attributes, prefixes);
  for (const [own, local, value] of given)
    element.qualified[own === '' ? local : `{${prefixes.get(own) ?? own}}${local}`] = value;
  outer.children.push(element);
  if (closing[1] === '') stack.push(element);
  if (stack.length > MAX_DEPTH) throw new XmlError('elements are nested too deeply', at);
  return close.lastIndex;
}

function halves(name: string): readonly [prefix: string, local: string] {
  const colon = name.indexOf(':');
  return colon < 0 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
}

function after(source: string, mark: string, from: number): number {
  const at = source.indexOf(mark, from);
  if (at < 0) throw new XmlError(`${mark} is missing`, from);
  return at + mark.length;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const decoded = (text: string, at: number): string =>
  text.includes('&')
    ? text.replace(
        /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w+));?/g,
        (all, hex?: string, decimal?: string, name?: string) => {
          const point = hex === undefined ? Number(decimal) : parseInt(hex, 16);
          const found =
            name === undefined
              ? point <= 0x10ffff
                ? String.fromCodePoint(point)
                : undefined
              : Object.hasOwn(entities, name)
                ? entities[name]
                : undefined;
          if (found === undefined || !all.endsWith(';')) throw new XmlError(`${all} cannot be read`, at);
          return found;
        },
      )
    : text;
