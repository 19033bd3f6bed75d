import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { FormRecord, SimilarRecord } from '@formwork/contract/records/record.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, Button } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { SimilarFound } from './similar.ts';
import type { RecordFormModel } from './use-record-form.ts';

/** Others hold nearly the same: perhaps this record is there already. The person decides. */
export function SimilarView({
  form,
  found,
  onSaved,
}: {
  form: RecordFormModel;
  found: SimilarFound;
  onSaved: ((saved: FormRecord) => void) | undefined;
}) {
  const t = useT();
  const save = async () => {
    const saved = await form.saveAnyway();
    if (saved) onSaved?.(saved);
  };
  return (
    <SimilarAlert>
      <SimilarList form={form} found={found} />
      <Button size="small" loading={form.saving} onClick={() => void save()}>
        {t('records.similar.anyway')}
      </Button>{' '}
      <Button size="small" type="text" onClick={form.dismissSimilar}>
        {t('records.similar.back')}
      </Button>
    </SimilarAlert>
  );
}

/** The same where something else than the form's own button sends it: told before, and the person decides there. */
export function SimilarHint({ form }: { form: RecordFormModel }) {
  const [found, setFound] = useState<SimilarFound>();
  const find = useRef(form.findSimilar);
  useEffect(() => {
    let isOver = false;
    void find.current().then((now) => {
      if (!isOver) setFound(now);
    });
    return () => {
      isOver = true;
    };
  }, []);
  if (!found) return null;
  return (
    <SimilarAlert>
      <SimilarList form={form} found={found} />
    </SimilarAlert>
  );
}

function SimilarAlert({ children }: { children: ReactNode }) {
  const t = useT();
  return <Alert type="warning" showIcon role="alert" title={t('records.similar.title')} description={children} />;
}

function SimilarList({
  form: { formId, definition },
  found: { appId, records, rows },
}: {
  form: RecordFormModel;
  found: SimilarFound;
}) {
  const t = useT();
  const locale = useLocale();
  const one = (record: SimilarRecord) =>
    t('records.similar.one', {
      field: fieldTitle(definition, locale, record.field, record.row?.table),
      percent: record.likeness,
    });
  return (
    <ul className="fw-similar">
      {records.map((record) => (
        <li key={`${record.id} ${record.field} ${record.value} ${record.row?.asked ?? ''}`}>
          <Link href={pathTo('recordDetail', { app: appId, form: formId }, { record: record.id })} target="_blank">
            {record.title || record.value}
          </Link>{' '}
          <small>
            {record.row
              ? t('records.similar.in_row', { asked: record.row.asked, value: record.value, how: one(record) })
              : one(record)}
          </small>
        </li>
      ))}
      {rows.map(({ table, field, row, other, likeness }) => (
        <li key={`${table} ${field} ${row} ${other}`}>
          <small>
            {t('records.similar.rows', {
              field: fieldTitle(definition, locale, field, table),
              row,
              other,
              percent: likeness,
            })}
          </small>
        </li>
      ))}
    </ul>
  );
}

/** Of a slave table with the name of the table before it. */
function fieldTitle(definition: FormDefinition, locale: string, id: string, table: string | undefined): string {
  const slave = definition.tables.find((one) => one.id === table);
  const title = textIn((slave?.fields ?? definition.fields).find((field) => field.id === id)?.title, locale);
  return slave ? `${textIn(slave.title, locale)} · ${title}` : title;
}
