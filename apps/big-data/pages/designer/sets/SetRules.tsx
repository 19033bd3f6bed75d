import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { ownNames, type DataSet, type SetRule } from '@formwork/contract/analytics/dataset.ts';
import { fieldOfSet } from '@formwork/contract/analytics/source.ts';
import type { RuleSubject } from '@formwork/contract/forms/permission.ts';
import { textIn } from '@formwork/contract/text.ts';
import { conditionFields } from '@formwork/records-ui/conditions/condition-fields.ts';
import { ConditionChips, FilterButton } from '@formwork/records-ui/conditions/FilterBar.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import type { Choice } from '@formwork/web/pickers/choice.ts';
import { useNames } from '@formwork/web/pickers/names.ts';
import { OrganizationScope } from '@formwork/web/pickers/OrganizationScope.tsx';
import { Button, Select } from 'antd';
import { useMemo, useState } from 'react';
import { FieldRow } from '../../../parts/FieldRow.tsx';

interface Props {
  set: DataSet;
  readOnly: boolean;
  onSet: (change: (set: DataSet) => DataSet) => void;
}

/** Who sees which rows and fields; without a rule everybody who may use the data set sees all of it. */
export function SetRules({ set, readOnly, onSet }: Props) {
  const t = useT();
  const change = (id: string, part: Partial<SetRule>) =>
    onSet((now) => ({ ...now, rules: now.rules.map((rule) => (rule.id === id ? { ...rule, ...part } : rule)) }));
  const add = () =>
    onSet((now) => ({
      ...now,
      rules: [
        ...now.rules,
        {
          id: `r${Math.random().toString(36).slice(2, 10)}`,
          subject: { kind: 'everyone' },
          where: null,
          own: null,
          hides: [],
        },
      ],
    }));
  return (
    <>
      {set.rules.length === 0 && <p className="analytics-quiet">{t('analytics.set.no_rules')}</p>}
      {set.rules.map((rule) => (
        <RuleForm
          key={rule.id}
          rule={rule}
          set={set}
          readOnly={readOnly}
          onRule={(part) => change(rule.id, part)}
          onRemove={() => onSet((now) => ({ ...now, rules: now.rules.filter(({ id }) => id !== rule.id) }))}
        />
      ))}
      {!readOnly && (
        <Button size="small" type="dashed" icon={<PlusOutlined />} onClick={add}>
          {t('analytics.set.add_rule')}
        </Button>
      )}
    </>
  );
}

interface RuleProps {
  rule: SetRule;
  set: DataSet;
  readOnly: boolean;
  onRule: (part: Partial<SetRule>) => void;
  onRemove: () => void;
}

function RuleForm({ rule, set, readOnly, onRule, onRemove }: RuleProps) {
  const t = useT();
  const locale = useLocale();
  const [open, setOpen] = useState(false);
  const fields = useMemo(() => conditionFields(set.fields.map(fieldOfSet)), [set.fields]);
  const named = set.fields.map(({ id, title }) => ({ value: id, label: textIn(title, locale) }));
  const texts = set.fields.filter(({ kind }) => kind === 'text');
  const whom = useSubject(rule.subject);
  return (
    <div className="set-rule" role="group" aria-label={t('analytics.set.rule')}>
      <OrganizationScope
        kinds={['people', 'departments', 'posts', 'groups', 'roles']}
        publicOnly
        value={whom}
        onChange={(chosen) => onRule({ subject: subjectOf(chosen) })}
      />
      <p className="analytics-quiet">{rule.subject.kind === 'everyone' ? t('analytics.set.everyone') : null}</p>
      <div className="chart-filter">
        {!readOnly && (
          <FilterButton
            fields={fields}
            value={rule.where ?? undefined}
            onChange={(where) => onRule({ where: where ?? null })}
            open={open}
            onOpen={setOpen}
          />
        )}
        <ConditionChips
          fields={fields}
          value={rule.where ?? undefined}
          onChange={(where) => !readOnly && onRule({ where: where ?? null })}
          onEdit={() => setOpen(!readOnly)}
        />
      </div>
      <FieldRow label={t('analytics.set.own')}>
        <Select
          disabled={readOnly || texts.length === 0}
          value={rule.own?.field ?? ''}
          options={[
            { value: '', label: t('analytics.set.own_none') },
            ...texts.map(({ id, title }) => ({ value: id, label: textIn(title, locale) })),
          ]}
          onChange={(field: string) => onRule({ own: field === '' ? null : { field, is: rule.own?.is ?? 'login' } })}
        />
      </FieldRow>
      {rule.own && (
        <FieldRow label={t('analytics.set.own_is')}>
          <Select
            disabled={readOnly}
            value={rule.own.is}
            options={ownNames.map((value) => ({ value, label: t(`analytics.set.own.${value}`) }))}
            onChange={(is: (typeof ownNames)[number]) => rule.own && onRule({ own: { ...rule.own, is } })}
          />
        </FieldRow>
      )}
      <FieldRow label={t('analytics.set.hides')}>
        <Select
          mode="multiple"
          disabled={readOnly}
          value={rule.hides}
          options={named}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(hides: string[]) => onRule({ hides })}
        />
      </FieldRow>
      {!readOnly && (
        <Button
          type="text"
          size="small"
          icon={<DeleteOutlined />}
          aria-label={t('analytics.set.remove_rule')}
          onClick={onRemove}
        />
      )}
    </div>
  );
}

const kindOf = { person: 'people', department: 'departments', post: 'posts', group: 'groups', role: 'roles' } as const;
const subjectKind = {
  people: 'person',
  departments: 'department',
  posts: 'post',
  groups: 'group',
  roles: 'role',
} as const;

/** A rule is for one of them: whoever was chosen last; nobody chosen is everybody. */
function subjectOf(chosen: readonly Choice[]): RuleSubject {
  const last = chosen.at(-1);
  if (!last) return { kind: 'everyone' };
  const { kind, id } = last;
  return kind === 'departments' ? { kind: 'department', id, below: true } : { kind: subjectKind[kind], id };
}

function useSubject(subject: RuleSubject): Choice[] {
  const kind = subject.kind === 'everyone' ? 'people' : kindOf[subject.kind];
  const id = subject.kind === 'everyone' ? undefined : subject.id;
  const nameOf = useNames(kind, id === undefined ? [] : [id]);
  return id === undefined ? [] : [{ kind, id, name: nameOf(id) ?? '…' }];
}
