import type { CompileExpression } from '@formwork/contract/records/expressions.ts';
import { compile } from '@formwork/feel/compile.ts';
import { toPlain } from '@formwork/feel/values.ts';

export { loadPinyin, readsPinyin } from '@formwork/feel/excel/pinyin.ts';

/** The expression language for form logic, in the browser. */
export const compileFeel: CompileExpression = (text, types, empties) => {
  const compiled = compile(text, { types, empties });
  if (!compiled.ok) return compiled;
  const { type, references, reads } = compiled;
  return {
    ok: true,
    kind: type.kind,
    references,
    reads,
    run: (input, { now, zone }) => toPlain(compiled.run(input, { now, zone }).value),
  };
};
