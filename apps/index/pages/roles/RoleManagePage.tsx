import { FolderAddOutlined, PlusOutlined, SafetyOutlined } from '@ant-design/icons';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { SplitView } from '@formwork/ui/frame/split-view.tsx';
import { EmptyState, ErrorState, SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { useConfirmLeave } from '@formwork/ui/feedback/use-confirm-leave.ts';
import { usePhone } from '@formwork/ui/skin/use-media.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { tabsOf } from '@formwork/web/elements/arranged.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { AccessExplained } from './AccessExplained.tsx';
import { DelegatesDrawer } from '../delegates/DelegatesDrawer.tsx';
import { GroupDialog } from './GroupDialog.tsx';
import { useMayEdit } from './may-edit.ts';
import type { Draft } from './rights-draft.ts';
import { RoleDialog } from './RoleDialog.tsx';
import { RoleList } from './RoleList.tsx';
import { RoleScreen } from './RoleScreen.tsx';
import { givenSubjects, isGiven, subjectName } from './subjects.ts';
import './roles.css';

const tabIds = ['roles', 'explain'] as const;

/** Who may do what in the enterprise: role by role, and through the eyes of one person; for those who look after systems what lies in these. */
export default function RoleManagePage() {
  const t = useT();
  const phone = usePhone();
  const may = useMayEdit();
  const elements = useElements('roleManage');
  const [asked, setTab] = useQueryText('tab');
  const [chosen, choose] = useQueryText('role');
  const [view, setView] = useQueryText('view');
  const [dialog, setDialog] = useState<'role' | 'group' | 'delegates'>();
  // by role: what is changed and not saved stays when another role is looked at
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({});
  const changed = Object.keys(drafts).filter((id) => Object.keys(drafts[id] ?? {}).length > 0);
  useConfirmLeave(changed.length > 0);
  const roles = useQuery(q(organizationApi.listRoles));
  const groups = useQuery(q(organizationApi.listRoleGroups));

  if (roles.isPending || groups.isPending) return <SkeletonPage />;
  if (roles.isError || groups.isError) {
    const error = roles.error ?? groups.error;
    return (
      <ErrorState
        hint={errorText(error, t)}
        requestId={isApiError(error) ? error.requestId : undefined}
        onRetry={() => {
          void roles.refetch();
          void groups.refetch();
        }}
      />
    );
  }
  // who looks after a system's roles alone has nothing to do with the others
  const shown = may.rights ? roles.data : roles.data.filter(may.role);
  const subject =
    chosen !== undefined && ((may.rights && isGiven(chosen)) || shown.some(({ id }) => id === chosen))
      ? chosen
      : undefined;
  const { tab, tabs } = tabsOf(elements, 'tabs', tabIds, asked, (id) => t(`rights.tab_${id}`));
  const explains = may.all && tab === 'explain';
  const actions = !explains && (
    <>
      {may.all
        ? elements.shows('tools', 'group') && (
            <Button icon={<FolderAddOutlined />} onClick={() => setDialog('group')}>
              {elements.title('tools', 'group', t('rights.group_new'))}
            </Button>
          )
        : elements.shows('tools', 'delegates') && (
            <Button icon={<SafetyOutlined />} onClick={() => setDialog('delegates')}>
              {elements.title('tools', 'delegates', t('organization.delegates.title'))}
            </Button>
          )}
      {may.newRoles && (
        <Button type="primary" icon={<PlusOutlined />} onClick={() => setDialog('role')}>
          {t('organization.roles.create')}
        </Button>
      )}
    </>
  );
  const list = (
    <RoleList
      roles={shown}
      groups={groups.data}
      chosen={subject}
      changed={changed}
      onChoose={choose}
      may={may}
      onCopied={(id) => choose(id)}
    />
  );
  const screen =
    subject === undefined ? (
      <EmptyState title={t('organization.roles.choose')} hint={t('organization.roles.hint')} />
    ) : (
      <RoleScreen
        key={subject}
        subject={subject}
        roles={roles.data}
        others={[...givenSubjects, ...roles.data.map(({ id }) => id)]}
        may={may}
        view={view}
        onView={setView}
        draft={drafts[subject] ?? {}}
        onDraft={(draft) => setDrafts((before) => ({ ...before, [subject]: draft }))}
      />
    );
  const alone = phone && subject !== undefined && !explains;
  return (
    <Page
      fill
      flush
      title={alone ? subjectName(subject, roles.data, t) : t('organization.roles.title')}
      actions={alone ? undefined : actions}
      {...(alone
        ? { back: () => choose(undefined) }
        : may.all
          ? { tabs, tab, onTab: (id: string) => setTab(id === 'roles' ? undefined : id) }
          : {})}
    >
      {explains ? (
        <AccessExplained />
      ) : phone ? (
        subject !== undefined ? (
          screen
        ) : (
          list
        )
      ) : (
        <SplitView remember="roles" width={220} min={220} max={420} side={list}>
          {screen}
        </SplitView>
      )}
      {dialog === 'role' && (
        <RoleDialog
          groups={groups.data}
          onClose={() => setDialog(undefined)}
          onDone={({ id }) => {
            choose(id);
            setView(may.rights ? 'members' : undefined);
          }}
        />
      )}
      {dialog === 'delegates' && <DelegatesDrawer care={{ kind: 'system' }} onClose={() => setDialog(undefined)} />}
      {dialog === 'group' && <GroupDialog onClose={() => setDialog(undefined)} />}
    </Page>
  );
}
