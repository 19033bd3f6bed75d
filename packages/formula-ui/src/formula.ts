import { check, type Checked } from '@formwork/feel/check.ts';
import { namesOf } from '@formwork/feel/compile.ts';
import { shownTypes, type NamedField } from '@formwork/feel/names.ts';
import { parse } from '@formwork/feel/parse.ts';
import type { Node } from '@formwork/feel/ast.ts';
import type { Problem } from '@formwork/feel/problems.ts';
import { tokensOf, type Token } from '@formwork/feel/tokens.ts';
import type { FeelType } from '@formwork/feel/types.ts';

/** What a formula stands in: the fields it may read, under the names people know. */
export interface FormulaScope {
  /** By id. */
  readonly types: Readonly<Record<string, FeelType>>;
  readonly names: readonly NamedField[];
  /** By title as well as id, to read a text as it is shown. */
  readonly shown: Readonly<Record<string, FeelType>>;
}

export function formulaScope(types: Readonly<Record<string, FeelType>>, names: readonly NamedField[]): FormulaScope {
  return { types, names, shown: shownTypes(types, names) };
}

/** All that is known of a text while it is written. */
export interface Reading {
  readonly text: string;
  readonly ast: Node;
  readonly checked: Checked;
  readonly tokens: readonly Token[];
  readonly problems: readonly Problem[];
  /** Nothing is wrong with how it is written, whatever it means. */
  readonly readable: boolean;
  readonly type: FeelType;
}

export function readFormula(text: string, scope: FormulaScope): Reading {
  const names = namesOf(scope.shown);
  const { ast, problems } = parse(text, { names });
  const checked = check(ast, scope.shown);
  // an empty formula is no mistake; what follows from a text that cannot be read is not said
  const wrong = text.trim() === '' ? [] : problems.length > 0 ? problems : checked.problems;
  return {
    text,
    ast,
    checked,
    tokens: tokensOf(text, { names }),
    problems: wrong,
    readable: problems.length === 0,
    type: checked.type,
  };
}

/** The part of a text behind a problem or a value, innermost first where parts have the same place. */
export function nodeAt(reading: Reading, from: number, to: number): Node | undefined {
  let found: Node | undefined;
  for (const node of reading.checked.typeOf.keys()) if (node.from === from && node.to === to) found ??= node;
  return found;
}
