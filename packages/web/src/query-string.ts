export type QueryValue = string | { [name: string]: QueryValue };
export type Query = Record<string, QueryValue>;

const limits = { depth: 5, parameters: 1_000, list: 20 } as const;

/** The query of an address, without arrays: a name that comes twice keeps its last value, `a[0]=x` is an object. */
export function parseQuery(search: string): Query {
  const values = new Map<string, string>();
  for (const part of search.replace(/^\?/, '').split('&', limits.parameters)) {
    // brackets may hold an equals sign of their own
    const bracket = part.indexOf(']=');
    const at = bracket === -1 ? part.indexOf('=') : bracket + 1;
    const name = decoded(at === -1 ? part : part.slice(0, at));
    if (part !== '' && name !== '') values.set(name, at === -1 ? '' : decoded(part.slice(at + 1)));
  }
  const query: Query = {};
  for (const [name, value] of values) place(query, stepsOf(name), value);
  return query;
}

/** Bracket style, `a[b]=1&c[]=2`; what is undefined or null is left out. Lists longer than brackets may hold go as one text. */
export function queryText(values: object): string {
  return texts(values, '', (list) => (list.length > limits.list ? list.join() : list)).join('&');
}

/** Form-encoded bodies, in the same style. */
export function formText(values: object): string {
  return texts(values, '', (list) => list).join('&');
}

/** `a[b][c]` as its steps; what is nested deeper than allowed is one last step. */
function stepsOf(name: string): string[] {
  const first = /\[[^[\]]*\]/.exec(name);
  if (!first) return [name];
  const steps = first.index === 0 ? [] : [name.slice(0, first.index)];
  let at = first.index;
  for (let depth = 0; depth < limits.depth; depth++) {
    const step = /^[^[]*?\[([^[\]]*)\]/.exec(name.slice(at));
    if (!step) return steps;
    steps.push(step[1] === '' ? '0' : step[1]!);
    at += step[0].length;
  }
  return /\[[^[\]]*\]/.test(name.slice(at)) ? [...steps, name.slice(name.indexOf('[', at))] : steps;
}

/** Names that every object has are nobody's parameters. */
function place(query: Query, steps: string[], value: string): void {
  if (steps.some((step) => step in Object.prototype)) return;
  let inner = query;
  for (const step of steps.slice(0, -1)) {
    const next = inner[step];
    inner = typeof next === 'object' ? next : (inner[step] = {});
  }
  inner[steps.at(-1)!] = value;
}

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

function texts(value: unknown, name: string, list: (list: unknown[]) => unknown): string[] {
  if (value === undefined || value === null || typeof value === 'function') return [];
  if (Array.isArray(value)) {
    const kept = list(value);
    if (Array.isArray(kept)) return kept.flatMap((each) => texts(each, `${name}[]`, list));
    return texts(kept, name, list);
  }
  if (value instanceof Date) return texts(value.toISOString(), name, list);
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([key, each]) => texts(each, name === '' ? key : `${name}[${key}]`, list));
  return [`${encoded(name)}=${encoded(String(value))}`];
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** A query value that has to be text. */
export function textOf(value: QueryValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** An instant in UTC, as addresses carry it. */
export function isMoment(text: string | undefined): text is string {
  return text !== undefined && !Number.isNaN(Date.parse(text)) && text.endsWith('Z');
}
