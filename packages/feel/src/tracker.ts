import { ContextTracker } from '@lezer/lr';
import { normalizeContextKey } from 'lezer-feel';

/** Names that a text may use without declaring them, ready for the tokenizer. Build once per set of names. */
export interface KnownNames {
  readonly keys: ReadonlySet<string>;
  readonly prefixes: ReadonlySet<string>;
}

/** Lookups as the tokenizer of lezer-feel makes them on its context. */
interface NameState {
  readonly tokens: readonly string[];
  /** A name that was read and may yet turn out to be one of a parameter. */
  readonly pending?: string;
  readonly parameter?: string;
  contextCache(): { keys: { has(name: string): boolean }; prefixes: { has(name: string): boolean } };
}

// unexported term ids of lezer-feel 3.0.1; the exact version is pinned in package.json
const terms = {
  name: 8,
  identifier: 9,
  additionalIdentifier: 10,
  variableName: 49,
  pathName: 71,
  parameterName: 79,
  formalParameter: 95,
  propertyName: 103,
  propertyIdentifier: 104,
} as const;

const reserved = new Set([
  'if',
  'then',
  'else',
  'for',
  'in',
  'return',
  'some',
  'every',
  'satisfies',
  'and',
  'or',
  'between',
  'instance',
  'of',
  'null',
  'true',
  'false',
  'function',
  'not',
  'external',
  '?',
]);

export const isReserved = (name: string): boolean => reserved.has(name);

export function knownNames(names: Iterable<string>): KnownNames {
  const keys = new Set<string>();
  const prefixes = new Set<string>();
  for (const name of names) remember(name, keys, prefixes);
  return { keys, prefixes };
}

/**
 * Tells the tokenizer which words form one name. The tracker of lezer-feel follows scopes exactly and takes quadratic time;
 * this one keeps one flat set: a name declared anywhere is a name from there on, which reads the same trees in linear time.
 * What a text declares must be forgotten before the next one is read.
 */
export function flatTracker(known: KnownNames): { tracker: ContextTracker<NameState>; forget(): void } {
  const keys = new Set<string>();
  const prefixes = new Set<string>();
  const cache = {
    keys: { has: (name: string) => known.keys.has(name) || keys.has(name) },
    prefixes: { has: (name: string) => known.prefixes.has(name) || prefixes.has(name) },
  };
  const contextCache = () => cache;
  const empty: NameState = { tokens: [], contextCache };

  const tracker = new ContextTracker<NameState>({
    start: empty,
    reduce(state, term, stack, input) {
      switch (term) {
        case terms.identifier:
        case terms.additionalIdentifier:
        case terms.propertyIdentifier: {
          const { read } = input as unknown as { read(this: unknown, from: number, to: number): string };
          return { ...state, tokens: [...state.tokens, read.call(input, input.pos, stack.pos)] };
        }
        case terms.name:
          return { tokens: [], pending: state.tokens.join(' '), contextCache };
        // every argument is tried as `name: value` too: in f(a-b) nothing is declared, in function(a-b) something is
        case terms.parameterName:
          return { tokens: [], parameter: state.pending ?? '', contextCache };
        case terms.formalParameter:
          remember(state.parameter ?? '', keys, prefixes);
          return empty;
        case terms.propertyName:
          remember(state.tokens.join(' '), keys, prefixes);
          return empty;
        case terms.variableName:
        case terms.pathName:
          return state.parameter === undefined ? empty : { ...state, tokens: [] };
        default:
          return state;
      }
    },
    shift(state) {
      if (state.pending === undefined) return state;
      remember(state.pending, keys, prefixes);
      return { tokens: [], contextCache };
    },
  });
  const forget = () => {
    keys.clear();
    prefixes.clear();
  };
  return { tracker, forget };
}

function remember(name: string, keys: Set<string>, prefixes: Set<string>): void {
  const plain = normalizeContextKey(name);
  // a name of one word needs no help from the tokenizer, and a keyword must stay one
  if (keys.has(plain) || isReserved(plain)) return;
  keys.add(plain);
  for (let end = 1; end <= plain.length; end++) prefixes.add(plain.slice(0, end));
}
