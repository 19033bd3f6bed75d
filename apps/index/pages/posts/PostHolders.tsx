import { DeleteOutlined, EditOutlined, StopOutlined, UndoOutlined, UserDeleteOutlined } from '@ant-design/icons';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import type { Person } from '@formwork/contract/organization/people.ts';
import type { Post } from '@formwork/contract/organization/posts.ts';
import { Person as PersonLine } from '@formwork/ui/format/avatar.tsx';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { useMayAdminister } from '@formwork/web/session/administering.tsx';
import { App, Button } from 'antd';
import { useMemo, useState } from 'react';
import { usePeople } from '../organization/use-people.ts';
import { PostDialog } from './PostDialog.tsx';

const refresh = [organizationApi.listPosts, organizationApi.listPeople];

/** Who holds a post, by their main position or part-time; give it to others or take it away. */
export function PostHolders({ post }: { post: Post }) {
  const t = useT();
  const { modal } = App.useApp();
  const mayEdit = useMayAdminister('posts') === 'all';
  const [chosen, setChosen] = useState<string[]>([]);
  const [editing, setEditing] = useState(false);
  const { list } = usePeople({ post: post.id, state: 'enabled' });
  const assign = useCommand(organizationApi.assignPost, {
    refresh,
    onDone: () => setChosen([]),
    onPrepared: () => setChosen([]),
  });
  const update = useCommand(organizationApi.updatePost, { refresh });
  const remove = useCommand(organizationApi.deletePost, { refresh });
  const change = useCommand(organizationApi.updatePerson, { refresh });
  const params = { postId: post.id };
  const columns = useMemo(
    (): ListColumn<Person>[] => [
      {
        id: 'name',
        title: t('organization.people.column_name'),
        width: 180,
        render: (person) => <PersonLine name={person.name} />,
      },
      {
        id: 'kind',
        title: t('posts.kind'),
        width: 100,
        render: (person) => <StateTag>{t(person.post?.id === post.id ? 'posts.main' : 'posts.part_time')}</StateTag>,
      },
      {
        id: 'department',
        title: t('organization.people.column_department'),
        width: 180,
        value: (person) =>
          (person.post?.id === post.id
            ? person.department
            : person.partTime.find((position) => position.post?.id === post.id)?.department
          )?.name,
      },
      { id: 'phone', title: t('organization.people.column_phone'), width: 130, value: (person) => person.phone },
    ],
    [t, post.id],
  );
  const takeAway = (person: Person) =>
    change.run({
      params: { personId: person.id },
      body: {
        ...(person.post?.id === post.id ? { postId: null } : {}),
        partTime: person.partTime.map(({ department, post: held }) => ({
          departmentId: department.id,
          postId: held && held.id !== post.id ? held.id : null,
        })),
      },
    });
  return (
    <section className="post-detail" aria-label={post.name}>
      <header className="post-head">
        <h2>{post.name}</h2>
        {post.grade && <StateTag>{post.grade.name}</StateTag>}
        {post.disabled && <StateTag>{t('posts.off')}</StateTag>}
        <span className="post-quiet">{t('posts.holders', { main: post.holders, partTime: post.partTime })}</span>
        {mayEdit && (
          <MenuButton
            align="end"
            label={t('posts.more', { name: post.name })}
            items={[
              { id: 'edit', title: t('posts.edit'), icon: <EditOutlined />, onSelect: () => setEditing(true) },
              post.disabled
                ? {
                    id: 'enable',
                    title: t('posts.enable'),
                    icon: <UndoOutlined />,
                    onSelect: () => void update.run({ params, body: { disabled: false } }),
                  }
                : {
                    id: 'disable',
                    title: t('posts.disable'),
                    icon: <StopOutlined />,
                    onSelect: () => void update.run({ params, body: { disabled: true } }),
                  },
              {
                id: 'delete',
                title: t('posts.delete'),
                icon: <DeleteOutlined />,
                danger: true,
                onSelect: () =>
                  void modal.confirm({
                    title: t('posts.delete_title', { name: post.name }),
                    okText: t('posts.delete'),
                    okButtonProps: { danger: true },
                    onOk: () => remove.run({ params }),
                  }),
              },
            ]}
          />
        )}
      </header>
      {post.description && <p className="post-description">{post.description}</p>}
      {!post.disabled && (
        <div className="post-add">
          <PersonPicker multiple value={chosen} onChange={setChosen} aria-label={t('posts.assign')} />
          <Button
            type="primary"
            disabled={chosen.length === 0}
            loading={assign.pending}
            onClick={() => void assign.run({ params, body: { ids: chosen } })}
          >
            {t('posts.assign')}
          </Button>
        </div>
      )}
      <DataList<Person>
        label={t('posts.holder_list')}
        {...list}
        columns={columns}
        rowKey={({ id }) => id}
        rowActions={(person) =>
          !person.can.edit
            ? []
            : [
                {
                  id: 'remove',
                  title: t('posts.take_away'),
                  icon: <UserDeleteOutlined />,
                  danger: true,
                  onSelect: () => void takeAway(person),
                },
              ]
        }
        empty={<EmptyState title={t('posts.nobody')} hint={t('posts.nobody_hint')} />}
      />
      {editing && <PostDialog post={post} onClose={() => setEditing(false)} />}
    </section>
  );
}
