import { actingFor } from '@formwork/web/http/acting-for.ts';
import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { talkApi, type Comment } from '@formwork/contract/records/talk.ts';
import { Avatar } from '@formwork/ui/format/avatar.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { FileLine } from '@formwork/records-ui/fields/files/FileLine.tsx';
import { Mentioning } from '@formwork/web/pickers/Mentioning.tsx';
import { useNames } from '@formwork/web/pickers/names.ts';
import { call } from '@formwork/web/http/call.ts';
import { keyOf } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useState } from 'react';
import { CommentBox } from './CommentBox.tsx';

/** What people say about the record, the latest first, and a box to say more. */
export function CommentsPanel({ formId, recordId }: { formId: string; recordId: string }) {
  const t = useT();
  const params = { formId, recordId };
  const pages = useInfiniteQuery({
    queryKey: [...keyOf(talkApi.comments, { params }), 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      call(talkApi.comments, { params, query: pageParam === undefined ? {} : { after: pageParam } }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? [];
  const nameOf = useNames('people', [
    ...new Set(rows.flatMap(({ author, deputy, mentions }) => [author, ...(deputy ? [deputy] : []), ...mentions])),
  ]);
  // an agent reads what was said; to say something is nothing that is handed over
  const acting = actingFor() !== undefined;
  const write = useCommand(talkApi.comment, { quiet: true, refresh: [talkApi.comments] });
  return (
    <div className="fw-comments">
      {!acting && (
        <CommentBox
          key={`${formId} ${recordId}`}
          about={`${formId} ${recordId}`}
          label={t('records.comment.send')}
          failure={write.errorText}
          withFiles
          send={async (written) => (await write.run({ params, body: written })) ?? undefined}
        />
      )}
      {pages.isPending ? (
        <SkeletonRows rows={3} columns={1} />
      ) : pages.isError ? (
        <ErrorState small onRetry={() => void pages.refetch()} />
      ) : rows.length === 0 ? (
        <EmptyState small title={t('records.comment.none')} hint={t('records.comment.none_hint')} />
      ) : (
        <ul>
          {rows.map((comment) => (
            <CommentView key={comment.id} comment={comment} params={params} nameOf={nameOf} />
          ))}
        </ul>
      )}
      {pages.hasNextPage && (
        <Button size="small" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t('records.comment.earlier')}
        </Button>
      )}
    </div>
  );
}

function CommentView({
  comment,
  params,
  nameOf,
}: {
  comment: Comment;
  params: { formId: string; recordId: string };
  nameOf: (id: string) => string | undefined;
}) {
  const t = useT();
  const locale = useLocale();
  const { modal } = App.useApp();
  const acting = actingFor() !== undefined;
  const [editing, setEditing] = useState(false);
  const commentParams = { ...params, commentId: comment.id };
  const edit = useCommand(talkApi.editComment, {
    quiet: true,
    refresh: [talkApi.comments],
    onDone: () => setEditing(false),
  });
  const remove = useCommand(talkApi.removeComment, { refresh: [talkApi.comments] });
  const author = nameOf(comment.author) ?? '…';
  const names = comment.mentions.flatMap((id) => nameOf(id) ?? []);
  const ask = () =>
    void modal.confirm({
      title: t('records.comment.remove_title'),
      okText: t('ui.action.delete'),
      cancelText: t('ui.action.cancel'),
      okButtonProps: { danger: true },
      onOk: () => remove.run({ params: commentParams }),
    });
  return (
    <li className="fw-comment">
      <Avatar name={author} />
      <div>
        <div className="fw-comment-head">
          <b>
            {comment.deputy
              ? t('records.history.on_behalf_of', { deputy: nameOf(comment.deputy) ?? '…', name: author })
              : author}
          </b>
          <span className="fw-field-note">
            <Time at={comment.at} locale={locale} />
            {comment.editedAt && ` · ${t('records.comment.edited')}`}
          </span>
          {comment.can.edit && !acting && !editing && (
            <button
              type="button"
              className="fw-icon-button"
              aria-label={t('records.comment.edit')}
              title={t('records.comment.edit')}
              onClick={() => setEditing(true)}
            >
              <EditOutlined />
            </button>
          )}
          {comment.can.delete && !acting && !editing && (
            <button
              type="button"
              className="fw-icon-button"
              aria-label={t('records.comment.remove')}
              title={t('records.comment.remove')}
              onClick={ask}
            >
              <DeleteOutlined />
            </button>
          )}
        </div>
        {editing ? (
          <CommentBox
            label={t('records.save.button')}
            initial={{
              text: comment.text,
              mentioned: comment.mentions.flatMap((id) => {
                const name = nameOf(id);
                return name === undefined ? [] : [{ id, name }];
              }),
            }}
            failure={edit.errorText}
            send={async ({ text, mentions }) =>
              (await edit.run({ params: commentParams, body: { text, mentions } })) ?? undefined
            }
            onCancel={() => setEditing(false)}
          />
        ) : (
          <p className="fw-comment-text">
            <Mentioning text={comment.text} names={names} />
          </p>
        )}
        {comment.files.map((file) => (
          <FileLine key={file.id} file={file} among={comment.files} />
        ))}
      </div>
    </li>
  );
}
