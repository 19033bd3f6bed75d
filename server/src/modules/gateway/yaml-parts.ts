import { Document, isMap, isScalar, visit, type Pair, type YAMLMap } from 'yaml';

/** A stretch of a text, and what stands there instead. */
interface Change {
  from: number;
  to: number;
  text: string;
}

/**
 * A text of YAML with some operations of its paths written anew and all else byte for byte as it was: to write the whole anew would
 * break its lines elsewhere. Undefined where that cannot be done: it is written in braces, or an operation stands by an alias.
 */
export function withOperations(
  text: string,
  was: Document,
  now: Document,
  places: readonly (readonly [path: string, method: string])[],
): string | undefined {
  const [pathsWas, pathsNow] = [blockAt(was, 'paths'), blockAt(now, 'paths')];
  if (!pathsWas || !pathsNow) return undefined;
  const changes: Change[] = [];
  const pathColumn = pathsWas.items[0] ? columnOf(text, pathsWas.items[0]) : 2;
  for (const path of new Set(places.map(([each]) => each))) {
    const [pairWas, pairNow] = [pairOf(pathsWas, path), pairOf(pathsNow, path)];
    if (!pairWas) {
      if (pairNow && hasAlias(pairNow)) return undefined;
      if (pairNow) changes.push(added(text, pathsWas, pairNow, pathColumn));
      continue;
    }
    if (!pairNow) {
      changes.push({ ...stretchOf(text, pairWas), text: '' });
      continue;
    }
    const [itemWas, itemNow] = [blockOf(pairWas), blockOf(pairNow)];
    if (!itemWas || !itemNow) return undefined;
    const first = itemWas.items[0];
    const step = first ? columnOf(text, first) - columnOf(text, pairWas) : pathColumn;
    for (const [each, method] of places) {
      if (each !== path) continue;
      const [oldPair, newPair] = [pairOf(itemWas, method), pairOf(itemNow, method)];
      if (newPair && hasAlias(newPair)) return undefined;
      if (oldPair)
        changes.push({
          ...stretchOf(text, oldPair),
          text: newPair ? written(newPair, columnOf(text, oldPair), step) : '',
        });
      else if (newPair) changes.push(added(text, itemWas, newPair, step));
    }
  }
  // from the end on, and of several at one place the last one first
  return changes
    .toReversed()
    .toSorted((one, other) => other.from - one.from)
    .reduce((made, { from, to, text: instead }) => made.slice(0, from) + instead + made.slice(to), text);
}

type BlockPair = Pair;

function blockAt(document: Document, key: string): YAMLMap | undefined {
  const found: unknown = document.get(key, true);
  return isMap(found) && !found.flow ? found : undefined;
}

function blockOf({ value }: BlockPair): YAMLMap | undefined {
  return isMap(value) && !value.flow ? value : undefined;
}

const pairOf = (map: YAMLMap, key: string): BlockPair | undefined =>
  map.items.find((pair) => String(isScalar(pair.key) ? pair.key.value : pair.key) === key);

/** By itself it could not be written: what it points at stands elsewhere. */
function hasAlias({ value }: BlockPair): boolean {
  let found = false;
  visit(value as never, { Alias: () => ((found = true), visit.BREAK) });
  return found;
}

const startOf = (pair: BlockPair): number => (pair.key as { range: [number, number, number] }).range[0];
const endOf = (pair: BlockPair): number => ((pair.value ?? pair.key) as { range: [number, number, number] }).range[2];

function columnOf(text: string, pair: BlockPair): number {
  const start = startOf(pair);
  return start - (text.lastIndexOf('\n', start - 1) + 1);
}

/** Whole lines, from that of its key to that of the next key. */
function stretchOf(text: string, pair: BlockPair): { from: number; to: number } {
  const end = endOf(pair);
  const lineEnd = text[end - 1] === '\n' ? end : text.indexOf('\n', end) + 1;
  return { from: startOf(pair) - columnOf(text, pair), to: lineEnd === 0 ? text.length : lineEnd };
}

/** Behind the last one of a map. */
function added(text: string, map: YAMLMap, pair: BlockPair, step: number): Change {
  const last = map.items.at(-1)!;
  const { to } = stretchOf(text, last);
  const lineBreak = text[to - 1] === '\n' ? '' : '\n';
  return { from: to, to, text: lineBreak + written(pair, columnOf(text, last), step) };
}

/** In lines of its own, as far in as what it stands beside, and what is in it further by as much as there. */
function written(pair: BlockPair, column: number, step: number): string {
  const document = new Document({});
  (document.contents as YAMLMap).items.push(pair);
  const indent = ' '.repeat(column);
  return document
    .toString({ lineWidth: 0, indent: Math.max(1, step) })
    .split('\n')
    .map((line) => (line === '' ? '' : indent + line))
    .join('\n');
}
