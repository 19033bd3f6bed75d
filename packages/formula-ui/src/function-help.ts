import { excelBuiltins, findBuiltin, standardBuiltins } from '@formwork/feel/builtins/table.ts';
import { compile } from '@formwork/feel/compile.ts';
import { loadPinyin, readsPinyin } from '@formwork/feel/excel/pinyin.ts';
import { toText } from '@formwork/feel/values.ts';
import type { Translate } from '@formwork/web/i18n/i18n.ts';
import { functionExamples } from './function-examples.ts';

export interface FunctionHelp {
  readonly name: string;
  readonly signatures: readonly string[];
  readonly explanation: string;
  readonly example?: { readonly text: string; readonly result?: string };
}

/** Every function by name: spreadsheet functions first, since most people know those. */
export const functionNames: readonly string[] = [...excelBuiltins.keys(), ...standardBuiltins.keys()];

export function functionHelp(name: string, t: Translate): FunctionHelp | undefined {
  const builtin = findBuiltin(name);
  if (!builtin) return undefined;
  const signatures = builtin.signatures.map(({ text }) => `${builtin.name}${text}`);
  const example = exampleOf(builtin.name);
  return { name: builtin.name, signatures, explanation: t(`functions.${builtin.name}`), ...(example && { example }) };
}

export interface Param {
  readonly name: string;
  readonly optional: boolean;
  /** May be given any number of times. */
  readonly rest: boolean;
}

/** The parameters of a function, of the way to call it that takes most. */
export const paramsOf = (name: string): readonly Param[] =>
  findBuiltin(name)
    ?.signatures.map(({ params }) => params)
    .toSorted((a, b) => b.length - a.length)[0] ?? [];

function exampleOf(name: string): FunctionHelp['example'] {
  const text = functionExamples[name];
  const compiled = text === undefined ? undefined : compile(text, { types: {} });
  if (text === undefined || !compiled?.ok) return undefined;
  // what is not there yet is there when help is asked for again
  if (readsPinyin(text)) void loadPinyin();
  const { value } = compiled.run({});
  return { text, ...(value !== null && { result: toText(value) }) };
}
