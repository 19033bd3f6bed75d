import { firstFullWidth } from './full-width.ts';
import type { Problem, ProblemCode } from './problems.ts';
import { functionNames, nearest, visibleNames, type Binding, type Scope } from './scope.ts';
import type { ContextType } from './types.ts';

type Finding = Pick<Problem, 'code' | 'data'>;

/** Why a name means nothing here, as helpfully as it can be said. */
export function nameProblem(
  name: string,
  scope: Scope | null,
  root: ContextType,
  find: (name: string, scope: Scope | null) => Binding | null,
): Finding {
  const sign = firstFullWidth(name);
  if (sign) return { code: 'feel.full_width', data: { found: sign } };
  // the grammar reads `a b` as one name
  const words = name.split(' ');
  for (let i = 1; i < words.length; i++) {
    const left = words.slice(0, i).join(' ');
    const right = words.slice(i).join(' ');
    if ((find(left, scope) || left === 'not') && (find(right, scope) || right === 'not'))
      return { code: 'feel.missing_operator', data: { left, right } };
  }
  return similar('feel.unknown_name', 'feel.unknown_name_similar', name, visibleNames(scope, root));
}

export const functionProblem = (name: string): Finding =>
  similar('feel.unknown_function', 'feel.unknown_function_similar', name, functionNames());

function similar(code: ProblemCode, codeWithSuggestion: ProblemCode, name: string, names: readonly string[]): Finding {
  const suggestion = nearest(name, names);
  return suggestion ? { code: codeWithSuggestion, data: { name, suggestion } } : { code, data: { name } };
}
