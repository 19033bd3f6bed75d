import { pathNames, type Operation } from '@formwork/contract/gateway/definition.ts';

/** A path of a call, read once: its segments in plain, and how they are written on. */
export interface PlainPath {
  segments: string[];
  /** Each segment encoded once more from its plain form: what was matched is what is sent. */
  written: string[];
  /** Whether it ended with a slash. */
  slash: boolean;
}

/**
 * Undefined for whatever reads one way here and another way there: dot segments in any writing, empty segments, encoded slashes
 * and backslashes, parameters behind a semicolon, control characters, bytes that are no UTF-8, what is encoded twice.
 */
export function plainPath(path: string): PlainPath | undefined {
  if (!path.startsWith('/') || /[\\;\u0000-\u0020\u007f-\uffff]/.test(path)) return undefined;
  const raw = path.slice(1).split('/');
  const slash = raw.at(-1) === '';
  if (slash) raw.pop();
  const segments: string[] = [];
  const written: string[] = [];
  for (const segment of raw) {
    const plain = segment.includes('%') ? decoded(segment) : segment;
    if (plain === undefined || plain === '' || plain === '.' || plain === '..') return undefined;
    // eslint-disable-next-line no-control-regex -- they are what is refused
    if (/[/\\;\u0000-\u001f\u007f]/.test(plain) || /%[0-9a-f]{2}/i.test(plain)) return undefined;
    segments.push(plain);
    written.push(plain === segment ? segment : encodeURIComponent(plain));
  }
  return { segments, written, slash };
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

export interface Found<Value> {
  value: Value;
  params: Record<string, string>;
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
    if (found.names.length === 0) return { value: found.value, params: noParams };
    const params: Record<string, string> = Object.create(null) as Record<string, string>;
    for (let i = 0; i < found.names.length; i += 1) params[found.names[i]!] = values[i]!;
    return { value: found.value, params };
  }
}

const noParams: Record<string, string> = Object.freeze(Object.create(null)) as Record<string, string>;

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
