import { DeleteOutlined } from '@ant-design/icons';
import {
  documentLevels,
  documentsApi,
  type DocumentLevel,
  type DocumentRule,
} from '@formwork/contract/documents/api.ts';
import { ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import type { Choice, ChoiceKind } from '@formwork/web/pickers/choice.ts';
import { OrganizationScope } from '@formwork/web/pickers/OrganizationScope.tsx';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Modal, Select } from 'antd';
import { useState } from 'react';

interface Props {
  appId: string;
  /** Null: the whole application. */
  folder: string | null;
  title: string;
  onClose: () => void;
}

const subjectKinds = {
  people: 'person',
  departments: 'department',
  posts: 'post',
  groups: 'group',
  roles: 'role',
} as const satisfies Record<ChoiceKind, string>;

/** Who may do what in a folder and all below it. */
export function RulesDialog({ appId, folder, title, onClose }: Props) {
  const t = useT();
  const read = useQuery({
    ...q(documentsApi.getRules, { params: { appId }, query: folder === null ? {} : { folder } }),
    staleTime: 0,
    gcTime: 0,
  });
  const put = useCommand(documentsApi.putRules, {
    refresh: [documentsApi.list, documentsApi.getRules],
    onDone: onClose,
    onPrepared: onClose,
  });
  const [changed, setChanged] = useState<{ rules: DocumentRule[]; alone: boolean }>();
  const [added, setAdded] = useState<Record<string, string>>({});
  const now = changed ?? read.data;
  const change = (rules: DocumentRule[]) => setChanged({ rules, alone: now?.alone ?? false });
  const names = { ...read.data?.names, ...added };
  const nameOf = ({ subject }: DocumentRule) =>
    subject.kind === 'everyone' ? t('documents.rules.everyone') : (names[`${subject.kind}:${subject.id}`] ?? '');
  const levels = documentLevels.map((value) => ({ value, label: t(`documents.level.${value}`) }));
  const add = (choices: Choice[]) => {
    setAdded({
      ...added,
      ...Object.fromEntries(choices.map(({ kind, id, name }) => [`${subjectKinds[kind]}:${id}`, name])),
    });
    const known = new Set(
      now?.rules.map(({ subject }) => (subject.kind === 'everyone' ? '' : `${subject.kind}:${subject.id}`)),
    );
    change([
      ...(now?.rules ?? []),
      ...choices
        .filter(({ kind, id }) => !known.has(`${subjectKinds[kind]}:${id}`))
        .map(({ kind, id }): DocumentRule => ({
          subject: kind === 'departments' ? { kind: 'department', id, below: true } : { kind: subjectKinds[kind], id },
          level: 'view',
        })),
    ]);
  };
  return (
    <Modal
      open
      title={t('documents.rules.title', { name: title })}
      width={640}
      okText={t('documents.save')}
      okButtonProps={{ disabled: !changed }}
      confirmLoading={put.pending}
      onOk={() => changed && void put.run({ params: { appId }, body: { folder, ...changed } })}
      onCancel={onClose}
    >
      {read.isError ? (
        <ErrorState small onRetry={() => void read.refetch()} />
      ) : !now || !read.data ? (
        <SkeletonRows rows={3} />
      ) : (
        <div className="documents-rules">
          {folder !== null && (
            <Checkbox
              checked={now.alone}
              onChange={({ target }) => setChanged({ rules: now.rules, alone: target.checked })}
            >
              {t('documents.rules.alone')}
            </Checkbox>
          )}
          {!now.alone &&
            read.data.above.map((rule, at) => (
              // eslint-disable-next-line react/no-array-index-key -- rules have no other name, and these never change places
              <div key={at} className="documents-rule" data-above>
                <span>{nameOf(rule)}</span>
                <span>{t(`documents.level.${rule.level}`)}</span>
                <span>{t('documents.rules.from', { name: rule.folder ?? t('documents.rules.app') })}</span>
              </div>
            ))}
          {now.rules.map((rule, at) => (
            <div key={JSON.stringify(rule.subject)} className="documents-rule">
              <span>{nameOf(rule)}</span>
              <Select<DocumentLevel>
                aria-label={t('documents.rules.level', { name: nameOf(rule) })}
                value={rule.level}
                options={levels}
                onChange={(level) => change(now.rules.with(at, { ...rule, level }))}
              />
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('documents.rules.remove', { name: nameOf(rule) })}
                onClick={() => change(now.rules.toSpliced(at, 1))}
              />
            </div>
          ))}
          {now.rules.length === 0 && <p className="documents-quiet">{t('documents.rules.none')}</p>}
          <div className="documents-rules-add">
            <OrganizationScope
              kinds={['people', 'departments', 'posts', 'groups', 'roles']}
              publicOnly
              value={[]}
              onChange={add}
            />
            {!now.rules.some(({ subject }) => subject.kind === 'everyone') && (
              <Button onClick={() => change([...now.rules, { subject: { kind: 'everyone' }, level: 'view' }])}>
                {t('documents.rules.add_everyone')}
              </Button>
            )}
          </div>
          <p className="documents-quiet">{t('documents.rules.hint')}</p>
        </div>
      )}
    </Modal>
  );
}
