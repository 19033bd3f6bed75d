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
  contextCache(): { keys: { has(name: string): boolean }; prefixes: { has(name: string): boolean } };
}

// unexported term ids of lezer-feel 3.0.1; the exact version is pinned in package.json
const terms = { name: 8, identifier: 9, additionalIdentifier: 10, variableName: 49, pathName: 71, propertyName: 103, propertyIdentifier: 104 } as const;

const reserved = new Set([
  'if', 'then', 'else', 'for', 'in', 'return', 'some', 'every', 'satisfies', 'and', 'or', 'between', 'instance', 'of', 'null', 'true', 'false', 'function', 'not', 'external', '?',
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
 * The sets of a tracker grow while it reads, so every text gets one of its own.
 */
export function flatTracker(known: KnownNames): ContextTracker<NameState> {
  const keys = new Set<string>();
  const prefixes = new Set<string>();
  const cache = {
    keys: { has: (name: string) => known.keys.has(name) || keys.has(name) },
    prefixes: { has: (name: string) => known.prefixes.has(name) || prefixes.has(name) },
  };
  const contextCache = () => cache;
  const empty: NameState = { tokens: [], contextCache };

  return new ContextTracker<NameState>({
    start: empty,
    reduce(state, term, stack, input) {
      switch (term) {
        case terms.identifier:
        case terms.additionalIdentifier:
        case terms.propertyIdentifier: {
          const { read } = input as unknown as { read(this: unknown, from: number, to: number): string };
          return { tokens: [...state.tokens, read.call(input, input.pos, stack.pos)], contextCache };
        }
        case terms.name:
        case terms.propertyName:
          remember(state.tokens.join(' '), keys, prefixes);
          return empty;
        case terms.variableName:
        case terms.pathName:
          return empty;
        default:
          return state;
      }
    },
  });
}

function remember(name: string, keys: Set<string>, prefixes: Set<string>): void {
  const plain = normalizeContextKey(name);
  // a name of one word needs no help from the tokenizer, and a keyword must stay one
  if (keys.has(plain) || isReserved(plain)) return;
  keys.add(plain);
  for (let end = 1; end <= plain.length; end++) prefixes.add(plain.slice(0, end));
}
