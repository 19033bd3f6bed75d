import type { RuleDocument } from '@formwork/contract/rules/document.ts';
import { statementsIn, type Statement } from '@formwork/contract/rules/rule.ts';
import { writeDmn } from '@formwork/logic/dmn/write.ts';
import { writeJdm } from '@formwork/logic/jdm/write.ts';
import { Canvas } from '@formwork/ui/canvas/canvas.tsx';
import type { DocumentParts } from '@formwork/web/document/DocumentPage.tsx';
import { tabsOf } from '@formwork/web/elements/arranged.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { App, Button, Dropdown, Segmented, Select } from 'antd';
import { useMemo, useState } from 'react';
import { fromCanvas, toCanvas, type EdgeData, type NodeData } from '../parts/canvas-graph.ts';
import { nodeTypes } from '../parts/node-types.tsx';
import { RuleBase } from '../parts/RuleBase.tsx';
import { RuleText } from '../parts/RuleText.tsx';
import { SimulatePanel } from '../parts/SimulatePanel.tsx';
import { StartForm } from '../parts/StartForm.tsx';
import { StatementForm } from '../parts/StatementForm.tsx';
import { newStatement, withStatement } from '../parts/statements.ts';
import { TableEditor } from '../parts/TableEditor.tsx';
import { TestsPanel } from '../parts/TestsPanel.tsx';
import { TryPanel } from '../parts/TryPanel.tsx';
import { useFacts, type KnownFacts } from '../parts/use-facts.ts';

const views = ['graph', 'table', 'text', 'settings', 'tests', 'try', 'simulate'] as const;
type View = (typeof views)[number];

/** One document, seen and edited in several ways; what is changed in one is there in the others. */
export function RuleViews({
  document,
  bar,
  problems,
  history,
  readOnly,
  first,
}: DocumentParts<RuleDocument> & { first: View }) {
  const t = useT();
  const [asked, setAsked] = useQueryText('view');
  const elements = useElements('ruleDesigner');
  const { tabs } = tabsOf(elements, 'views', views, asked, (id) => t(`rules.view.${id}`));
  // what is named as wrong in a view that is hidden is mended there all the same
  const view = views.find((one) => one === asked) ?? first;
  const { rule } = document.body;
  const facts = useFacts(rule);
  const put = (change: Partial<RuleDocument['rule']>, group?: string) =>
    document.edit((body) => ({ ...body, rule: { ...body.rule, ...change } }), group);
  const change = (next: Statement) =>
    document.edit(
      (body) => ({ ...body, rule: { ...body.rule, body: withStatement(body.rule.body, next) } }),
      `statement ${next.id}`,
    );
  const switcher = (
    <div className="rule-views">
      <Segmented<View>
        value={view}
        onChange={(next) => setAsked(next)}
        options={tabs.map(({ id: value, title: label }) => ({ value, label }))}
        aria-label={t('rules.view.title')}
      />
      {elements.shows('tools', 'export') && (
        <ExportModel
          title={elements.title('tools', 'export', t('rules.export'))}
          rule={rule}
          id={document.definition.id}
        />
      )}
    </div>
  );
  const types = useMemo(() => nodeTypes(t), [t]);
  const drawn = useMemo(() => toCanvas(rule, facts.nameOf, t), [rule, facts, t]);
  if (view === 'graph')
    return (
      <Canvas<NodeData, EdgeData>
        label={t('rules.view.graph')}
        kind="rule"
        types={types}
        create={(type) => ({
          title: t(`rules.kind.${type}`),
          data: { statement: newStatement(type as Statement['kind']) as never },
        })}
        bar={
          <>
            {bar}
            {switcher}
          </>
        }
        problems={problems}
        history={history}
        readOnly={readOnly}
        graph={drawn}
        onChange={(graph) => document.edit((body) => fromCanvas(graph, body))}
        onSelect={({ nodes }) => document.lookAt(nodes[0] ? ['rule', 'body', `#${nodes[0].id}`] : [])}
        inspector={({ nodes }) => {
          const statement = statementsIn(rule.body).find(({ id }) => id === nodes[0]?.id);
          return statement ? (
            <div className="rule-inspector">
              <StatementForm statement={statement} facts={facts} readOnly={readOnly} onChange={change} />
            </div>
          ) : (
            <div className="rule-inspector">
              <RuleBase rule={rule} facts={facts} readOnly={readOnly} onChange={(next) => put(next, 'base')} />
              <StartForm
                ruleId={document.definition.id}
                starts={rule.starts}
                facts={facts}
                readOnly={readOnly}
                onChange={(starts) => put({ starts }, 'starts')}
              />
            </div>
          );
        }}
      />
    );
  return (
    <div className="rule-work">
      <div className="rule-bar">{bar}</div>
      {switcher}
      <div className="rule-content" data-pad={view !== 'text' || undefined} data-full={view === 'text' || undefined}>
        {view === 'text' && <RuleText document={document} facts={facts} />}
        {view === 'table' && (
          <Tables
            rule={rule}
            facts={facts}
            readOnly={readOnly}
            onChange={change}
            onAdd={(made) => put({ body: [...rule.body, made] })}
          />
        )}
        {view === 'settings' && (
          <div className="rule-inspector">
            <RuleBase rule={rule} facts={facts} readOnly={readOnly} onChange={(next) => put(next, 'base')} />
            <StartForm
              ruleId={document.definition.id}
              starts={rule.starts}
              facts={facts}
              readOnly={readOnly}
              onChange={(starts) => put({ starts }, 'starts')}
            />
          </div>
        )}
        {view === 'tests' && <TestsPanel document={document} />}
        {view === 'try' && <TryPanel key={facts.known.fields.length} rule={rule} facts={facts} />}
        {view === 'simulate' && (
          <SimulatePanel
            rule={rule}
            id={document.definition.id}
            released={document.definition.released !== null}
            facts={facts}
          />
        )}
      </div>
    </div>
  );
}

/** The decision tables of a rule, one at a time; what is none stands in the other views. */
function Tables({
  rule,
  facts,
  readOnly,
  onChange,
  onAdd,
}: {
  rule: RuleDocument['rule'];
  facts: KnownFacts;
  readOnly: boolean;
  onChange: (next: Statement) => void;
  onAdd: (made: Statement) => void;
}) {
  const t = useT();
  const tables = statementsIn(rule.body).filter((one) => one.kind === 'match');
  const [chosen, setChosen] = useState<string>();
  const table = tables.find(({ id }) => id === chosen) ?? tables[0];
  const others = statementsIn(rule.body).length - tables.length;
  return (
    <div className="rule-table">
      <div className="rule-tools">
        {tables.length > 1 && (
          <Select
            aria-label={t('rules.table.title')}
            value={table?.id ?? null}
            onChange={(id: string) => setChosen(id)}
            options={tables.map((one, at) => ({
              value: one.id,
              label: one.name ?? `${t('rules.kind.match')} ${at + 1}`,
            }))}
          />
        )}
        {!readOnly && <Button onClick={() => onAdd(newStatement('match'))}>{t('rules.table.add')}</Button>}
        {others > 0 && <span className="rule-quiet">{t('rules.table.others', { count: others })}</span>}
      </div>
      {table ? (
        <TableEditor key={table.id} statement={table} facts={facts} readOnly={readOnly} onChange={onChange} />
      ) : (
        <p className="rule-quiet">{t('rules.table.none')}</p>
      )}
    </div>
  );
}

/** The rule for other tools; what they have no word for refuses it by name. */
function ExportModel({ title, rule, id }: { title: string; rule: RuleDocument['rule']; id: string }) {
  const t = useT();
  const { message } = App.useApp();
  const save = (kind: 'dmn' | 'json') => {
    const written = kind === 'dmn' ? writeDmn(rule, id) : writeJdm(rule);
    if (!written.ok) {
      const [first] = written.problems;
      return void message.error(t(first?.code ?? 'rules.problem.unknown_node', first?.data));
    }
    const url = URL.createObjectURL(
      new Blob([written.text], { type: kind === 'dmn' ? 'application/xml' : 'application/json' }),
    );
    const link = window.document.createElement('a');
    link.href = url;
    link.download = `${rule.name}.${kind}`;
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <Dropdown
      menu={{
        items: [
          { key: 'dmn', label: 'DMN 1.5', onClick: () => save('dmn') },
          { key: 'json', label: 'JDM', onClick: () => save('json') },
        ],
      }}
    >
      <Button>{title}</Button>
    </Dropdown>
  );
}
