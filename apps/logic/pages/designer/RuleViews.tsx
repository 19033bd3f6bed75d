import type { RuleDocument } from '@formwork/contract/rules/document.ts';
import type { Statement } from '@formwork/contract/rules/rule.ts';
import { writeDmn } from '@formwork/logic/dmn/write.ts';
import { writeJdm } from '@formwork/logic/jdm/write.ts';
import type { DocumentParts } from '@formwork/web/document/DocumentPage.tsx';
import { tabsOf } from '@formwork/web/elements/arranged.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { App, Button, Dropdown, Segmented } from 'antd';
import { fromCanvas } from '../parts/canvas-graph.ts';
import { RuleGraph } from '../parts/RuleGraph.tsx';
import { RuleSettings } from '../parts/RuleSettings.tsx';
import { RuleTables } from '../parts/RuleTables.tsx';
import { RuleText } from '../parts/RuleText.tsx';
import { SimulatePanel } from '../parts/SimulatePanel.tsx';
import { withStatement } from '../parts/statements.ts';
import { TestsPanel } from '../parts/TestsPanel.tsx';
import { TryPanel } from '../parts/TryPanel.tsx';
import { useFacts } from '../parts/use-facts.ts';

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
  if (view === 'graph')
    return (
      <RuleGraph
        rule={rule}
        ruleId={document.definition.id}
        facts={facts}
        readOnly={readOnly}
        bar={
          <>
            {bar}
            {switcher}
          </>
        }
        problems={problems}
        history={history}
        edits={{ graph: (graph) => document.edit((body) => fromCanvas(graph, body)), statement: change, rule: put }}
        onLook={(id) => document.lookAt(id === undefined ? [] : ['rule', 'body', `#${id}`])}
      />
    );
  return (
    <div className="rule-work">
      <div className="document-bar">{bar}</div>
      {switcher}
      <div className="rule-content" data-pad={view !== 'text' || undefined} data-full={view === 'text' || undefined}>
        {view === 'text' && (
          <RuleText
            rule={rule}
            facts={facts}
            readOnly={readOnly}
            onChange={(next) => document.edit((body) => ({ ...body, rule: next }), 'text')}
          />
        )}
        {view === 'table' && (
          <RuleTables
            rule={rule}
            facts={facts}
            readOnly={readOnly}
            onChange={change}
            onAdd={(made) => put({ body: [...rule.body, made] })}
          />
        )}
        {view === 'settings' && (
          <RuleSettings rule={rule} ruleId={document.definition.id} facts={facts} readOnly={readOnly} onChange={put} />
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
