import { MessageOutlined } from '@ant-design/icons';
import { messagesApi } from '@formwork/contract/messages/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { call } from '@formwork/web/http/call.ts';
import { keyOf } from '@formwork/web/http/query.ts';
import { useCursorPages } from '@formwork/web/http/use-cursor-pages.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { messageHref } from '@formwork/web/messages/message-href.ts';
import { FoundSection } from './FoundSection.tsx';
import { Marked } from './Marked.tsx';
import type { FoundProps } from './SearchPage.tsx';

const first = 5;

/** What the person was told, newest first. */
export function MessagesFound({ search, onAll }: FoundProps) {
  const t = useT();
  const locale = useLocale();
  const query = { search, ...(onAll && { limit: first }) };
  const { rows, status, onRetry, hasMore, loadingMore, onEndReached } = useCursorPages(
    keyOf(messagesApi.list, { query }),
    (after) => call(messagesApi.list, { query: { ...query, ...after } }),
  );
  return (
    <FoundSection
      title={t('search.kind.messages')}
      count={status === 'ready' ? t(hasMore ? 'search.more_than' : 'search.count', { count: rows.length }) : undefined}
      pages={{
        data: status === 'ready' ? rows : undefined,
        error: status === 'error' ? new Error(status) : null,
        fetchStatus: status === 'offline' ? 'paused' : 'idle',
        refetch: onRetry,
      }}
      empty={rows.length === 0}
      onAll={onAll}
      hasMore={hasMore}
      onMore={onEndReached}
      loadingMore={loadingMore}
    >
      {rows
        .map((message) => ({ ...message, href: messageHref(message) }))
        .map(({ id, kind, title, formTitle, by, at, href }) => (
          <li key={id}>
            <Link className="search-hit" href={href ?? pathTo('messageCentre')}>
              <MessageOutlined aria-hidden />
              <span className="search-hit-text">
                <span className="search-hit-title">
                  {t(`messages.kind.${kind}`)} · <Marked text={title || t('messages.untitled')} search={search} />
                </span>
                <span className="search-hit-note">
                  <Marked text={formTitle ? textIn(formTitle, locale) : t('messages.of_platform')} search={search} />
                  {by !== null && ` · ${by}`} · <Time at={at} locale={locale} />
                </span>
              </span>
            </Link>
          </li>
        ))}
    </FoundSection>
  );
}
