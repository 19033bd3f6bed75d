import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { definitionsApi, type Definition, type DefinitionAccess } from '@formwork/contract/definitions/api.ts';
import { definitionLevels, type AccessRule } from '@formwork/contract/definitions/level.ts';
import { instantFromWall, wallText } from '@formwork/contract/forms/values/dates.ts';
import { textIn } from '@formwork/contract/text.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { timeZone } from '@formwork/ui/format/time-zone.ts';
import { useConfirmLeave } from '@formwork/ui/feedback/use-confirm-leave.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Modal, Select } from 'antd';
import { Suspense, useState, type ComponentType } from 'react';
import { q } from '../http/query.ts';
import { Unread } from '../http/Unread.tsx';
import { useCommand } from '../http/use-command.ts';
import { useLocale, useT } from '../i18n/i18n.ts';
import { DayInput } from '../inputs/DayInput.tsx';
import { DepartmentPicker } from '../pickers/DepartmentPicker.tsx';
import { PersonPicker, type PickerProps } from '../pickers/PersonPicker.tsx';
import { PostPicker } from '../pickers/PostPicker.tsx';
import { PublicGroupPicker } from '../pickers/PublicGroupPicker.tsx';
import { RolePicker } from '../pickers/RolePicker.tsx';
import { draftOf, newRule, ruleOf, subjectKinds, type RuleDraft, type SubjectKind } from './access-draft.ts';
import './access.css';

/** Who may do what with a definition, besides what its folders say. */
export function DefinitionAccessDialog({ definition, onClose }: { definition: Definition; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const params = { kind: definition.kind, id: definition.id };
  const reading = useQuery(q(definitionsApi.getAccess, { params }));
  const put = useCommand(definitionsApi.putAccess, {
    refresh: [definitionsApi.getAccess, definitionsApi.list],
    onDone: onClose,
    onPrepared: onClose,
  });
  return (
    <AccessDialog
      title={t('resources.rights_of', { name: textIn(definition.name, locale) })}
      reading={reading}
      save={(rules) => put.run({ params, body: { rules } })}
      pending={put.pending}
      onClose={onClose}
    />
  );
}

/** Who may do what with all in a folder, or in the whole area. */
export function FolderAccess({ area, folderId, onClose }: { area: string; folderId: string; onClose: () => void }) {
  const t = useT();
  const params = { area, folderId };
  const reading = useQuery(q(definitionsApi.getFolderAccess, { params }));
  const put = useCommand(definitionsApi.putFolderAccess, {
    refresh: [definitionsApi.getFolderAccess, definitionsApi.list, definitionsApi.folders],
    onDone: onClose,
    onPrepared: onClose,
  });
  return (
    <AccessDialog
      title={t('resources.rights')}
      reading={reading}
      save={(rules) => put.run({ params, body: { rules } })}
      pending={put.pending}
      onClose={onClose}
    />
  );
}

interface AccessDialogProps {
  title: string;
  reading: {
    data: DefinitionAccess | undefined;
    error: unknown;
    fetchStatus: 'fetching' | 'paused' | 'idle';
    refetch: () => unknown;
  };
  save: (rules: AccessRule[]) => Promise<unknown>;
  pending: boolean;
  onClose: () => void;
}

function AccessDialog({ title, reading, ...rest }: AccessDialogProps) {
  if (reading.data) return <AccessForm title={title} access={reading.data} {...rest} />;
  return (
    <Modal open title={title} footer={null} width={860} onCancel={rest.onClose}>
      <Unread of={[reading]} small skeleton={<SkeletonRows rows={4} columns={4} />} />
    </Modal>
  );
}

const dayOf = (at: string) => wallText(at, timeZone()).slice(0, 10);
const endOf = (day: string) => instantFromWall(`${day} 23:59:59`, timeZone()) ?? `${day}T23:59:59.000Z`;

function AccessForm({
  title,
  access,
  save,
  pending,
  onClose,
}: Omit<AccessDialogProps, 'reading'> & { access: DefinitionAccess }) {
  const t = useT();
  const [rules, setRules] = useState<RuleDraft[]>(() => access.rules.map((rule) => draftOf(rule, dayOf)));
  const [changed, setChanged] = useState(false);
  const [tried, setTried] = useState(false);
  useConfirmLeave(changed && !pending);
  const change = (next: RuleDraft[]) => {
    setChanged(true);
    setRules(next);
  };
  const send = () => {
    setTried(true);
    const made = rules.map((rule) => ruleOf(rule, endOf));
    if (made.every((rule) => rule !== undefined)) void save(made);
  };
  return (
    <Modal
      open
      title={title}
      width={860}
      okText={t('shell.form.save')}
      okButtonProps={{ disabled: !changed }}
      confirmLoading={pending}
      onOk={send}
      onCancel={onClose}
    >
      <p className="access-hint">{t('resources.rights_hint')}</p>
      <ul className="access-rules" aria-label={t('resources.rights')}>
        {rules.map((rule, at) => (
          <RuleLine
            key={rule.key}
            rule={rule}
            missing={tried}
            onChange={(part) => change(rules.with(at, { ...rule, ...part }))}
            onRemove={() => change(rules.toSpliced(at, 1))}
          />
        ))}
      </ul>
      <Button type="dashed" icon={<PlusOutlined />} onClick={() => change([...rules, newRule()])}>
        {t('resources.rule_add')}
      </Button>
      {access.above.length > 0 && (
        <Alert
          className="access-above"
          type="info"
          title={t('resources.rights_above')}
          description={
            <ul>
              {access.above.map((rule, at) => (
                <li key={at}>
                  {rule.subject.kind === 'everyone'
                    ? t('resources.subject.everyone')
                    : (access.names[`${rule.subject.kind}:${rule.subject.id}`] ?? '—')}
                  {' · '}
                  {t(rule.effect === 'refuse' ? 'resources.refuses' : 'resources.grants', {
                    level: t(`resources.level.${rule.level}`),
                  })}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </Modal>
  );
}

const pickers: Record<Exclude<SubjectKind, 'everyone'>, ComponentType<PickerProps>> = {
  person: PersonPicker,
  department: DepartmentPicker,
  post: PostPicker,
  role: RolePicker,
  group: PublicGroupPicker,
};

function RuleLine({
  rule,
  missing,
  onChange,
  onRemove,
}: {
  rule: RuleDraft;
  missing: boolean;
  onChange: (part: Partial<RuleDraft>) => void;
  onRemove: () => void;
}) {
  const t = useT();
  const Picker = rule.kind === 'everyone' ? undefined : pickers[rule.kind];
  const isMissing = missing && Picker !== undefined && rule.subject === null;
  return (
    <li className="access-rule">
      <Select
        aria-label={t('resources.subject_kind')}
        value={rule.kind}
        onChange={(kind: SubjectKind) => onChange({ kind, subject: null, below: false })}
        options={subjectKinds.map((kind) => ({ value: kind, label: t(`resources.subject.${kind}`) }))}
      />
      <div className="access-subject">
        {Picker && (
          <Suspense fallback={<span className="fw-bone fw-editor-bone" />}>
            <Picker
              aria-label={t(`resources.subject.${rule.kind}`)}
              value={rule.subject === null ? [] : [rule.subject]}
              onChange={(ids) => onChange({ subject: ids.at(-1) ?? null })}
            />
          </Suspense>
        )}
        {rule.kind === 'department' && (
          <Checkbox checked={rule.below} onChange={(event) => onChange({ below: event.target.checked })}>
            {t('resources.subject_below')}
          </Checkbox>
        )}
        {isMissing && (
          <small className="access-missing" role="alert">
            {t('shell.rule.required')}
          </small>
        )}
      </div>
      <Select
        aria-label={t('resources.effect')}
        value={rule.effect}
        onChange={(effect: RuleDraft['effect']) => onChange({ effect })}
        options={[
          { value: 'grant', label: t('resources.effect_grant') },
          { value: 'refuse', label: t('resources.effect_refuse') },
        ]}
      />
      <Select
        aria-label={t('resources.level_label')}
        value={rule.level}
        onChange={(level: RuleDraft['level']) => onChange({ level })}
        options={definitionLevels.map((level) => ({ value: level, label: t(`resources.level.${level}`) }))}
      />
      <Suspense fallback={<span className="fw-bone fw-editor-bone" />}>
        <DayInput value={rule.until} placeholder={t('resources.until')} onChange={(until) => onChange({ until })} />
      </Suspense>
      <button
        type="button"
        className="fw-icon-button"
        aria-label={t('ui.action.remove')}
        title={t('ui.action.remove')}
        onClick={onRemove}
      >
        <DeleteOutlined />
      </button>
    </li>
  );
}
