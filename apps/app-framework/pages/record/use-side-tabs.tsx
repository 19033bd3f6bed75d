import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { allHidden } from '@formwork/contract/records/part.ts';
import type { FormRecord, HistoryEntry } from '@formwork/contract/records/record.ts';
import { talkApi } from '@formwork/contract/records/talk.ts';
import { useElements } from '@formwork/web/elements/elements.ts';
import { actingFor } from '@formwork/web/http/acting-for.ts';
import { q, refresh } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useLive } from '@formwork/web/live/use-live.ts';
import { useQuery } from '@tanstack/react-query';
import type { SideTab } from '@formwork/process-ui/ProcessPanel.tsx';
import { CommentsPanel } from './CommentsPanel.tsx';
import { FollowersPanel } from './FollowersPanel.tsx';
import { HistoryPanel } from './HistoryPanel.tsx';
import { LinksPanel } from './LinksPanel.tsx';
import { SharesPanel } from './SharesPanel.tsx';
import type { HistoryRestore } from './version-restore.ts';

interface Props {
  formId: string;
  record: FormRecord;
  definition: FormDefinition;
  /** Left out where the person may not edit. */
  /** The field whose changes are looked at. */
  story: { field: string } | undefined;
  onStory: (story: { field: string } | undefined) => void;
  onRestore: ((wanted: HistoryRestore, entries: readonly HistoryEntry[]) => void) | undefined;
}

const nothing: readonly string[] = [];

/** What happened to the record and what people say about it: beside its process in one set of tabs. */
export function useSideTabs({ formId, record, definition, story, onStory, onRestore }: Props): SideTab[] {
  const t = useT();
  const params = { formId, recordId: record.id };
  useLive(`record:${formId}/${record.id}`, ({ type }) => {
    if (type === 'record.commented') void refresh(talkApi.comments);
    if (type === 'record.followed') void refresh(talkApi.followers);
  });
  // who was given some of its rows is not let in on what people say about the whole
  const whole = record.hidden?.includes(allHidden) !== true;
  // whom the record interests an agent cannot ask in another's place
  const acting = actingFor() !== undefined;
  const comments = useQuery({ ...q(talkApi.comments, { params }), enabled: whole }).data?.total;
  const followers = useQuery({ ...q(talkApi.followers, { params }), enabled: whole && !acting }).data?.total;
  const elements = useElements('recordDetail');
  const counted = (title: string, count: number | undefined) => (count ? `${title} ${count}` : title);
  const items = elements.arranged('panels', [
    {
      id: 'history' as const,
      label: elements.title('panels', 'history', t('records.history.title')),
      children: (
        <HistoryPanel
          formId={formId}
          recordId={record.id}
          definition={definition}
          story={story}
          onStory={onStory}
          onRestore={onRestore}
        />
      ),
    },
    ...(whole
      ? [
          {
            id: 'comments' as const,
            label: counted(elements.title('panels', 'comments', t('records.comment.title')), comments),
            children: <CommentsPanel formId={formId} recordId={record.id} />,
          },
        ]
      : []),
    ...(whole && !acting
      ? [
          {
            id: 'followers' as const,
            label: counted(elements.title('panels', 'followers', t('records.follow.title')), followers),
            children: <FollowersPanel formId={formId} recordId={record.id} />,
          },
        ]
      : []),
    ...(record.can.share
      ? [
          {
            id: 'shares' as const,
            label: elements.title('panels', 'shares', t('records.share.tab')),
            children: (
              <>
                <SharesPanel formId={formId} recordId={record.id} definition={definition} />
                <LinksPanel
                  formId={formId}
                  recordId={record.id}
                  definition={definition}
                  hidden={record.hidden ?? nothing}
                />
              </>
            ),
          },
        ]
      : []),
  ]);
  return items.map(({ id, ...item }) => ({ key: id, ...item }));
}
