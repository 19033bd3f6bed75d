import { formsApi, type ReleasePlan, type ReleaseStep } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { textIn } from '@formwork/contract/text.ts';
import { ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { UseList } from '@formwork/web/uses/UseList.tsx';
import { Alert, App, Checkbox, Input, Modal } from 'antd';
import { useState } from 'react';
import { recordsApi } from '@formwork/contract/records/api.ts';
import type { Selection } from '../form/edits.ts';
import { ProblemLines } from '../form/ProblemList.tsx';
import { ChangeList } from './ChangeList.tsx';

interface Props {
  formId: string;
  definition: FormDefinition;
  onClose: () => void;
  onReleased: () => void;
  /** Goes to what is wrong. */
  onSelect: (selection: Selection) => void;
}

/** What releasing will do, before it is done: changes, steps on the tables, data that would get out of reach. */
export function ReleaseDialog({ formId, definition, onClose, onReleased, onSelect }: Props) {
  const t = useT();
  const { message } = App.useApp();
  const [note, setNote] = useState('');
  const [acceptLoss, setAcceptLoss] = useState(false);
  const [acceptUses, setAcceptUses] = useState(false);
  const plan = useQuery({ ...q(formsApi.planRelease, { params: { formId } }), staleTime: 0, gcTime: 0 });
  const release = useCommand(formsApi.release, {
    // a column that is filled and indexes that are built over millions of records
    timeout: 30 * 60_000,
    refresh: [formsApi.listApps, formsApi.listReleases, recordsApi.plan],
    onDone: ({ number, recalculation }) => {
      // its progress stands among the running jobs
      if (recalculation !== undefined) void message.info(t('design.release.recalculating'));
      void message.success(t('design.release.done', { number }));
      onClose();
      onReleased();
    },
  });
  const errors = plan.data?.problems.filter(({ level }) => level === 'error') ?? [];
  const nothing = plan.data !== undefined && plan.data.changes.length === 0 && plan.data.steps.length === 0;
  const uses = plan.data?.uses ?? [];
  const refusing = uses.filter(({ how }) => how === 'refuse').length;
  const warned = uses.filter(({ how }) => how === 'warn').length;
  const ready =
    plan.data !== undefined &&
    errors.length === 0 &&
    !nothing &&
    refusing === 0 &&
    (warned === 0 || acceptUses) &&
    (!plan.data.losesData || acceptLoss);
  return (
    <Modal
      open
      title={t('design.release.title')}
      okText={t('design.action.release')}
      okButtonProps={{ disabled: !ready }}
      confirmLoading={release.pending}
      onCancel={onClose}
      onOk={() =>
        void release.run({
          params: { formId },
          body: {
            draftVersion: plan.data!.draftVersion,
            ...(acceptLoss ? { acceptLoss } : {}),
            ...(acceptUses ? { acceptUses } : {}),
            ...(note ? { note } : {}),
          },
        })
      }
    >
      {plan.isPending ? (
        <SkeletonRows rows={4} columns={1} />
      ) : plan.isError ? (
        <ErrorState small onRetry={() => void plan.refetch()} />
      ) : (
        <div className="release-plan">
          {errors.length > 0 && (
            <Alert
              type="error"
              showIcon
              title={t('design.release.errors', { count: errors.length })}
              description={
                <ProblemLines
                  definition={definition}
                  problems={errors}
                  onSelect={(selection) => {
                    onClose();
                    onSelect(selection);
                  }}
                />
              }
            />
          )}
          {nothing && <Alert type="info" showIcon title={t('design.release.nothing')} />}
          {uses.length > 0 && (
            <>
              <Alert
                type={refusing > 0 ? 'error' : warned > 0 ? 'warning' : 'info'}
                showIcon
                title={
                  refusing > 0
                    ? t('uses.refused', { count: refusing })
                    : warned > 0
                      ? t('uses.warned', { count: warned })
                      : t('uses.followed', { count: uses.length })
                }
              />
              <UseList uses={uses} onJump={onClose} />
              {refusing === 0 && warned > 0 && (
                <Checkbox checked={acceptUses} onChange={(event) => setAcceptUses(event.target.checked)}>
                  {t('uses.accept')}
                </Checkbox>
              )}
            </>
          )}
          <ChangeList changes={plan.data.changes} definition={definition} />
          <StepList steps={plan.data.steps} />
          <InheritedLines inherited={plan.data.inherited} />
          {plan.data.losesData && (
            <Checkbox checked={acceptLoss} onChange={(event) => setAcceptLoss(event.target.checked)}>
              {t('design.release.accept_loss')}
            </Checkbox>
          )}
          <Input.TextArea
            value={note}
            maxLength={500}
            rows={2}
            placeholder={t('design.release.note')}
            aria-label={t('design.release.note')}
            onChange={(event) => setNote(event.target.value)}
          />
        </div>
      )}
    </Modal>
  );
}

/** What is worked out from hidden fields: those that go with them, and those that somebody lets be seen. */
function InheritedLines({ inherited }: Pick<ReleasePlan, 'inherited'>) {
  const t = useT();
  const locale = useLocale();
  const titles = (released: boolean): string =>
    inherited
      .filter((one) => one.released === released)
      .map(({ title }) => textIn(title, locale))
      .join(t('design.release.and'));
  return (
    <>
      {titles(true) !== '' && (
        <Alert type="warning" showIcon title={t('design.release.seen_anyway', { titles: titles(true) })} />
      )}
      {titles(false) !== '' && (
        <Alert type="info" showIcon title={t('design.release.hidden_with', { titles: titles(false) })} />
      )}
    </>
  );
}

function StepList({ steps }: { steps: ReleaseStep[] }) {
  const t = useT();
  const locale = useLocale();
  if (steps.length === 0) return null;
  return (
    <details>
      <summary>{t('design.release.steps', { count: steps.length })}</summary>
      <ul>
        {steps.map((step, at) => (
          <li key={at}>
            {t(`design.step.${step.action}`, { title: textIn(step.title, locale) })}
            {step.rows ? ` · ${t('design.release.rows', { rows: step.rows })}` : ''}
          </li>
        ))}
      </ul>
    </details>
  );
}
