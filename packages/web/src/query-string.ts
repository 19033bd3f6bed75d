import qs from 'qs';

export type QueryValue = string | { [name: string]: QueryValue };
export type Query = Record<string, QueryValue>;

const limits = { depth: 5, parameterLimit: 1_000, arrayLimit: 20 } as const;
const bracketStyle = { arrayFormat: 'brackets', skipNulls: true } as const;

/** The query of an address, without arrays: a name that comes twice keeps its last value, `a[0]=x` is an object. */
export function parseQuery(search: string): Query {
  return qs.parse(search, { ...limits, ignoreQueryPrefix: true, parseArrays: false, duplicates: 'last', plainObjects: false }) as Query;
}

/** Bracket style, `a[b]=1&c[]=2`; what is undefined or null is left out. Lists longer than brackets may hold go as one text. */
export function queryText(values: object): string {
  return qs.stringify(values, { ...bracketStyle, filter: (_name, value: unknown) => (Array.isArray(value) && value.length > limits.arrayLimit ? value.join() : value) });
}

/** Form-encoded bodies, in the same style. */
export function formText(values: object): string {
  return qs.stringify(values, bracketStyle);
}

/** A query value that has to be text. */
export function textOf(value: QueryValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** An instant in UTC, as addresses carry it. */
export function isMoment(text: string | undefined): text is string {
  return text !== undefined && !Number.isNaN(Date.parse(text)) && text.endsWith('Z');
}
