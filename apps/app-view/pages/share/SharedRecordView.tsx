import { DownloadOutlined } from '@ant-design/icons';
import { linkApi, type SharedRecord } from '@formwork/contract/records/link.ts';
import { textIn } from '@formwork/contract/text.ts';
import { formatBytes } from '@formwork/ui/format/number-format.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { pathOf } from '@formwork/web/http/call.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useSharedDownload } from './use-shared-download.ts';

/** A record as visitors read it. */
export function SharedRecordView({ shared, token }: { shared: SharedRecord; token: string }) {
  const t = useT();
  const locale = useLocale();
  const { fields, tables, ticket } = shared;
  const download = useSharedDownload();
  return (
    <article className="share-record">
      <header>
        <p>
          {shared.space} · {textIn(shared.form, locale)}
        </p>
        <h1>{shared.title || textIn(shared.form, locale)}</h1>
        <p>
          {t('share.page.until')} <Time at={shared.expiresAt} locale={locale} relative={false} />
        </p>
      </header>
      <dl>
        {fields.map(({ id, title, text, files }) => (
          <div key={id}>
            <dt>{textIn(title, locale)}</dt>
            <dd>
              {files
                ? files.map((file) => (
                    <button
                      key={file.id}
                      type="button"
                      className="share-file"
                      aria-label={t('share.file.download', { name: file.name })}
                      onClick={() =>
                        void download(
                          pathOf(linkApi.openFile, { params: { fileId: file.id } }),
                          { token, ticket },
                          file.name,
                        )
                      }
                    >
                      <DownloadOutlined /> {file.name} <span>{formatBytes(file.size, locale)}</span>
                    </button>
                  ))
                : text || '—'}
            </dd>
          </div>
        ))}
      </dl>
      {tables.map((table) => (
        <section key={table.id} aria-label={textIn(table.title, locale)}>
          <h2>{textIn(table.title, locale)}</h2>
          {table.rows.length === 0 ? (
            <p className="share-none">{t('share.table.empty')}</p>
          ) : (
            <div className="share-table">
              <table>
                <thead>
                  <tr>
                    {table.columns.map(({ id, title }) => (
                      <th key={id} scope="col">
                        {textIn(title, locale)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {table.rows.map((row, at) => (
                    <tr key={at}>
                      {row.map((text, column) => (
                        <td key={table.columns[column]?.id}>{text}</td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </section>
      ))}
    </article>
  );
}
