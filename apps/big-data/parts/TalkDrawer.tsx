import { DeleteOutlined } from '@ant-design/icons';
import type { AnalysisKind } from '@formwork/contract/analytics/page-api.ts';
import { pageTalkApi, type PageComment } from '@formwork/contract/analytics/talk-api.ts';
import { mostCommentText } from '@formwork/contract/records/talk.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { useConfirmLeave } from '@formwork/ui/feedback/use-confirm-leave.ts';
import { Avatar } from '@formwork/ui/format/avatar.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { call } from '@formwork/web/http/call.ts';
import { keyOf, refresh } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useLive } from '@formwork/web/live/use-live.ts';
import { Mentioning } from '@formwork/web/pickers/Mentioning.tsx';
import { MentionBox } from '@formwork/web/pickers/MentionBox.tsx';
import { useNames } from '@formwork/web/pickers/names.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { App, Button, Drawer } from 'antd';
import { useState } from 'react';

interface Props {
  kind: AnalysisKind;
  thing: string;
  name: string;
  onClose: () => void;
}

/** What people say about a page, the latest first, and a box to say more. */
export default function TalkDrawer({ kind, thing, name, onClose }: Props) {
  const t = useT();
  const params = { analysisKind: kind, analysisId: thing };
  const pages = useInfiniteQuery({
    queryKey: [...keyOf(pageTalkApi.comments, { params }), 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      call(pageTalkApi.comments, { params, query: pageParam === undefined ? {} : { after: pageParam } }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  useLive(`analysis:${kind}/${thing}`, () => void refresh(pageTalkApi.comments));
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? [];
  const nameOf = useNames('people', [
    ...new Set(rows.flatMap(({ author, deputy, mentions }) => [author, ...(deputy ? [deputy] : []), ...mentions])),
  ]);
  return (
    <Drawer open title={t('analytics.talk_of', { name })} size={460} onClose={onClose}>
      <div className="analytics-talk">
        <Write params={params} />
        {!pages.data ? (
          <Unread of={[pages]} small skeleton={<SkeletonRows rows={3} columns={1} />} />
        ) : rows.length === 0 ? (
          <EmptyState small title={t('analytics.talk.none')} hint={t('analytics.talk.none_hint')} />
        ) : (
          <ul>
            {rows.map((comment) => (
              <Said key={comment.id} comment={comment} nameOf={nameOf} />
            ))}
          </ul>
        )}
        {pages.hasNextPage && (
          <Button size="small" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t('analytics.talk.earlier')}
          </Button>
        )}
      </div>
    </Drawer>
  );
}

function Write({ params }: { params: { analysisKind: AnalysisKind; analysisId: string } }) {
  const t = useT();
  const [isWritten, setIsWritten] = useState(false);
  useConfirmLeave(isWritten);
  const write = useCommand(pageTalkApi.comment, { quiet: true, refresh: [pageTalkApi.comments] });
  return (
    <MentionBox
      words={{
        label: t('analytics.talk.text'),
        placeholder: t('analytics.talk.placeholder'),
        send: t('analytics.talk.send'),
        empty: t('analytics.talk.empty'),
        unseeing: (names) => t('analytics.talk.unseeing', { names }),
      }}
      maxLength={mostCommentText}
      failure={write.errorText}
      onWritten={({ text }) => setIsWritten(text.trim() !== '')}
      send={async (body) => (await write.run({ params, body })) ?? undefined}
    />
  );
}

function Said({ comment, nameOf }: { comment: PageComment; nameOf: (id: string) => string | undefined }) {
  const t = useT();
  const locale = useLocale();
  const { modal } = App.useApp();
  const remove = useCommand(pageTalkApi.removeComment, { refresh: [pageTalkApi.comments] });
  const author = nameOf(comment.author) ?? '…';
  const ask = () =>
    void modal.confirm({
      title: t('analytics.talk.remove_title'),
      okText: t('ui.action.delete'),
      cancelText: t('ui.action.cancel'),
      okButtonProps: { danger: true },
      onOk: () => remove.run({ params: { commentId: comment.id } }),
    });
  return (
    <li>
      <Avatar name={author} />
      <div>
        <div className="analytics-talk-head">
          <b>
            {comment.deputy
              ? t('analytics.talk.on_behalf_of', { deputy: nameOf(comment.deputy) ?? '…', name: author })
              : author}
          </b>
          <span className="analytics-quiet">
            <Time at={comment.at} locale={locale} />
          </span>
          {comment.can.delete && (
            <button
              type="button"
              className="fw-icon-button"
              aria-label={t('analytics.talk.remove')}
              title={t('analytics.talk.remove')}
              onClick={ask}
            >
              <DeleteOutlined />
            </button>
          )}
        </div>
        <p>
          <Mentioning text={comment.text} names={comment.mentions.flatMap((one) => nameOf(one) ?? [])} />
        </p>
      </div>
    </li>
  );
}
