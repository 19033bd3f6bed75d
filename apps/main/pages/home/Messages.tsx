import { BellOutlined } from '@ant-design/icons';
import type { Message } from '@formwork/contract/messages/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { messageHref } from '@formwork/web/messages/message-href.ts';
import { Nothing, Panel } from './Panel.tsx';

const shown = 5;

/** What is new, but for what waits: that stands beside it already. */
export function Messages({ rows }: { rows: readonly Message[] }) {
  const t = useT();
  const locale = useLocale();
  const news = rows.filter(({ kind }) => kind !== 'todo').slice(0, shown);
  return (
    <Panel
      title={t('home.start.messages')}
      more={{ href: pathTo('messageCentre'), text: t('home.start.all_messages') }}
    >
      <ul className="start-messages">
        {news.map((row) => (
          <li key={row.id}>
            <Link href={messageHref(row) ?? pathTo('messageCentre')} data-unread={row.readAt === null || undefined}>
              <span>
                {t(`messages.kind.${row.kind}`)} · {row.title || textIn(row.formTitle ?? undefined, locale)}
              </span>
              <span className="start-time">
                {row.by !== null && `${row.by} · `}
                <Time at={row.at} locale={locale} />
              </span>
            </Link>
          </li>
        ))}
        {news.length === 0 && (
          <Nothing
            icon={<BellOutlined />}
            title={t('home.start.no_messages')}
            hint={t('home.start.no_messages_hint')}
          />
        )}
      </ul>
    </Panel>
  );
}
