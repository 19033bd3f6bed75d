import type { RoleView } from '@formwork/contract/organization/api.ts';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Segmented } from 'antd';
import type { MayEdit } from './may-edit.ts';
import { PageRights } from './PageRights.tsx';
import type { Draft } from './rights-draft.ts';
import { RightsMatrix } from './RightsMatrix.tsx';
import { RoleMembers } from './RoleMembers.tsx';
import { isGiven } from './subjects.ts';

const views = (['forms', 'pages', 'members'] as const).map((id) => ({ id }));

interface Props {
  subject: string;
  roles: RoleView[];
  others: readonly string[];
  view: string | undefined;
  onView: (view: string | undefined) => void;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  may: MayEdit;
}

/** One role, or everyone: forms and applications, pages, and who holds it. */
export function RoleScreen({ subject, roles, others, view, onView, draft, onDraft, may }: Props) {
  const t = useT();
  const role = roles.find(({ id }) => id === subject);
  const elements = useElements('roleManage');
  const offered = elements.arranged('views', views).filter(({ id }) => {
    if (id === 'forms') return may.rights;
    return id === 'pages' ? may.all && (role !== undefined || subject === 'everyone') : role !== undefined;
  });
  // what it begins with stays so, in whatever order they stand
  const shown = (offered.find(({ id }) => id === view) ?? views.find((one) => offered.includes(one)))?.id;
  return (
    <section className="role-screen">
      {role?.description && <p className="role-description">{role.description}</p>}
      {isGiven(subject) && (
        <p className="role-description">{t(subject === 'everyone' ? 'rights.everyone_hint' : 'rights.account_hint')}</p>
      )}
      {offered.length > 1 && (
        <div className="role-views">
          <Segmented
            aria-label={t('rights.views')}
            value={shown}
            onChange={(next: string) => onView(next === 'forms' ? undefined : next)}
            options={offered.map(({ id: value }) => ({
              value,
              label: elements.title('views', value, t(`rights.view_${value}`)),
            }))}
          />
        </div>
      )}
      {shown === 'forms' && (
        <RightsMatrix
          subject={subject}
          roles={roles}
          others={others}
          draft={draft}
          onDraft={onDraft}
          mayEdit={may.rights}
        />
      )}
      {shown === 'pages' && <PageRights subject={subject} roles={roles} mayEdit={may.all} />}
      {shown === 'members' && role && <RoleMembers role={role} mayEdit={may.role(role)} />}
    </section>
  );
}
