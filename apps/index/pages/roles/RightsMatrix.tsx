import { formsApi, type AppRights } from '@formwork/contract/forms/api.ts';
import { noButtonSettings, type ButtonSettings } from '@formwork/contract/forms/buttons.ts';
import { formActions, type PermissionRule } from '@formwork/contract/forms/permission.ts';
import type { RoleView } from '@formwork/contract/organization/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import { SearchInput } from '@formwork/ui/input/search-input.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Select } from 'antd';
import { useMemo, useState } from 'react';
import { ActionCell } from './ActionCell.tsx';
import { ButtonRights, ButtonsCell } from './ButtonRights.tsx';
import { FormRights } from './FormRights.tsx';
import { changesOf, isComplete, shared, withChoice, withDraftedButtons, type Draft } from './rights-draft.ts';
import { ruleSubject, subjectName } from './subjects.ts';

export interface MatrixRow {
  key: string;
  kind: 'app' | 'form';
  id: string;
  appId: string;
  title: string;
  release: number | null;
  rules: PermissionRule[];
  /** Of its application, when it is a form. */
  inherited: PermissionRule[];
  /** Of the role compared with, those of the application among them. */
  other: PermissionRule[] | undefined;
  /** As they are after what is changed here: of the application or form itself, and what it inherits. */
  buttons: { own: ButtonSettings; app: ButtonSettings };
}

interface Props {
  subject: string;
  roles: RoleView[];
  others: readonly string[];
  draft: Draft;
  onDraft: (draft: Draft) => void;
  mayEdit: boolean;
}

/** Every application and form with what a role may do there; another role can stand beside it. */
export function RightsMatrix({ subject, roles, others, draft, onDraft, mayEdit }: Props) {
  const t = useT();
  const locale = useLocale();
  const { message } = App.useApp();
  const [search, setSearch] = useState('');
  const [beside, setBeside] = useState<string>();
  const [open, setOpen] = useState<string>();
  const [openButtons, setOpenButtons] = useState<string>();
  const own = useQuery(q(formsApi.getSubjectRules, { params: { subject } }));
  const other = useQuery({
    ...q(formsApi.getSubjectRules, { params: { subject: beside ?? '' } }),
    enabled: beside !== undefined,
  });
  const save = useCommand(formsApi.putSubjectRules, {
    refresh: [formsApi.getSubjectRules, formsApi.getPermissions, formsApi.listApps, formsApi.buttons],
    onDone: () => {
      onDraft({});
      void message.success(t('rights.saved'));
    },
  });

  const rows = useMemo(
    () => rowsOf(own.data?.apps ?? [], draft, subject, beside === undefined ? undefined : other.data?.apps, locale),
    [own.data, draft, subject, beside, other.data, locale],
  );
  const wanted = search.trim().toLowerCase();
  const shown = wanted === '' ? rows : found(rows, wanted);
  const columns = useMemo((): ListColumn<MatrixRow>[] => {
    const change = (row: MatrixRow, rules: PermissionRule[]) =>
      onDraft({ ...draft, [row.key]: { ...draft[row.key], rules } });
    return [
      {
        id: 'name',
        title: t('rights.column_name'),
        width: 170,
        render: (row) => (
          <span className="rights-name" data-kind={row.kind} data-changed={row.key in draft || undefined}>
            {row.title}
          </span>
        ),
      },
      ...formActions.map((action): ListColumn<MatrixRow> => ({
        id: action,
        title: t(`rights.action_${action}`),
        width: 62,
        align: 'center',
        render: (row) => (
          <ActionCell
            row={row}
            action={action}
            compared={beside !== undefined}
            disabled={!mayEdit}
            onChoose={(choice) => {
              change(row, withChoice(row.rules, ruleSubject(subject), action, choice));
              if (choice === 'condition' && !shared(row.rules).condition) setOpen(row.key);
            }}
          />
        ),
      })),
      {
        id: 'more',
        title: t('rights.column_fields'),
        width: 105,
        render: (row) =>
          row.kind === 'form' && row.release !== null && row.rules.some(({ effect }) => effect !== 'refuse') ? (
            <Button size="small" type="text" danger={!isComplete(row.rules)} onClick={() => setOpen(row.key)}>
              {fieldsNote(row.rules, t)}
            </Button>
          ) : null,
      },
      {
        id: 'buttons',
        title: t('rights.column_buttons'),
        width: 105,
        render: (row) => (
          <ButtonsCell row={row} subject={subject} beside={beside} onOpen={() => setOpenButtons(row.key)} />
        ),
      },
    ];
  }, [t, draft, onDraft, beside, mayEdit, subject]);

  if (own.isPending) return <SkeletonRows rows={8} columns={6} />;
  if (own.isError) return <ErrorState onRetry={() => void own.refetch()} />;
  const opened = rows.find(({ key }) => key === open);
  const changed = Object.keys(draft).length > 0;
  const complete = Object.values(draft).every(({ rules }) => isComplete(rules ?? []));
  const pressed = rows.find(({ key }) => key === openButtons);
  return (
    <div className="rights-matrix">
      <div className="rights-bar">
        <SearchInput
          label={t('rights.search')}
          className="rights-search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          className="rights-beside"
          placeholder={t('rights.compare')}
          aria-label={t('rights.compare')}
          value={beside}
          onChange={(next?: string) => setBeside(next)}
          options={others
            .filter((id) => id !== subject)
            .map((value) => ({ value, label: subjectName(value, roles, t) }))}
        />
        <span className="rights-space" />
        {changed && (
          <Button disabled={save.pending} onClick={() => onDraft({})}>
            {t('rights.discard')}
          </Button>
        )}
        {mayEdit && (
          <Button
            type="primary"
            disabled={!changed || !complete}
            loading={save.pending}
            title={complete ? undefined : t('rights.condition_missing')}
            onClick={() => void save.run({ params: { subject }, body: { changes: changesOf(draft) } })}
          >
            {t('rights.save')}
          </Button>
        )}
      </div>
      <DataList<MatrixRow>
        label={t('rights.matrix')}
        rows={shown}
        columns={columns}
        rowKey={({ key }) => key}
        rowHeight={beside === undefined ? 'normal' : 'relaxed'}
        empty={<EmptyState title={t(wanted === '' ? 'rights.no_apps' : 'rights.nothing_found')} />}
        renderCard={(row) => (
          <div className="rights-card">
            <b className="rights-name" data-kind={row.kind}>
              {row.title}
            </b>
            <div className="rights-card-cells">
              {columns.slice(1, -2).map((column) => (
                <label key={column.id}>
                  <span>{column.title}</span>
                  {column.render?.(row)}
                </label>
              ))}
            </div>
            <div className="rights-card-more">
              {columns.slice(-2).map((column) => (
                <span key={column.id}>{column.render?.(row)}</span>
              ))}
            </div>
          </div>
        )}
      />
      {opened && (
        <FormRights
          key={opened.key}
          row={opened}
          mayEdit={mayEdit}
          onClose={() => setOpen(undefined)}
          onRules={(rules) => onDraft({ ...draft, [opened.key]: { ...draft[opened.key], rules } })}
        />
      )}
      {pressed && (
        <ButtonRights
          key={pressed.key}
          row={pressed}
          subject={subject}
          beside={beside}
          roles={roles}
          mayEdit={mayEdit}
          onClose={() => setOpenButtons(undefined)}
          onAccess={(button, access) =>
            onDraft({
              ...draft,
              [pressed.key]: { ...draft[pressed.key], buttons: { ...draft[pressed.key]?.buttons, [button]: access } },
            })
          }
        />
      )}
    </div>
  );
}

function rowsOf(
  apps: readonly AppRights[],
  draft: Draft,
  subject: string,
  others: readonly AppRights[] | undefined,
  locale: string,
): MatrixRow[] {
  return apps.flatMap((app) => {
    const beside = others?.find(({ id }) => id === app.id);
    const rules = draft[`app:${app.id}`]?.rules ?? app.rules;
    const ofApp = withDraftedButtons(
      app.buttons ?? noButtonSettings,
      noButtonSettings,
      subject,
      draft[`app:${app.id}`],
    );
    return [
      {
        key: `app:${app.id}`,
        kind: 'app' as const,
        id: app.id,
        appId: app.id,
        title: textIn(app.title, locale),
        release: null,
        rules,
        inherited: [],
        other: others && (beside?.rules ?? []),
        buttons: { own: ofApp, app: noButtonSettings },
      },
      ...app.forms.map((form) => ({
        key: `form:${form.id}`,
        kind: 'form' as const,
        id: form.id,
        appId: app.id,
        title: textIn(form.title, locale),
        release: form.release,
        rules: draft[`form:${form.id}`]?.rules ?? form.rules,
        inherited: rules,
        other: others && [...(beside?.rules ?? []), ...(beside?.forms.find(({ id }) => id === form.id)?.rules ?? [])],
        buttons: {
          own: withDraftedButtons(form.buttons ?? noButtonSettings, ofApp, subject, draft[`form:${form.id}`]),
          app: ofApp,
        },
      })),
    ];
  });
}

/** Forms by their own name or that of their application, applications with all that is found in them. */
function found(rows: readonly MatrixRow[], wanted: string): MatrixRow[] {
  const fits = ({ title }: { title: string }): boolean => title.toLowerCase().includes(wanted);
  const appTitles = new Map(rows.filter(({ kind }) => kind === 'app').map(({ id, title }) => [id, title]));
  const forms = rows.filter(
    (row) => row.kind === 'form' && (fits(row) || fits({ title: appTitles.get(row.appId) ?? '' })),
  );
  const apps = new Set(forms.map(({ appId }) => appId));
  return rows.filter((row) => (row.kind === 'form' ? forms.includes(row) : fits(row) || apps.has(row.appId)));
}

function fieldsNote(rules: readonly PermissionRule[], t: ReturnType<typeof useT>): string {
  const count = Object.keys(shared(rules).fields ?? {}).length;
  if (!isComplete(rules)) return t('rights.condition_missing');
  return count === 0 ? t('rights.fields_all') : t('rights.fields_some', { count });
}
