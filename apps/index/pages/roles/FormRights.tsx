import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import {
  fieldAccesses,
  type FieldAccess,
  type FieldAccessMap,
  type PermissionRule,
} from '@formwork/contract/forms/permission.ts';
import { textIn } from '@formwork/contract/text.ts';
import { ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { ConditionEditor } from '@formwork/records-ui/conditions/ConditionEditor.tsx';
import { conditionFieldsOf } from '@formwork/records-ui/conditions/condition-fields.ts';
import { asGroup, settled } from '@formwork/records-ui/conditions/edit.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Select } from 'antd';
import { useMemo, useState } from 'react';
import { shared, withCondition, withFields } from './rights-draft.ts';
import type { MatrixRow } from './RightsMatrix.tsx';

interface Props {
  row: MatrixRow;
  mayEdit: boolean;
  onRules: (rules: PermissionRule[]) => void;
  onClose: () => void;
}

/** What a role sees and changes of a form's fields, and the condition its rules reach by. */
export function FormRights({ row, mayEdit, onRules, onClose }: Props) {
  const t = useT();
  const release = useQuery(q(formsApi.getRelease, { params: { formId: row.id, number: row.release ?? 0 } }));
  return (
    <Drawer
      open
      size={560}
      title={t('rights.of_form', { form: row.title })}
      onClose={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('rights.close')}
        </Button>
      }
    >
      {release.isPending ? (
        <SkeletonRows rows={8} columns={3} />
      ) : release.isError ? (
        <ErrorState onRetry={() => void release.refetch()} />
      ) : (
        <>
          {row.rules.some(({ scope }) => scope === 'condition') && (
            <RowCondition rules={row.rules} definition={release.data.definition} onRules={onRules} />
          )}
          <FieldTable rules={row.rules} definition={release.data.definition} disabled={!mayEdit} onRules={onRules} />
        </>
      )}
    </Drawer>
  );
}

function RowCondition({
  rules,
  definition,
  onRules,
}: {
  rules: PermissionRule[];
  definition: FormDefinition;
  onRules: (rules: PermissionRule[]) => void;
}) {
  const t = useT();
  const fields = useMemo(() => conditionFieldsOf(definition), [definition]);
  const [group, setGroup] = useState(() => asGroup(shared(rules).condition));
  return (
    <section className="rights-section">
      <h3>{t('rights.condition')}</h3>
      <p>{t('rights.condition_hint')}</p>
      <ConditionEditor
        fields={fields}
        value={group}
        onChange={(next) => {
          setGroup(next);
          onRules(withCondition(rules, settled(next, fields.kindOf)));
        }}
      />
    </section>
  );
}

function FieldTable({
  rules,
  definition,
  disabled,
  onRules,
}: {
  rules: PermissionRule[];
  definition: FormDefinition;
  disabled: boolean;
  onRules: (rules: PermissionRule[]) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const said = shared(rules).fields ?? {};
  const lines = [
    ...definition.fields.map(({ id, title }) => ({ key: id, title: textIn(title, locale), inside: false })),
    ...definition.tables.flatMap((table) => [
      { key: table.id, title: textIn(table.title, locale), inside: false },
      ...table.fields.map(({ id, title }) => ({
        key: `${table.id}.${id}`,
        title: textIn(title, locale),
        inside: true,
      })),
    ]),
  ];
  const options = fieldAccesses.map((value) => ({ value, label: t(`rights.field_${value}`) })).reverse();
  const choose = (keys: string[], when: 'new' | 'existing', access: FieldAccess) => {
    const next: FieldAccessMap = { ...said };
    for (const key of keys) {
      const { [when]: _before, ...rest } = next[key] ?? {};
      next[key] = access === 'edit' ? rest : { ...rest, [when]: access };
    }
    onRules(withFields(rules, next));
  };
  return (
    <section className="rights-section">
      <h3>{t('rights.fields')}</h3>
      <p>{t('rights.fields_hint')}</p>
      <table className="rights-fields">
        <thead>
          <tr>
            <th scope="col">{t('rights.field')}</th>
            <th scope="col">{t('rights.field_new')}</th>
            <th scope="col">{t('rights.field_existing')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('rights.fields_each')}</th>
            {(['new', 'existing'] as const).map((when) => (
              <td key={when}>
                <Select<FieldAccess | null>
                  size="small"
                  disabled={disabled}
                  value={null}
                  placeholder={t('rights.set_all')}
                  aria-label={`${t('rights.fields_each')} · ${t(`rights.field_${when}`)}`}
                  onChange={(access) => {
                    if (access)
                      choose(
                        lines.map(({ key }) => key),
                        when,
                        access,
                      );
                  }}
                  options={options}
                />
              </td>
            ))}
          </tr>
          {lines.map(({ key, title, inside }) => (
            <tr key={key}>
              <th scope="row" data-inside={inside || undefined}>
                {title}
              </th>
              {(['new', 'existing'] as const).map((when) => (
                <td key={when}>
                  <Select<FieldAccess>
                    size="small"
                    disabled={disabled}
                    value={said[key]?.[when] ?? 'edit'}
                    aria-label={`${title} · ${t(`rights.field_${when}`)}`}
                    onChange={(access) => choose([key], when, access)}
                    options={options}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
