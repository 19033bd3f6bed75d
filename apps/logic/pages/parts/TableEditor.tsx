import { DownloadOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons';
import { rulesApi } from '@formwork/contract/rules/api.ts';
import { hitPolicies, mostColumns, type Table } from '@formwork/contract/rules/table.ts';
import type { Statement } from '@formwork/contract/rules/rule.ts';
import { decisionTable } from '@formwork/logic/table.ts';
import { checkDecisionTable } from '@formwork/feel/table/table-check.ts';
import { knownNames } from '@formwork/feel/tracker.ts';
import { Sheet } from '@formwork/ui/sheet/sheet.tsx';
import type { SheetColumn } from '@formwork/ui/sheet/sheet-columns.ts';
import { pathOf } from '@formwork/web/http/call.ts';
import { serviceHeaders } from '@formwork/web/http/services.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { upload } from '@formwork/web/http/upload.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, App, Button, Dropdown, Input, Select } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { FeelInput } from './FeelInput.tsx';
import type { KnownFacts } from './use-facts.ts';

type Match = Extract<Statement, { kind: 'match' }>;
interface Row {
  id: string;
  tests: readonly string[];
  outputs: readonly string[];
  note?: string | undefined;
}

/** A decision table as a sheet: columns of tests, columns of results, gaps and overlaps by their rows, Excel in and out. */
export function TableEditor({
  statement,
  facts,
  readOnly,
  onChange,
}: {
  statement: Match;
  facts: KnownFacts;
  readOnly: boolean;
  onChange: (next: Statement) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const { message } = App.useApp();
  const file = useRef<HTMLInputElement>(null);
  const [column, setColumn] = useState<number>();
  const { table } = statement;
  const put = (next: Partial<Table>) => onChange({ ...statement, table: { ...table, ...next } });
  const rows = useMemo<Row[]>(() => table.rules.map((rule, at) => ({ id: String(at), ...rule })), [table.rules]);
  const heads = useMemo(
    () => [...table.inputs.map(({ text }) => text), ...table.outputs.map(({ name }) => name)],
    [table.inputs, table.outputs],
  );
  const inputs = table.inputs.length;
  const columns = useMemo<SheetColumn<Row>[]>(
    () =>
      heads.map((head, at) => ({
        id: String(at),
        title: at < inputs ? `${t('rules.table.if')} ${facts.nameOf(head)}` : `→ ${facts.nameOf(head)}`,
        width: 160,
        emptyValue: '',
        get: (row) => (at < inputs ? row.tests[at] : row.outputs[at - inputs]) ?? '',
        set: (row, value) => {
          const cells = [...(at < inputs ? row.tests : row.outputs)];
          cells[at < inputs ? at : at - inputs] = String(value ?? '');
          return at < inputs ? { ...row, tests: cells } : { ...row, outputs: cells };
        },
      })),
    [heads, inputs, facts, t],
  );
  const checked = useMemo(() => checkOf(table), [table]);
  const empty = (): Row => ({
    id: `new${Math.random()}`,
    tests: table.inputs.map(() => '-'),
    outputs: table.outputs.map(() => '""'),
  });
  const addColumn = (kind: 'input' | 'output') =>
    kind === 'input'
      ? put({
          inputs: [...table.inputs, { text: Object.keys(facts.facts.types)[0] ?? 'true' }],
          rules: table.rules.map((rule) => ({ ...rule, tests: [...rule.tests, '-'] })),
        })
      : put({
          outputs: [...table.outputs, { name: `result${table.outputs.length + 1}` }],
          rules: table.rules.map((rule) => ({ ...rule, outputs: [...rule.outputs, '""'] })),
        });
  const removeColumn = (at: number) => {
    setColumn(undefined);
    if (at < inputs)
      put({
        inputs: table.inputs.filter((_, index) => index !== at),
        rules: table.rules.map((rule) => ({ ...rule, tests: rule.tests.filter((_, index) => index !== at) })),
      });
    else
      put({
        outputs: table.outputs.filter((_, index) => index !== at - inputs),
        rules: table.rules.map((rule) => ({
          ...rule,
          outputs: rule.outputs.filter((_, index) => index !== at - inputs),
        })),
      });
  };
  const take = async (chosen: File) => {
    try {
      const read = await upload(rulesApi.readTable, {}, [chosen]);
      const [first] = read.problems;
      if (first) void message.error(t(first.code, first.data));
      if (read.table) put(read.table);
    } catch (error) {
      void message.error(errorText(error, t));
    }
  };
  const download = async () => {
    const answer = await fetch(pathOf(rulesApi.writeTable, {}), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await serviceHeaders(rulesApi.writeTable)) },
      body: JSON.stringify({ name: statement.name ?? table.outputs[0]?.name ?? 'table', table }),
    });
    if (!answer.ok) return void message.error(t('rules.table.not_written'));
    const url = URL.createObjectURL(await answer.blob());
    const link = document.createElement('a');
    link.href = url;
    link.download = `${statement.name ?? 'table'}.xlsx`;
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <div className="rule-table">
      <div className="rule-tools">
        <Select
          aria-label={t('rules.table.policy')}
          disabled={readOnly}
          value={table.policy}
          onChange={(policy) => put({ policy })}
          options={hitPolicies.map((value) => ({ value, label: t(`rules.policy.${value.replaceAll(' ', '_')}`) }))}
        />
        <Select
          aria-label={t('rules.table.into')}
          disabled={readOnly}
          value={statement.into}
          onChange={(into) => onChange({ ...statement, into })}
          options={(['let', 'set'] as const).map((value) => ({ value, label: t(`rules.into.${value}`) }))}
        />
        {statement.into === 'let' && (
          <Input
            className="rule-name"
            aria-label={t('rules.field.name')}
            value={statement.name ?? ''}
            readOnly={readOnly}
            onChange={(event) => onChange({ ...statement, name: event.target.value || undefined })}
          />
        )}
        {!readOnly && inputs + table.outputs.length < mostColumns && (
          <Dropdown
            menu={{
              items: (['input', 'output'] as const).map((kind) => ({
                key: kind,
                label: t(`rules.table.add_${kind}`),
                onClick: () => addColumn(kind),
              })),
            }}
          >
            <Button icon={<PlusOutlined />}>{t('rules.table.add_column')}</Button>
          </Dropdown>
        )}
        <Select
          aria-label={t('rules.table.column')}
          placeholder={t('rules.table.column')}
          allowClear
          value={column ?? null}
          onChange={(at: number | undefined) => setColumn(at)}
          options={heads.map((head, at) => ({
            value: at,
            label: `${at < inputs ? t('rules.table.if') : '→'} ${facts.nameOf(head)}`,
          }))}
        />
        <Button icon={<DownloadOutlined />} onClick={() => void download()}>
          {t('rules.table.export')}
        </Button>
        {!readOnly && (
          <Button icon={<UploadOutlined />} onClick={() => file.current?.click()}>
            {t('rules.table.import')}
          </Button>
        )}
        <input
          ref={file}
          type="file"
          accept=".xlsx,.csv"
          hidden
          aria-label={t('rules.table.import')}
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            event.target.value = '';
            if (chosen) void take(chosen);
          }}
        />
      </div>
      {column !== undefined && column < inputs && (
        <div className="rule-line">
          <FeelInput
            label={t('rules.table.if')}
            value={table.inputs[column]?.text ?? ''}
            facts={facts}
            readOnly={readOnly}
            onChange={(text) =>
              put({ inputs: table.inputs.map((one, at) => (at === column ? { ...one, text } : one)) })
            }
          />
          {!readOnly && <Button onClick={() => removeColumn(column)}>{t('rules.table.remove_column')}</Button>}
        </div>
      )}
      {column !== undefined && column >= inputs && (
        <div className="rule-line">
          <Input
            aria-label={t('rules.field.name')}
            value={table.outputs[column - inputs]?.name ?? ''}
            readOnly={readOnly}
            onChange={(event) =>
              put({
                outputs: table.outputs.map((one, at) =>
                  at === column - inputs ? { ...one, name: event.target.value } : one,
                ),
              })
            }
          />
          {!readOnly && table.outputs.length > 1 && (
            <Button onClick={() => removeColumn(column)}>{t('rules.table.remove_column')}</Button>
          )}
        </div>
      )}
      {checked && checked.gaps.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('rules.table.gaps', { count: checked.gaps.length })}
          description={checked.gaps.slice(0, 3).join('；')}
        />
      )}
      {checked && checked.overlaps.length > 0 && (
        <Alert
          type={table.policy === 'unique' ? 'error' : 'info'}
          showIcon
          title={t('rules.table.overlaps', { count: checked.overlaps.length })}
          description={checked.overlaps
            .slice(0, 5)
            .map(([a, b]) => `${a + 1} ↔ ${b + 1}`)
            .join('；')}
        />
      )}
      <Sheet<Row>
        label={t('rules.table.title')}
        rows={rows}
        columns={columns}
        rowId={rowId}
        readOnly={readOnly}
        newRow={empty}
        locale={locale}
        height={460}
        onChange={(next) =>
          put({
            rules: next.map(({ tests, outputs, note }) => ({
              tests: [...tests],
              outputs: [...outputs],
              ...(note !== undefined && { note }),
            })),
          })
        }
      />
    </div>
  );
}

const rowId = (row: Row): string => row.id;
const noNames = knownNames([]);

/** Cells of more rows than anybody looks through are checked when it is released. */
const mostChecked = 2_000;

interface Findings {
  gaps: readonly string[];
  overlaps: readonly (readonly [number, number])[];
  cut: boolean;
}

function checkOf(table: Table): Findings | undefined {
  if (table.rules.length > mostChecked || table.rules.length === 0) return undefined;
  const { gaps, overlaps, gapsCut, overlapsCut } = checkDecisionTable(
    decisionTable(table, () => undefined),
    noNames,
  );
  return {
    gaps: gaps.map((gap) =>
      gap
        .map(
          (told, at) =>
            `${table.inputs[at]?.text ?? ''}: ${told.any ? '*' : told.empty ? 'null' : told.text === '' ? '…' : told.text}`,
        )
        .join(', '),
    ),
    overlaps: overlaps.map(({ rules }) => rules),
    cut: gapsCut || overlapsCut,
  };
}
