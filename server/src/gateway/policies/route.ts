import { pathNames, type Operation } from '@formwork/contract/gateway/definition.ts';

/** A path of a call, read once: its segments in plain, and how they are written on. */
export interface PlainPath {
  segments: string[];
  /** Each segment encoded once more from its plain form: what was matched is what is sent. */
  written: string[];
  /** Whether it ended with a slash. */
  slash: boolean;
}

const unsafe = /[\\;\u0000-\u0020\u007f-\uffff]/;

/**
 * Undefined for whatever reads one way here and another way there: dot segments in any writing, empty segments, encoded slashes
 * and backslashes, parameters behind a semicolon, control characters, bytes that are no UTF-8, what is encoded twice.
 */
export function plainPath(path: string): PlainPath | undefined {
  if (path.charCodeAt(0) !== 0x2f || unsafe.test(path)) return undefined;
  const segments: string[] = [];
  let slash = false;
  for (let from = 1; from > 0;) {
    const end = path.indexOf('/', from);
    const segment = end < 0 ? path.slice(from) : path.slice(from, end);
    if (segment === '' && end < 0) slash = true;
    else if (segment === '' || segment === '.' || segment === '..') return undefined;
    else segments.push(segment);
    from = end + 1;
  }
  if (!path.includes('%')) return { segments, written: segments, slash };
  const written: string[] = [];
  for (const [n, segment] of segments.entries()) {
    const plain = segment.includes('%') ? decoded(segment) : segment;
    if (plain === undefined || plain === '' || plain === '.' || plain === '..') return undefined;
    // what stands there as it is was looked at with the whole path
    // eslint-disable-next-line no-control-regex -- they are what is refused
    if (plain !== segment && (/[/\\;\u0000-\u001f\u007f]/.test(plain) || /%[0-9a-f]{2}/i.test(plain))) return undefined;
    segments[n] = plain;
    written.push(plain === segment ? segment : encodeURIComponent(plain));
  }
  return { segments, written, slash };
}

/** What of a path stands behind so many segments, as it is written on. */
export function pathBelow({ written, slash }: PlainPath, from: number): string {
  let text = '';
  for (let n = from; n < written.length; n += 1) text += `/${written[n]!}`;
  return text === '' || slash ? `${text}/` : text;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

interface Node<Value> {
  literal: Map<string, Node<Value>>;
  /** Of texts and names, those with more text first. */
  mixed: { texts: string[]; node: Node<Value> }[];
  named: Node<Value> | undefined;
  methods: Map<string, { value: Value; names: string[] }> | undefined;
}

const newNode = <Value>(): Node<Value> => ({ literal: new Map(), mixed: [], named: undefined, methods: undefined });

/** An operation, and what stands in its path in the place of its names. */
export class Found<Value> {
  readonly value: Value;
  readonly #names: readonly string[];
  readonly #values: readonly string[];

  constructor(value: Value, names: readonly string[], values: readonly string[]) {
    this.value = value;
    this.#names = names;
    this.#values = values;
  }

  /** Put together when somebody asks: most calls pass by. */
  get params(): Record<string, string> {
    const params = Object.create(null) as Record<string, string>;
    for (const [n, name] of this.#names.entries()) params[name] = this.#values[n]!;
    return params;
  }
}

/** Operations of an API by their paths: literal segments before those of texts and names, and these before names. */
export class Operations<Value> {
  readonly root: Node<Value> = newNode();

  add({ method, path }: Pick<Operation, 'method' | 'path'>, value: Value): void {
    let node = this.root;
    const names: string[] = [];
    for (const segment of path.split('/').filter((one) => one !== '')) {
      const texts = segment.split(/\{[^{}]*\}/);
      names.push(...pathNames(segment));
      if (texts.length === 1) {
        let next = node.literal.get(segment);
        if (!next) node.literal.set(segment, (next = newNode()));
        node = next;
      } else if (texts.length === 2 && texts.join('') === '') node = node.named ??= newNode();
      else node = mixedNode(node, texts);
    }
    (node.methods ??= new Map()).set(method, { value, names });
  }

  /** The operation; the methods that the path has besides where it lacks this one; undefined where the path is not there. */
  find(method: string, segments: readonly string[], from: number): Found<Value> | readonly string[] | undefined {
    const values: string[] = [];
    const node = walk(this.root, segments, from, values);
    if (!node?.methods) return undefined;
    const found = node.methods.get(method) ?? (method === 'HEAD' ? node.methods.get('GET') : undefined);
    if (!found) return [...node.methods.keys()];
    return new Found(found.value, found.names, values);
  }
}

function mixedNode<Value>({ mixed }: Node<Value>, texts: string[]): Node<Value> {
  const found = mixed.find(
    (one) => one.texts.length === texts.length && one.texts.every((text, i) => text === texts[i]),
  );
  if (found) return found.node;
  const node = newNode<Value>();
  mixed.push({ texts, node });
  mixed.sort((one, other) => other.texts.join('').length - one.texts.join('').length);
  return node;
}

/** What stands between the texts of a segment, each the shortest that there is; the last one reaches to the last text. */
function betweenTexts(texts: readonly string[], segment: string): string[] | undefined {
  const last = texts.at(-1)!;
  let from = texts[0]!.length;
  const until = segment.length - last.length;
  if (!segment.startsWith(texts[0]!) || !segment.endsWith(last)) return undefined;
  const values: string[] = [];
  for (const text of texts.slice(1, -1)) {
    const at = segment.indexOf(text, from + 1);
    if (at < 0) return undefined;
    values.push(segment.slice(from, at));
    from = at + text.length;
  }
  values.push(segment.slice(from, until));
  // what is filled in elsewhere may not lead up there
  return from < until && !values.some((value) => value === '.' || value === '..') ? values : undefined;
}

function walk<Value>(
  node: Node<Value>,
  segments: readonly string[],
  at: number,
  values: string[],
): Node<Value> | undefined {
  if (at === segments.length) return node.methods ? node : undefined;
  const literal = node.literal.get(segments[at]!);
  const byLiteral = literal && walk(literal, segments, at + 1, values);
  if (byLiteral) return byLiteral;
  for (const one of node.mixed) {
    const between = betweenTexts(one.texts, segments[at]!);
    if (!between) continue;
    values.push(...between);
    const byTexts = walk(one.node, segments, at + 1, values);
    if (byTexts) return byTexts;
    values.length -= between.length;
  }
  if (!node.named) return undefined;
  values.push(segments[at]!);
  const byName = walk(node.named, segments, at + 1, values);
  if (!byName) values.pop();
  return byName;
}
