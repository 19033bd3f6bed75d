import { DownloadOutlined } from '@ant-design/icons';
import { linkApi, type SharedRecord } from '@formwork/contract/records/link.ts';
import { textIn } from '@formwork/contract/text.ts';
import { formatBytes } from '@formwork/ui/number-format.ts';
import { Time } from '@formwork/ui/time.tsx';
import { pathOf } from '@formwork/web/http/call.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { App } from 'antd';

/** A record as visitors read it. */
export function SharedRecordView({ shared, token }: { shared: SharedRecord; token: string }) {
  const t = useT();
  const locale = useLocale();
  const { message } = App.useApp();
  const { fields, tables, ticket } = shared;
  const download = async (id: string, name: string) => {
    // token and ticket travel in the body: an address would be kept in logs and histories
    const answer = await fetch(pathOf(linkApi.openFile, { params: { fileId: id } }), { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token, ticket }), referrerPolicy: 'no-referrer' }).catch(() => undefined);
    if (!answer?.ok) return void message.error(t(answer?.status === 403 ? 'records.link.opened_long_ago' : 'share.file.failed'));
    const address = URL.createObjectURL(await answer.blob());
    Object.assign(document.createElement('a'), { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  };
  return (
    <article className="share-record">
      <header>
        <p>{shared.space} · {textIn(shared.form, locale)}</p>
        <h1>{shared.title || textIn(shared.form, locale)}</h1>
        <p>{t('share.page.until')} <Time at={shared.expiresAt} locale={locale} relative={false} /></p>
      </header>
      <dl>
        {fields.map(({ id, title, text, files }) => (
          <div key={id}>
            <dt>{textIn(title, locale)}</dt>
            <dd>
              {files ? files.map((file) => (
                <button key={file.id} type="button" className="share-file" aria-label={t('share.file.download', { name: file.name })} onClick={() => void download(file.id, file.name)}><DownloadOutlined /> {file.name} <span>{formatBytes(file.size, locale)}</span></button>
              )) : text || '—'}
            </dd>
          </div>
        ))}
      </dl>
      {tables.map((table) => (
        <section key={table.id} aria-label={textIn(table.title, locale)}>
          <h2>{textIn(table.title, locale)}</h2>
          {table.rows.length === 0 ? <p className="share-none">{t('share.table.empty')}</p> : (
            <div className="share-table">
              <table>
                <thead><tr>{table.columns.map(({ id, title }) => <th key={id} scope="col">{textIn(title, locale)}</th>)}</tr></thead>
                <tbody>{table.rows.map((row, at) => <tr key={at}>{row.map((text, column) => <td key={table.columns[column]?.id}>{text}</td>)}</tr>)}</tbody>
              </table>
            </div>
          )}
        </section>
      ))}
    </article>
  );
}
