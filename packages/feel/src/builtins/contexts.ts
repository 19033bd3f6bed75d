import { fault, isContext, type Context, type Fault, type List, type Val } from '../values.ts';
import { type Definition, fn } from './builtin.ts';

function fromEntries(entries: readonly (Context | null)[]): Val | Fault {
  const made = new Map<string, Val>();
  for (const entry of entries) {
    const key = entry?.get('key');
    const value = entry?.get('value');
    if (typeof key !== 'string' || value === undefined) return fault('feel.wrong_entry');
    if (made.has(key)) return fault('feel.key_twice', { name: key });
    made.set(key, value);
  }
  return made;
}

/** Puts a value where the keys lead, through contexts within contexts. */
function put(context: Context, [key, ...inner]: List, value: Val): Val | Fault {
  if (typeof key !== 'string') return fault('feel.wrong_entry');
  if (inner.length === 0) return new Map(context).set(key, value);
  const within = context.get(key);
  if (!isContext(within)) return fault('feel.unknown_field', { name: key });
  const changed = put(within, inner, value);
  return isContext(changed as Val) ? new Map(context).set(key, changed as Context) : changed;
}

function merge(contexts: readonly (Context | null)[]): Val | Fault {
  return contexts.includes(null)
    ? fault('feel.empty_in_list')
    : new Map((contexts as readonly Context[]).flatMap((context) => [...context]));
}

export const contexts: Readonly<Record<string, Definition>> = {
  'get value': fn<[Context, string | List]>(
    [
      '(m: context, key: string) -> Any',
      '(context: context, key: string) -> Any',
      '(context: context, keys: list<string>) -> Any',
    ],
    (_, m, key) =>
      (typeof key === 'string' ? [key] : key).reduce<Val>(
        (value, step) => (isContext(value) && typeof step === 'string' ? (value.get(step) ?? null) : null),
        m,
      ),
  ),
  'get entries': fn<[Context]>(['(m: context) -> list<context>', '(context: context) -> list<context>'], (_, m) =>
    [...m].map(
      ([key, value]) =>
        new Map<string, Val>([
          ['key', key],
          ['value', value],
        ]),
    ),
  ),
  context: fn<[readonly (Context | null)[]]>('(entries: list<context>) -> context', (_, entries) =>
    fromEntries(entries),
  ),
  'context put': fn<[Context, string | List, Val]>(
    [
      '(context: context, key: string, value: Any) -> context',
      '(context: context, keys: list<string>, value: Any) -> context',
    ],
    (_, context, keys, value) => put(context, typeof keys === 'string' ? [keys] : keys, value),
  ),
  'context merge': fn<[readonly (Context | null)[]]>('(contexts: list<context>) -> context', (_, all) => merge(all)),
};
