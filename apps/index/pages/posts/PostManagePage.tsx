import { PlusOutlined } from '@ant-design/icons';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { SplitView } from '@formwork/ui/frame/split-view.tsx';
import { EmptyState, ErrorState, SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { usePhone } from '@formwork/ui/skin/use-media.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { useElements } from '@formwork/web/elements/elements.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Administering, useAdministering, useMayAdminister } from '@formwork/web/session/administering.tsx';
import { usePage } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { GradesDialog } from './GradesDialog.tsx';
import { PostDialog } from './PostDialog.tsx';
import { PostHolders } from './PostHolders.tsx';
import { PostList } from './PostList.tsx';
import './posts.css';

/** Posts by grade at the side, the holders of the chosen one beside them; posts and grades are kept by administrators. */
export default function PostManagePage() {
  return (
    <Administering part="posts">
      <Posts />
    </Administering>
  );
}

function Posts() {
  const t = useT();
  const elements = useElements('postManage');
  const phone = usePhone();
  const mayEdit = useMayAdminister('posts') === 'all';
  const { params } = usePage();
  const [creating, setCreating] = useState(false);
  const [grading, setGrading] = useState(false);
  const posts = useQuery(q(organizationApi.listPosts, { query: useAdministering() }));
  if (posts.isPending) return <SkeletonPage />;
  if (posts.isError)
    return (
      <ErrorState
        hint={errorText(posts.error, t)}
        requestId={isApiError(posts.error) ? posts.error.requestId : undefined}
        onRetry={() => void posts.refetch()}
      />
    );
  const chosen = posts.data.find(({ id }) => id === params.id) ?? (phone ? undefined : posts.data[0]);
  const list = <PostList posts={posts.data} chosen={chosen?.id} />;
  const detail = chosen ? (
    <PostHolders key={chosen.id} post={chosen} />
  ) : (
    <EmptyState title={t('posts.none')} {...(mayEdit && { hint: t('posts.none_hint') })} />
  );
  return (
    <Page
      fill
      flush
      title={phone && chosen ? chosen.name : t('posts.title')}
      {...(phone && chosen ? { back: pathTo('postManage') } : {})}
      actions={
        mayEdit &&
        (!phone || !chosen) && (
          <>
            {elements.shows('tools', 'grades') && (
              <Button onClick={() => setGrading(true)}>{elements.title('tools', 'grades', t('posts.grades'))}</Button>
            )}
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setCreating(true)}>
              {t('posts.create')}
            </Button>
          </>
        )
      }
    >
      {phone ? (
        chosen || posts.data.length === 0 ? (
          detail
        ) : (
          list
        )
      ) : (
        <SplitView remember="posts" width={280} side={list}>
          {detail}
        </SplitView>
      )}
      {creating && <PostDialog onClose={() => setCreating(false)} />}
      {grading && <GradesDialog onClose={() => setGrading(false)} />}
    </Page>
  );
}
