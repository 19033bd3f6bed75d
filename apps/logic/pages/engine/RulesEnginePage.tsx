import { PlusOutlined } from '@ant-design/icons';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { rulesApi, traceStates, type RuleRow, type RuleTrace } from '@formwork/contract/rules/api.ts';
import { emptyRule, noForm } from '@formwork/contract/rules/document.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { includesLevel } from '@formwork/contract/definitions/level.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { columnsOf, number, person, time, title, wide } from '@formwork/web/list/columns-of.tsx';
import { ListPane } from '@formwork/web/list/ListPane.tsx';
import { useList } from '@formwork/web/list/use-list.ts';
import { useElements } from '@formwork/web/elements/elements.ts';
import { newCommandId } from '@formwork/web/http/call.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { t as translate, useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText, useRouter, useSetQuery } from '@formwork/web/router/page-context.ts';
import { Button, Switch, Tag } from 'antd';
import { useMemo } from 'react';
import { engineRules, ruleTraces } from '../../rule-lists.ts';
import '../parts/rules.css';
import { TraceDrawer } from './TraceDrawer.tsx';
import { Wizard } from './Wizard.tsx';

const tabs = ['rules', 'traces'] as const;

/** What rules run, how often they held and failed, and what they did; with an id, the six steps of one. */
export default function RulesEnginePage() {
  const [id] = useQueryText('id');
  return id === undefined ? <Overview /> : <Wizard key={id} id={id} />;
}

function Overview() {
  const t = useT();
  const locale = useLocale();
  const router = useRouter();
  const setQuery = useSetQuery();
  const [asked, setTab] = useQueryText('tab');
  const [trace] = useQueryText('trace');
  const elements = useElements('rulesEngine');
  const shown = elements.arranged(
    'tabs',
    tabs.map((one) => ({ id: one })),
  );
  const tab = shown.find(({ id }) => id === asked)?.id ?? 'rules';
  const links = [
    { id: 'designer', href: pathTo('ruleDesignerList'), title: t('rules.designer.title') },
    { id: 'qlang', href: pathTo('qlangList'), title: t('rules.qlang.title') },
  ] as const;
  const ways = elements.arranged('tools', links);
  const { first } = useList(engineRules);
  const create = useCommand(definitionsApi.create, { refresh: [rulesApi.list, definitionsApi.list] });
  const add = first?.mayCreate && (
    <Button
      type="primary"
      icon={<PlusOutlined />}
      loading={create.pending}
      onClick={() => {
        const name = t('rules.new_name');
        const draft = emptyRule();
        void create
          .run({
            params: { kind: 'rule' },
            body: {
              commandId: newCommandId(),
              name: { zh: name },
              draft: { ...draft, rule: { ...draft.rule, name, starts: [{ on: 'created', form: noForm }] } },
            },
          })
          .then((made) => made && router.go(pathTo('rulesEngine', {}, { id: made.id })));
      }}
    >
      {t('rules.add')}
    </Button>
  );
  const columns = useMemo(
    () =>
      columnsOf<RuleRow>()('rules.column', {
        name: { width: 220, cell: (row) => textIn(row.name, locale) },
        starts: {
          width: 200,
          cell: (row) => row.starts.map(({ on }) => translate(`rules.start.${on}`)).join(' / ') || '—',
        },
        at: { width: 120, cell: (row) => translate(`rules.at.${row.at}`) },
        runsAs: { width: 110, cell: (row) => <Tag>{translate(`rules.as.${row.runsAs}`)}</Tag> },
        enabled: { width: 100, cell: (row) => <OnOff row={row} /> },
        released: number,
        held: number,
        failed: { width: 90, align: 'end', cell: (row) => <FailedCount row={row} /> },
        undecided: number,
        lastHeld: time,
        author: person,
      }),
    [locale],
  );
  const traces = useMemo(
    () =>
      columnsOf<RuleTrace>()('rules.trace_column', {
        name: wide(title as never, 200),
        state: {
          width: 110,
          cell: (row) => <Tag color={tones[row.state]}>{translate(`rules.state.${row.state}`)}</Tag>,
        },
        starts: { width: 140, cell: (row) => translate(`rules.start.${row.starts}`) },
        code: { width: 260, cell: (row) => (row.code === null ? '—' : translate(row.code, {})) },
        actsAs: { width: 110, cell: (row) => translate(`rules.as.${row.actsAs}`) },
        actor: person,
        at: time,
      }),
    [],
  );
  return (
    <Page
      fill
      flush
      title={t('rules.title')}
      actions={
        <>
          {ways.map(({ id, href, title: usual }) => (
            <Link key={id} href={href}>
              {elements.title('tools', id, usual)}
            </Link>
          ))}
          {add}
        </>
      }
      tab={tab}
      onTab={(next) => setTab(next === 'rules' ? undefined : next)}
      tabs={shown.map(({ id }) => ({ id, title: elements.title('tabs', id, t(`rules.tab.${id}`)) }))}
    >
      {tab === 'rules' ? (
        <ListPane
          list={engineRules}
          columns={columns}
          label={t('rules.title')}
          search={t('rules.search')}
          rowHref={({ id }) => pathTo('rulesEngine', {}, { id })}
          empty={{ title: t('rules.none'), hint: t('rules.none_hint'), action: add }}
        />
      ) : (
        <ListPane
          list={ruleTraces}
          columns={traces}
          label={t('rules.tab.traces')}
          filters={[
            {
              name: 'state',
              label: t('rules.trace_column.state'),
              options: traceStates.map((value) => ({ value, label: t(`rules.state.${value}`) })),
            },
          ]}
          onOpen={({ id }) => setQuery({ trace: id })}
          empty={{ title: t('rules.trace.none'), hint: t('rules.trace.none_hint') }}
        />
      )}
      {trace !== undefined && <TraceDrawer id={trace} onClose={() => setQuery({ trace: undefined })} />}
    </Page>
  );
}

const tones: Record<RuleTrace['state'], string> = {
  done: 'success',
  stopped: 'warning',
  failed: 'error',
  running: 'processing',
};

function FailedCount({ row }: { row: RuleRow }) {
  if (row.failed === 0) return 0;
  return <Link href={pathTo('rulesEngine', {}, { tab: 'traces', rule: row.id, state: 'failed' })}>{row.failed}</Link>;
}

/** Whoever owns a rule switches it on and off; why it is off by itself stands there. */
function OnOff({ row }: { row: RuleRow }) {
  const t = useT();
  const enable = useCommand(definitionsApi.enable, { refresh: [rulesApi.list] });
  if (row.released === null) return <span className="rule-quiet">{t('rules.draft')}</span>;
  return (
    <Switch
      size="small"
      checked={row.enabled}
      loading={enable.pending}
      disabled={!includesLevel(row.can.at(-1) ?? null, 'own')}
      aria-label={t('rules.switch')}
      title={row.offBecause === null ? '' : t(row.offBecause)}
      onClick={(_, event) => event.stopPropagation()}
      onChange={(enabled) => void enable.run({ params: { kind: 'rule', id: row.id }, body: { enabled } })}
    />
  );
}
