/**
 * What the library that reads models forgets, carried through it as attributes of a namespace of their own: comments, and
 * attributes with the prefix of their own element, which it takes for those without a prefix.
 */
export interface Marks {
  comments: string[];
  attributes: { prefix: string; uri: string; local: string }[];
}

const prefix = 'fwmark';
const uri = 'urn:formwork:bpmn:marks';
/** A comment before an element, before its end, or behind all of them; an attribute by its place in the list. */
const kinds = { before: 'c', within: 'w', behind: 'b', attribute: 'a' } as const;

/** Attributes of the standard's own namespaces are read as they are meant, with their prefix or without. */
const standard = /^http:\/\/www\.omg\.org\/spec\/|^http:\/\/www\.w3\.org\//;

/** What a text is made of: comments and the like, tags, and what lies between them. */
const piece =
  /<!--([\s\S]*?)-->|<!\[CDATA\[[\s\S]*?\]\]>|<[?!][^>]*>|<(\/?)([^\s/>]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>/g;
const attribute = /\s([^\s=]+)\s*=\s*("[^"]*"|'[^']*')/g;

interface Open {
  /** Where further attributes of its tag go, and those that are to go there. */
  at: number;
  marks: string[];
  bears: boolean;
  prefixes: ReadonlyMap<string, string>;
}

/** The text with marks in place of what would be forgotten. */
export function mark(xml: string): { text: string; marks: Marks } {
  const marks: Marks = { comments: [], attributes: [] };
  const inserts: Open[] = [];
  const stack: Open[] = [];
  const changed: { from: number; to: number; text: string }[] = [];
  let waiting: number[] = [];
  let root: Open | undefined;
  const settle = (open: Open | undefined, kind: keyof typeof kinds): void => {
    for (const at of waiting) open?.marks.push(` ${prefix}:${kinds[kind]}${at}="1"`);
    waiting = [];
  };
  for (const found of xml.matchAll(piece)) {
    const [, comment, closes, name, attributes = '', empty] = found;
    if (comment !== undefined) waiting.push(marks.comments.push(comment) - 1);
    if (name === undefined) continue;
    if (closes === '/') {
      // nothing follows it here: it stands at the end of the nearest one that can bear it
      if (stack.at(-1)?.bears === true) settle(stack.at(-1), 'within');
      stack.pop();
      continue;
    }
    const from = found.index + 1 + name.length;
    const given = [...attributes.matchAll(attribute)];
    const open: Open = {
      at: from,
      marks: [],
      bears: given.some(([, own]) => !isDeclaration(own!)) || !root,
      prefixes: declared(given, stack.at(-1)?.prefixes ?? new Map()),
    };
    root ??= open;
    inserts.push(open);
    if (open.bears) settle(open, 'before');
    for (const { 0: text, 1: own, 2: value, index: place } of given) {
      const replacement = markOf(name, own!, open.prefixes, marks);
      if (replacement === undefined) continue;
      const start = from + place;
      changed.push({ from: start, to: start + text.length, text: ` ${replacement}=${value!}` });
    }
    if (empty !== '/') stack.push(open);
  }
  settle(root, 'behind');
  if (root && (marks.comments.length > 0 || marks.attributes.length > 0)) root.marks.push(` xmlns:${prefix}="${uri}"`);
  for (const { at, marks: own } of inserts) if (own.length > 0) changed.push({ from: at, to: at, text: own.join('') });
  return { text: replaced(xml, changed), marks };
}

/** What was marked, back in its place. */
export function unmark(xml: string, { comments, attributes }: Marks): string {
  if (comments.length === 0 && attributes.length === 0) return xml;
  const ends: string[][] = [];
  let behind = '';
  const said = (list: readonly number[]): string => list.map((at) => `<!--${comments[at] ?? ''}-->\n`).join('');
  const text = xml
    .replaceAll(` xmlns:${prefix}="${uri}"`, '')
    .replace(
      piece,
      (whole: string, _comment, closes: string, name: string | undefined, given: string, empty: string) => {
        if (name === undefined) return whole;
        if (closes === '/') return (ends.pop() ?? []).join('') + whole;
        const marked: Record<string, number[]> = {};
        const kept = given.replace(
          new RegExp(`\\s${prefix}:([a-z])(\\d+)="([^"]*)"`, 'g'),
          (_all, kind: string, at: string, value: string) => {
            if (kind === kinds.attribute) return attributeText(xml, whole, attributes[Number(at)]!, value);
            (marked[kind] ??= []).push(Number(at));
            return '';
          },
        );
        behind += said(marked[kinds.behind] ?? []);
        const within = said(marked[kinds.within] ?? []);
        const tag = said(marked[kinds.before] ?? []) + `<${name}${kept}`;
        if (empty === '/') return within === '' ? `${tag.trimEnd()} />` : `${tag.trimEnd()}>${within}</${name}>`;
        ends.push(within === '' ? [] : [within]);
        return `${tag}>`;
      },
    );
  return behind === '' ? text : `${text.trimEnd()}\n${behind}`;
}

function isDeclaration(name: string): boolean {
  return name === 'xmlns' || name.startsWith('xmlns:');
}

function declared(given: readonly RegExpMatchArray[], outer: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const own = given.filter(([, name]) => isDeclaration(name!));
  if (own.length === 0) return outer;
  return new Map([...outer, ...own.map(([, name, value]): [string, string] => [name!.slice(6), value!.slice(1, -1)])]);
}

/** Another name for an attribute whose prefix means the namespace of its element, or the one without a prefix there. */
function markOf(
  element: string,
  name: string,
  prefixes: ReadonlyMap<string, string>,
  { attributes }: Marks,
): string | undefined {
  const [own, local] = halves(name);
  const namespace = own === '' || isDeclaration(name) ? undefined : prefixes.get(own);
  if (namespace === undefined || standard.test(namespace)) return undefined;
  if (namespace !== prefixes.get(halves(element)[0]) && namespace !== prefixes.get('')) return undefined;
  return `${prefix}:${kinds.attribute}${attributes.push({ prefix: own, uri: namespace, local }) - 1}`;
}

/** The attribute under its own name; its prefix is declared beside it where it does not mean the same everywhere. */
function attributeText(
  xml: string,
  tag: string,
  { prefix: own, uri: means, local }: Marks['attributes'][number],
  value: string,
): string {
  const text = (by: string): string => ` ${by}:${local}="${value}"`;
  const meanings = new Set([...xml.matchAll(new RegExp(`xmlns:${own}="([^"]*)"`, 'g'))].map(([, meaning]) => meaning));
  const root = /<[^?!][^>]*>/.exec(xml)?.[0] ?? '';
  const everywhere = meanings.size === 1 && meanings.has(means);
  if (everywhere && (root.includes(`xmlns:${own}="`) || tag.includes(`xmlns:${own}="`))) return text(own);
  if (meanings.size === 0 || everywhere) return ` xmlns:${own}="${means}"${text(own)}`;
  return ` xmlns:${prefix}-${own}="${means}"${text(`${prefix}-${own}`)}`;
}

function halves(name: string): [prefix: string, local: string] {
  const colon = name.indexOf(':');
  return colon < 0 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
}

function replaced(text: string, changes: { from: number; to: number; text: string }[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const change of changes.sort((a, b) => a.from - b.from || a.to - b.to)) {
    parts.push(text.slice(at, change.from), change.text);
    at = change.to;
  }
  return parts.join('') + text.slice(at);
}

/** The comments of a text, in their order. */
export function commentsIn(xml: string): string[] {
  return [...xml.matchAll(piece)].flatMap(([, comment]) => (comment === undefined ? [] : [comment]));
}
