import { textIn } from '@formwork/contract/text.ts';
import { visitorsApi, type SharedContent } from '@formwork/contract/visitors/api.ts';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { call } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { App, Button } from 'antd';
import { use, useState } from 'react';
import { isStale, Opening } from './opening.ts';

/** The rows of a view as texts, page after page. */
export function SharedRows({ view }: { view: Extract<SharedContent, { kind: 'view' }> }) {
  const t = useT();
  const locale = useLocale();
  const { message } = App.useApp();
  const { token, ticket, onStale } = use(Opening);
  const [{ rows, next }, setRead] = useState({ rows: view.rows, next: view.next });
  const [busy, setBusy] = useState(false);
  const more = async (cursor: string) => {
    setBusy(true);
    try {
      const page = await call(visitorsApi.openRows, { body: { token, ticket, cursor } });
      setRead({ rows: [...rows, ...page.rows], next: page.next });
    } catch (error) {
      if (isStale(error)) onStale();
      else void message.error(errorText(error, t));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="share-rows">
      {rows.length === 0 && next === null ? (
        <EmptyState title={t('share.rows.empty')} hint={t('share.rows.empty_hint')} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard
        <div className="share-table" tabIndex={0} role="region" aria-label={textIn(view.title, locale)}>
          <table>
            <thead>
              <tr>
                {view.columns.map(({ id, title, number }) => (
                  <th key={id} scope="col" data-number={number || undefined}>
                    {textIn(title, locale)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                <tr key={at}>
                  {row.map((text, column) => (
                    <td key={view.columns[column]?.id} data-number={view.columns[column]?.number || undefined}>
                      {text}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {next !== null && (
        <Button loading={busy} onClick={() => void more(next)}>
          {t('share.folder.more')}
        </Button>
      )}
    </div>
  );
}
