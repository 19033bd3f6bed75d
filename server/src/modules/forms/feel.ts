import type { CompileExpression } from '@formwork/contract/records/expressions.ts';
import { compile } from '@formwork/feel/compile.ts';
import { loadPinyin } from '@formwork/feel/excel/pinyin.ts';
import { toPlain } from '@formwork/feel/values.ts';

await loadPinyin();

/** The expression language for form logic. */
export const compileFeel: CompileExpression = (text, types, empties) => {
  const compiled = compile(text, { types, empties });
  if (!compiled.ok) return compiled;
  const { type, references, reads } = compiled;
  return {
    ok: true,
    kind: type.kind,
    references,
    reads,
    run: (input, { now, zone, onWarning }) => {
      const { value, warnings } = compiled.run(input, { now, zone });
      if (warnings.length > 0) onWarning?.();
      return toPlain(value);
    },
  };
};
