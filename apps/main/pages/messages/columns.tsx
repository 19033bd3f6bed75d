import type { Message } from '@formwork/contract/messages/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Tag } from 'antd';
import { useMemo } from 'react';

export function useMessageColumns(): ListColumn<Message>[] {
  const t = useT();
  const locale = useLocale();
  return useMemo(
    () => [
      {
        id: 'what',
        title: t('messages.column.what'),
        width: 420,
        render: ({ kind, title, times, readAt, onBehalfOf }) => (
          <span className="message-line" data-unread={readAt === null || undefined}>
            {readAt === null && <span className="message-dot" role="img" aria-label={t('messages.is_unread')} />}
            {onBehalfOf && <Tag color="blue">{t('messages.on_behalf_of', { name: onBehalfOf.name })}</Tag>}
            {t(`messages.kind.${kind}`)} · {title || t('messages.untitled')}
            {times > 1 && <Tag>{t('messages.times', { count: times })}</Tag>}
          </span>
        ),
      },
      {
        id: 'form',
        title: t('messages.column.form'),
        width: 220,
        value: ({ formTitle }) => (formTitle ? textIn(formTitle, locale) : t('messages.of_platform')),
      },
      {
        id: 'by',
        title: t('messages.column.by'),
        width: 200,
        value: ({ by, deputy }) =>
          by !== null && deputy !== null ? t('shell.push.by_deputy', { deputy, name: by }) : (by ?? ''),
      },
      { id: 'at', title: t('messages.column.at'), width: 160, render: ({ at }) => <Time at={at} locale={locale} /> },
    ],
    [t, locale],
  );
}
