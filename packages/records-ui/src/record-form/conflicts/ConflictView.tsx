import { isComputed } from '@formwork/contract/forms/field.ts';
import { isEmptyValue } from '@formwork/contract/forms/values/value.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { Button, Radio } from 'antd';
import { useState } from 'react';
import { FieldValueView } from '../../fields/FieldValueView.tsx';
import { useNames } from '@formwork/web/pickers/names.ts';
import { useLocale, useT, type Translate } from '@formwork/web/i18n/i18n.ts';
import type { Clash, ConflictState, Side } from './conflict.ts';
import { parsedValue, type FormData } from '../form-data.ts';
import type { RecordFormModel } from '../use-record-form.ts';

/** Two people saved the same record: both versions side by side, decided field by field. Nothing of either is lost before. */
export function ConflictView({
  form,
  conflict,
  onSaved,
}: {
  form: RecordFormModel;
  conflict: ConflictState;
  onSaved: ((saved: FormRecord) => void) | undefined;
}) {
  const t = useT();
  const locale = useLocale();
  const by = conflict.conflict.currentBy;
  const nameOf = useNames('people', by ? [by] : []);
  const [chosen, setChosen] = useState<Record<string, Side>>({});
  const sideOf = (id: string): Side => chosen[id] ?? 'mine';
  const all = (side: Side) => setChosen(Object.fromEntries(conflict.clashes.map(({ id }) => [id, side])));
  const decide = async () => {
    const saved = await form.resolve(Object.fromEntries(conflict.clashes.map(({ id }) => [id, sideOf(id)])));
    if (saved) onSaved?.(saved);
  };
  const open = conflict.clashes.length > 0;
  const title = t(open ? 'records.conflict.title' : 'records.conflict.no_clash');
  return (
    <section className="fw-conflict" role="alert" aria-label={title}>
      <h2>{title}</h2>
      <p>
        {t('records.conflict.by', { name: (by && nameOf(by)) ?? t('records.history.somebody') })} (
        <Time at={conflict.conflict.currentAt} locale={locale} />)
        {conflict.theirOwn.length > 0 &&
          t('records.conflict.kept', {
            fields: conflict.theirOwn.map((own) => textIn(own.title, locale)).join(locale === 'zh-CN' ? '、' : ', '),
          })}
      </p>
      {open && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('records.conflict.field')}</th>
              <th scope="col">
                <button type="button" onClick={() => all('mine')}>
                  {t('records.conflict.mine')}
                </button>
              </th>
              <th scope="col">
                <button type="button" onClick={() => all('theirs')}>
                  {t('records.conflict.theirs')}
                </button>
              </th>
            </tr>
          </thead>
          <tbody>
            {conflict.clashes.map((clash) => (
              <tr key={clash.id}>
                <th scope="row">{placeOf(form, conflict, clash, locale, t)}</th>
                {(['mine', 'theirs'] as const).map((side) => (
                  <td key={side} data-chosen={sideOf(clash.id) === side || undefined}>
                    <Radio
                      checked={sideOf(clash.id) === side}
                      onChange={() => setChosen((now) => ({ ...now, [clash.id]: side }))}
                    >
                      <Version form={form} clash={clash} data={side === 'mine' ? form.data : conflict.theirs} />
                    </Radio>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="fw-conflict-foot">
        <Button onClick={form.discard}>{t('records.conflict.give_up')}</Button>
        <Button type="primary" loading={form.saving} onClick={() => void decide()}>
          {t(open ? 'records.conflict.save' : 'records.conflict.save_both')}
        </Button>
      </div>
    </section>
  );
}

function Version({ form, clash, data }: { form: RecordFormModel; clash: Clash; data: FormData }) {
  const t = useT();
  const locale = useLocale();
  if (clash.kind === 'table') return <>{t('records.conflict.pieces', { count: clash.count ?? 0 })}</>;
  if (!clash.at) {
    const field = form.definition.fields.find(({ id }) => id === clash.id);
    return field ? <FieldValueView field={field} value={parsedValue(field, data.values[field.id])} /> : null;
  }
  const { table, key, field: column } = clash.at;
  const fields = form.definition.tables.find(({ id }) => id === table)?.fields ?? [];
  const row = data.slaves[table]?.find((one) => one.key === key);
  if (!row) return <>{t('records.conflict.row_removed')}</>;
  if (column !== undefined)
    return fields
      .filter(({ id }) => id === column)
      .map((field) => <FieldValueView key={field.id} field={field} value={parsedValue(field, row.values[field.id])} />);
  const told = fields
    .filter((field) => !isComputed(field) && !isEmptyValue(parsedValue(field, row.values[field.id])))
    .slice(0, mostTold);
  return (
    <span className="fw-conflict-row">
      {told.map((field) => (
        <span key={field.id}>
          <small>{textIn(field.title, locale)}</small>{' '}
          <FieldValueView field={field} value={parsedValue(field, row.values[field.id])} place="card" />
        </span>
      ))}
    </span>
  );
}

/** Fields of a row that say which one it is. */
const mostTold = 4;

/** The field, or the row and column as they are counted in the table below. */
function placeOf(
  form: RecordFormModel,
  { theirs }: ConflictState,
  { title, at }: Clash,
  locale: string,
  t: Translate,
): string {
  if (!at) return textIn(title, locale);
  const indexIn = (data: FormData) => data.slaves[at.table]?.findIndex(({ key }) => key === at.key) ?? -1;
  const index = indexIn(form.data) < 0 ? indexIn(theirs) : indexIn(form.data);
  const column = form.definition.tables.find(({ id }) => id === at.table)?.fields.find(({ id }) => id === at.field);
  return [
    textIn(title, locale),
    t('records.slave.row', { row: index + 1 }),
    ...(column ? [textIn(column.title, locale)] : []),
  ].join(' ');
}
