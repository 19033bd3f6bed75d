import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { Diagnostic } from '@codemirror/lint';
import type { CodeLanguage } from './language.ts';

/** The part of a JSON schema that completion reads. */
export interface JsonShape {
  properties?: Readonly<Record<string, JsonShape>>;
  items?: JsonShape;
  enum?: readonly (string | number | boolean | null)[];
  description?: string;
}

/** JSON; what is not JSON is marked, and names of a schema are offered. */
export function jsonLanguage(shape?: JsonShape): CodeLanguage {
  return {
    key: `json ${JSON.stringify(shape)}`,
    async load() {
      const [{ json, jsonLanguage: language, jsonParseLinter }, { linter }] = await Promise.all([
        import('@codemirror/lang-json'),
        import('@codemirror/lint'),
      ]);
      const parse = jsonParseLinter();
      return [
        json(),
        // an empty text is not yet wrong
        linter((view) => (view.state.doc.length === 0 ? [] : parse(view).map(widened)), { delay: 250 }),
        ...(shape
          ? [language.data.of({ autocomplete: (context: CompletionContext) => complete(context, shape) })]
          : []),
      ];
    },
  };
}

/** The parser names a point; a sign has to be marked for it to be seen. */
function widened(problem: Diagnostic): Diagnostic {
  const from = Math.max(0, problem.from - 1);
  return problem.from === problem.to ? { ...problem, from, to: from + 1 } : problem;
}

async function complete(context: CompletionContext, shape: JsonShape): Promise<CompletionResult | null> {
  const { syntaxTree } = await import('@codemirror/language');
  const node = syntaxTree(context.state).resolveInner(context.pos, -1);
  const written = context.matchBefore(/"?[\w$-]*$/);
  if (!written || (written.from === written.to && !context.explicit)) return null;
  const path: string[] = [];
  let isValue = false;
  for (let at: typeof node | null = node; at; at = at.parent) {
    if (at.name === 'Property') {
      const name = at.getChild('PropertyName');
      // behind the colon the value is written, before it the name
      const inValue = name !== null && context.pos > name.to;
      if (inValue) path.unshift(context.state.sliceDoc(name.from + 1, name.to - 1));
      if (path.length === 1 && inValue && at === propertyAround(node)) isValue = true;
    } else if (at.name === 'Array') path.unshift('[]');
  }
  const here = shapeAt(shape, path);
  if (isValue && here?.enum)
    return {
      from: written.from,
      options: here.enum.map((value) => ({ label: JSON.stringify(value), type: 'constant' })),
    };
  const names = Object.entries(here?.properties ?? {});
  if (names.length === 0) return null;
  return {
    from: written.from,
    options: names.map(([name, { description }]) => ({
      label: `"${name}"`,
      type: 'property',
      ...(description !== undefined && { detail: description }),
    })),
  };
}

interface Ancestor {
  name: string;
  parent: Ancestor | null;
}

/** The property whose name or value is written, where no object lies between. */
function propertyAround(node: Ancestor): Ancestor | null {
  for (let at: Ancestor | null = node; at; at = at.parent) {
    if (at.name === 'Property') return at;
    if (at.name === 'Object' || at.name === 'Array') return null;
  }
  return null;
}

function shapeAt(shape: JsonShape, path: readonly string[]): JsonShape | undefined {
  let here: JsonShape | undefined = shape;
  for (const step of path) here = step === '[]' ? here?.items : here?.properties?.[step];
  return here;
}
