import { CodeDiff } from '@formwork/code-ui/CodeDiff.tsx';
import { CodeEditor } from '@formwork/code-ui/CodeEditor.tsx';
import type { CodeProblem } from '@formwork/code-ui/code-problem.ts';
import { feelLanguage } from '@formwork/code-ui/languages/feel.ts';
import { javascriptLanguage } from '@formwork/code-ui/languages/javascript.ts';
import { jsonLanguage } from '@formwork/code-ui/languages/json.ts';
import { sqlLanguage } from '@formwork/code-ui/languages/sql.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useState } from 'react';
import { Panel } from '../Panel.tsx';

const sql = sqlLanguage([{ name: 'machines', columns: ['id', 'title', 'heat'] }]);
const json = jsonLanguage({ properties: { kind: { enum: ['pie', 'bar'] }, title: { description: 'Text' } } });
const feel = feelLanguage(['unit price'], [{ label: 'quantity' }]);

/** The languages, a problem with a way to mend it, what may not be changed, and two versions beside each other. */
export default function Code() {
  const t = useT();
  const [texts, setTexts] = useState<Record<string, string>>({
    sql: 'select title from machines where heat > 80',
    json: '{\n  "kind": "pie"\n}',
    javascript: 'const sum = rows.reduce((all, row) => all + row.heat, 0);\nreturn sum;',
    feel: 'if quantity > 10 then unit price * 0.9 else unit price',
  });
  const javascript = javascriptLanguage([{ label: 'rows', detail: 'list' }], t('code.syntax'));
  const edit = (name: string) => ({
    label: name,
    value: texts[name]!,
    onChange: (value: string) => setTexts((before) => ({ ...before, [name]: value })),
    height: 240,
  });
  return (
    <div className="gallery-grid">
      <Panel name="sql">
        <CodeEditor {...edit('sql')} language={sql} problems={starProblems(texts.sql!)} hover={hoverIn(texts.sql!)} />
      </Panel>
      <Panel name="json">
        <CodeEditor {...edit('json')} language={json} />
      </Panel>
      <Panel name="javascript">
        <CodeEditor {...edit('javascript')} language={javascript} />
      </Panel>
      <Panel name="feel">
        <CodeEditor {...edit('feel')} language={feel} />
      </Panel>
      <Panel name="read only">
        <CodeEditor label="read only" value={'{ "a": 1 }'} language={json} readOnly height={200} />
      </Panel>
      <Panel name="diff">
        <CodeDiff label="diff" before={before} after={after} language={javascript} height={240} />
      </Panel>
      <Panel name="diff inline">
        <CodeDiff label="diff inline" before={before} after={after} language={javascript} height={240} inline />
      </Panel>
    </div>
  );
}

const before = 'const limit = 80;\nreturn rows.filter((row) => row.heat > limit);';
const after = 'const limit = 95;\nreturn rows.filter((row) => row.heat > limit);';

function starProblems(text: string): CodeProblem[] {
  const at = text.indexOf('*');
  if (at === -1) return [];
  const changes = [{ from: at, to: at + 1, insert: 'id' }];
  return [
    { from: at, to: at + 1, severity: 'warning', message: 'Name the columns', fixes: [{ title: 'id', changes }] },
  ];
}

function hoverIn(text: string) {
  return (position: number) => {
    const from = text.indexOf('select');
    return from !== -1 && position >= from && position <= from + 6
      ? { from, to: from + 6, text: 'Reads rows' }
      : undefined;
  };
}
