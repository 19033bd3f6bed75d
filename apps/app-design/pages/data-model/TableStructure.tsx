import type { ModelTable } from '@formwork/contract/forms/data-model.ts';
import { textIn } from '@formwork/contract/text.ts';
import { formatBytes, formatNumber } from '@formwork/ui/format/number-format.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { PurgeButton } from './PurgeButton.tsx';

/** One table: its figures, its columns, its indexes. */
export function TableStructure({ table, formId }: { table: ModelTable; formId: string }) {
  const t = useT();
  const locale = useLocale();
  const number = (value: number) => formatNumber(value, locale);
  const title = textIn(table.title ?? undefined, locale);
  return (
    <section className="model-table" aria-label={title || table.name}>
      <header>
        <h2>{title || table.name}</h2>
        <StateTag tone={table.kind === 'retired' ? 'warning' : 'info'}>{t(`model.kind.${table.kind}`)}</StateTag>
        <code>{table.name}</code>
        {table.kind === 'retired' && <PurgeButton formId={formId} table={table.name} rows={table.rows} />}
      </header>
      <p className="model-quiet">
        {t(table.estimated ? 'model.line_rows_about' : 'model.line_rows', { count: number(table.rows) })}
        {' · '}
        {t('model.line_size', {
          data: formatBytes(table.bytes.data, locale),
          indexes: formatBytes(table.bytes.indexes, locale),
        })}
        {' · '}
        {t('model.line_writes', {
          inserted: number(table.writes.inserted),
          updated: number(table.writes.updated),
          deleted: number(table.writes.deleted),
        })}
        {' · '}
        {t('model.line_reads', { whole: number(table.reads.whole), byIndex: number(table.reads.byIndex) })}
        {' · '}
        {t('model.line_dead', { count: number(table.deadRows) })}
        {table.cleanedAt && (
          <>
            {' · '}
            {t('model.cleaned')} <Time at={table.cleanedAt} locale={locale} />
          </>
        )}
      </p>
      <div className="model-scroll">
        <table>
          <thead>
            <tr>
              <th>{t('model.column')}</th>
              <th>{t('model.field')}</th>
              <th>{t('model.type')}</th>
              <th>{t('model.origin')}</th>
              <th>{t('model.empty')}</th>
              <th>{t('model.distinct')}</th>
            </tr>
          </thead>
          <tbody>
            {table.columns.map((column) => (
              <tr key={column.name} data-origin={column.origin}>
                <td>
                  <code>{column.name}</code>
                </td>
                <td>{column.field ? textIn(column.field.title, locale) : '—'}</td>
                <td>
                  <code>{column.type}</code>
                  {column.required && ` · ${t('model.required')}`}
                </td>
                <td>
                  {column.origin === 'retired' ? (
                    <>
                      <StateTag tone="warning">{t('model.origin.retired')}</StateTag>
                      {table.kind !== 'retired' && (
                        <PurgeButton
                          formId={formId}
                          table={table.name}
                          column={column.name}
                          rows={Math.round(table.rows * (1 - (column.empty ?? 0)))}
                        />
                      )}
                    </>
                  ) : (
                    t(`model.origin.${column.origin}`)
                  )}
                </td>
                <td>
                  {column.empty === null ? '—' : `${formatNumber(Math.round(column.empty * 1000) / 10, locale)}%`}
                </td>
                <td>{column.distinct === null ? '—' : number(column.distinct)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h3>{t('model.indexes')}</h3>
      <div className="model-scroll">
        <table>
          <thead>
            <tr>
              <th>{t('model.index')}</th>
              <th>{t('model.on')}</th>
              <th>{t('model.type')}</th>
              <th>{t('model.size')}</th>
              <th>{t('model.uses')}</th>
            </tr>
          </thead>
          <tbody>
            {table.indexes.map((index) => (
              <tr key={index.name}>
                <td>
                  <code>{index.name}</code>
                </td>
                <td>
                  <code>{index.on}</code>
                </td>
                <td>
                  {index.method}
                  {index.primary ? ` · ${t('model.primary')}` : index.unique ? ` · ${t('model.unique')}` : ''}{' '}
                  {!index.valid && <StateTag tone="error">{t('model.invalid')}</StateTag>}
                </td>
                <td>{formatBytes(index.bytes, locale)}</td>
                <td>{number(index.uses)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
