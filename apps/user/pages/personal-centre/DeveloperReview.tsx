import { developerApi, tokenDays, type DeveloperApplication } from '@formwork/contract/developer/api.ts';
import { CheckOutlined, CloseOutlined } from '@ant-design/icons';
import { Person } from '@formwork/ui/format/avatar.tsx';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import type { MenuAction } from '@formwork/ui/frame/menu.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Input, InputNumber, Modal } from 'antd';
import { useMemo, useState } from 'react';
import { developerTones } from './developer-tones.ts';

const decided = [developerApi.list, developerApi.get];

/** Where an administrator decides who may call the API by a token. */
export function DeveloperReview() {
  const t = useT();
  const locale = useLocale();
  const list = useQuery(q(developerApi.list));
  const [approving, setApproving] = useState<DeveloperApplication>();
  const [rejecting, setRejecting] = useState<DeveloperApplication>();
  const columns = useMemo(
    (): ListColumn<DeveloperApplication>[] => [
      {
        id: 'person',
        title: t('personal.developer.person'),
        width: 140,
        render: (one) => <Person name={one.person.name} />,
      },
      {
        id: 'state',
        title: t('personal.developer.state'),
        width: 110,
        render: (one) => (
          <StateTag tone={developerTones[one.state]}>{t(`personal.developer.state_${one.state}`)}</StateTag>
        ),
      },
      { id: 'reason', title: t('personal.developer.reason'), width: 220, value: (one) => one.reason },
      {
        id: 'applied',
        title: t('personal.developer.applied'),
        width: 140,
        render: (one) => one.appliedAt && <Time at={one.appliedAt} locale={locale} />,
      },
      { id: 'decided', title: t('personal.developer.decided_by'), width: 140, value: (one) => one.decidedBy?.name },
      {
        id: 'until',
        title: t('personal.developer.until'),
        width: 140,
        render: (one) => one.tokenExpiresAt && <Time at={one.tokenExpiresAt} locale={locale} />,
      },
    ],
    [locale, t],
  );
  const actions = (one: DeveloperApplication): MenuAction[] => [
    ...(one.state === 'under_review'
      ? [
          {
            id: 'approve',
            title: t('personal.developer.approve'),
            icon: <CheckOutlined />,
            onSelect: () => setApproving(one),
          },
        ]
      : []),
    ...(one.state !== 'rejected'
      ? [
          {
            id: 'reject',
            title: t(one.state === 'approved' ? 'personal.developer.withdraw' : 'personal.developer.reject'),
            icon: <CloseOutlined />,
            danger: true,
            onSelect: () => setRejecting(one),
          },
        ]
      : []),
  ];
  const { error } = list;
  return (
    <section>
      <h2 className="centre-heading">{t('personal.developer.review')}</h2>
      <div className="centre-list">
        <DataList<DeveloperApplication>
          label={t('personal.developer.review')}
          rows={list.data ?? []}
          columns={columns}
          rowKey={(one) => one.person.id}
          rowActions={actions}
          status={
            list.isPending
              ? 'loading'
              : !error
                ? 'ready'
                : isApiError(error) && error.kind === 'network'
                  ? 'offline'
                  : 'error'
          }
          onRetry={() => void list.refetch()}
          requestId={isApiError(error) ? error.requestId : undefined}
          empty={<EmptyState title={t('personal.developer.none')} hint={t('personal.developer.none_hint')} />}
        />
      </div>
      {approving && <ApproveDialog application={approving} onClose={() => setApproving(undefined)} />}
      {rejecting && <RejectDialog application={rejecting} onClose={() => setRejecting(undefined)} />}
    </section>
  );
}

function ApproveDialog({
  application: { person },
  onClose,
}: {
  application: DeveloperApplication;
  onClose: () => void;
}) {
  const t = useT();
  const [days, setDays] = useState<number | null>(tokenDays.usual);
  const approve = useCommand(developerApi.approve, { refresh: decided, onDone: onClose });
  return (
    <Modal
      open
      title={`${t('personal.developer.approve')} · ${person.name}`}
      okText={t('personal.developer.approve')}
      okButtonProps={{ disabled: days === null, loading: approve.pending }}
      onOk={() => void approve.run({ params: { personId: person.id }, body: { days: days ?? tokenDays.usual } })}
      onCancel={onClose}
    >
      <FieldRow
        name="days"
        required
        label={t('personal.developer.days')}
        help={t('personal.developer.days_help', { most: tokenDays.most })}
      >
        {(input) => (
          <InputNumber {...input} min={1} max={tokenDays.most} precision={0} value={days} onChange={setDays} />
        )}
      </FieldRow>
    </Modal>
  );
}

function RejectDialog({
  application: { person, state },
  onClose,
}: {
  application: DeveloperApplication;
  onClose: () => void;
}) {
  const t = useT();
  const [answer, setAnswer] = useState('');
  const reject = useCommand(developerApi.reject, { refresh: decided, onDone: onClose });
  const verb = t(state === 'approved' ? 'personal.developer.withdraw' : 'personal.developer.reject');
  return (
    <Modal
      open
      title={`${verb} · ${person.name}`}
      okText={verb}
      okButtonProps={{ danger: true, loading: reject.pending }}
      onOk={() => void reject.run({ params: { personId: person.id }, body: { answer: answer.trim() } })}
      onCancel={onClose}
    >
      <Input
        aria-label={t('personal.developer.answer')}
        placeholder={t('personal.developer.answer')}
        maxLength={60}
        showCount
        value={answer}
        onChange={(event) => setAnswer(event.target.value)}
      />
    </Modal>
  );
}
