import { textIn } from '@formwork/contract/text.ts';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import { Time } from '@formwork/ui/time.tsx';
import { Button, Radio } from 'antd';
import { useState } from 'react';
import { FieldValueView } from '../fields/FieldValueView.tsx';
import { useNames } from '../fields/names.ts';
import { useLocale, useT } from '../i18n/i18n.ts';
import type { Clash, ConflictState, Side } from './conflict.ts';
import { parsedValue, type FormData } from './form-data.ts';
import type { RecordFormModel } from './use-record-form.ts';

/** Two people saved the same record: both versions side by side, decided field by field. Nothing of either is lost before. */
export function ConflictView({ form, conflict, onSaved }: { form: RecordFormModel; conflict: ConflictState; onSaved: ((saved: FormRecord) => void) | undefined }) {
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
  return (
    <section className="fw-conflict" role="alert" aria-label={t('records.conflict.title')}>
      <h2>{t('records.conflict.title')}</h2>
      <p>
        {t('records.conflict.by', { name: (by && nameOf(by)) ?? t('records.history.somebody') })} (<Time at={conflict.conflict.currentAt} locale={locale} />)
        {conflict.theirOwn.length > 0 && <> {t('records.conflict.kept', { fields: conflict.theirOwn.map(({ title }) => textIn(title, locale)).join(locale === 'zh-CN' ? '、' : ', ') })}</>}
      </p>
      {conflict.clashes.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('records.conflict.field')}</th>
              <th scope="col"><button type="button" onClick={() => all('mine')}>{t('records.conflict.mine')}</button></th>
              <th scope="col"><button type="button" onClick={() => all('theirs')}>{t('records.conflict.theirs')}</button></th>
            </tr>
          </thead>
          <tbody>
            {conflict.clashes.map((clash) => (
              <tr key={clash.id}>
                <th scope="row">{textIn(clash.title, locale)}</th>
                {(['mine', 'theirs'] as const).map((side) => (
                  <td key={side} data-chosen={sideOf(clash.id) === side || undefined}>
                    <Radio checked={sideOf(clash.id) === side} onChange={() => setChosen((now) => ({ ...now, [clash.id]: side }))}>
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
        <Button type="primary" loading={form.saving} onClick={() => void decide()}>{t('records.conflict.save')}</Button>
      </div>
    </section>
  );
}

function Version({ form, clash, data }: { form: RecordFormModel; clash: Clash; data: FormData }) {
  const t = useT();
  if (clash.kind === 'table') return <>{t('records.slave.rows', { count: (data.slaves[clash.id] ?? []).length })}</>;
  const field = form.definition.fields.find(({ id }) => id === clash.id);
  return field ? <FieldValueView field={field} value={parsedValue(field, data.values[field.id])} /> : null;
}
