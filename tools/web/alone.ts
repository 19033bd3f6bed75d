import { readFileSync } from 'node:fs';
import { parseAst, type Plugin } from 'vite';
import { declarationsOf, importsOf, type Node } from './declarations.ts';

/** Files of libraries that hold one small thing for others beside a large part: who asks for the one, and in which file it is. */
const wanted = [
  { by: /\/antd\/es\/(button\/style\/token|tag\/style\/index)\.js$/, from: 'ColorPresets', name: 'isBright' },
  { by: /\/antd\/es\/form\/context\.js$/, from: '@rc-component/form', to: '@rc-component/form/es/FormContext.js' },
];

/** Takes small things of libraries without the parts that stand in the same file: every button would bring a palette of colours, and every input the whole of forms. */
export function alone(): Plugin {
  return {
    name: 'alone',
    apply: 'build',
    load: {
      filter: { id: /\?alone=\w+$/ },
      handler(id) {
        const [file = '', name = ''] = id.split('?alone=');
        return { code: aloneIn(readFileSync(file, 'utf8'), name), moduleType: 'js' };
      },
    },
    transform: {
      filter: { id: wanted.map(({ by }) => by) },
      handler(code, id) {
        const { from, name, to } = wanted.find(({ by }) => by.test(id))!;
        const quoted = new RegExp(`(['"])([^'"]*${from})(['"])`);
        if (!quoted.test(code)) throw new Error(`${id} takes nothing from ${from} any more: see tools/web/alone.ts`);
        const direct = code.replace(quoted, (_, open: string, there: string, close: string) =>
          [open, to ?? `${there}.js?alone=${name}`, close].join(''),
        );
        return { code: direct, map: null };
      },
    },
  };
}

/** One declaration of a file with what it needs of the same file and of others. */
export function aloneIn(code: string, name: string): string {
  const { body } = parseAst(code) as unknown as { body: Node[] };
  const declarations = body.flatMap((statement) => declarationsOf(statement).map((each) => ({ statement, ...each })));
  const names = new Set([name]);
  for (const each of names)
    for (const ask of declarations.find((other) => other.name === each)?.asks ?? []) names.add(ask);
  const own = new Set(declarations.filter((each) => names.has(each.name)).map(({ statement }) => statement));
  if (own.size === 0) throw new Error(`nothing is called ${name} there: see tools/web/alone.ts`);
  const kept = body.filter(
    (statement) => own.has(statement) || [...importsOf(statement).keys()].some((each) => names.has(each)),
  );
  return kept
    .map((statement) =>
      own.has(statement) ? code.slice(statement.start, statement.end) : importLine(statement, names),
    )
    .join('\n');
}

function importLine(statement: Node, names: ReadonlySet<string>): string {
  const { raw } = statement.source as { raw: string };
  const parts = [...importsOf(statement)].filter(([here]) => names.has(here));
  return `import { ${parts.map(([here, { name }]) => `${name} as ${here}`).join(', ')} } from ${raw};`;
}
