import { formsApi } from '@formwork/contract/forms/api.ts';
import {
  packagesApi,
  type InstallPlan,
  type PackageChoice,
  type PlannedPart,
} from '@formwork/contract/packages/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { JobLine } from '@formwork/web/jobs/JobLine.tsx';
import { useJob } from '@formwork/web/jobs/use-job.ts';
import { refresh } from '@formwork/web/http/query.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Radio, Tag } from 'antd';
import { useState } from 'react';
import { usePartWords } from './part-words.ts';

/** What a package would do, what both sides changed, and how it came out. */
export function PlanView({ installId, onClose }: { installId: string; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const [theirs, setTheirs] = useState<PackageChoice[]>([]);
  const [wanted, setWanted] = useState<boolean>();
  const plan = useQuery({ ...q(packagesApi.get, { params: { installId } }), staleTime: 0 });
  const apply = useCommand(packagesApi.apply, { refresh: [packagesApi.get, packagesApi.list] });
  const discard = useCommand(packagesApi.discard, { refresh: [packagesApi.list], onDone: onClose });
  if (plan.isPending) return <SkeletonRows rows={6} columns={1} />;
  if (plan.isError) return <ErrorState small onRetry={() => void plan.refetch()} />;
  const { name, key, version, state, after, older, can, runId, parts, leftOver, missing, signer } = plan.data;
  const brings = parts.some(({ kind, act }) => kind === 'samples' && act === 'new');
  // records of an application that is in use are asked for
  const samples = brings && (wanted ?? after === null);
  const conflicts = parts.flatMap((part) => part.conflicts.map((conflict) => ({ part, conflict })));
  return (
    <div className="packages-stack">
      <div>
        <b>{textIn(name, locale)}</b> {version} <small className="packages-quiet">{key}</small>{' '}
        <Tag>{t(`packages.state.${state}`)}</Tag>
      </div>
      {can.apply && older && <Alert type="warning" showIcon title={t('packages.plan.older', { after: after ?? '' })} />}
      {can.apply && !older && (
        <p className="packages-quiet">
          {after === null ? t('packages.plan.first') : t('packages.plan.after', { after })}
        </p>
      )}
      <Signer signer={signer} />
      {runId !== null && (state === 'applying' || state === 'undoing') && <Running runId={runId} />}
      {state === 'applied' && <Done plan={plan.data} />}
      {can.apply && conflicts.length > 0 && (
        <section>
          <h4>{t('packages.plan.conflicts')}</h4>
          <p className="packages-quiet">{t('packages.plan.conflicts_hint')}</p>
          {conflicts.map(({ part, conflict }) => (
            <Conflict
              key={`${part.kind}/${part.id}/${conflict.at.join('/')}`}
              part={part}
              conflict={conflict}
              taken={theirs.some((one) => isOf(one, part, conflict.at))}
              onTake={(take) =>
                setTheirs([
                  ...theirs.filter((one) => !isOf(one, part, conflict.at)),
                  ...(take ? [{ kind: part.kind, id: part.id, at: conflict.at }] : []),
                ])
              }
            />
          ))}
        </section>
      )}
      {missing.length > 0 && <Missing plan={plan.data} />}
      <Parts parts={parts} />
      {leftOver.length > 0 && (
        <section>
          <h4>{t('packages.plan.left')}</h4>
          <ul className="packages-parts">
            {leftOver.map((part) => (
              <li key={`${part.kind}/${part.id}`}>{textIn(part.name, locale)}</li>
            ))}
          </ul>
        </section>
      )}
      {can.apply && brings && (
        <Checkbox checked={samples} onChange={({ target }) => setWanted(target.checked)}>
          {t('packages.plan.samples')}
        </Checkbox>
      )}
      <div className="packages-line">
        {can.apply && (
          <Button onClick={() => void discard.run({ params: { installId } })} disabled={state !== 'planned'}>
            {t('packages.plan.discard')}
          </Button>
        )}
        {can.apply ? (
          <Button
            type="primary"
            loading={apply.pending}
            onClick={() => void apply.run({ params: { installId }, body: { theirs, samples } })}
          >
            {t('packages.plan.apply')}
          </Button>
        ) : (
          <Button onClick={onClose}>{t('ui.action.close')}</Button>
        )}
      </div>
    </div>
  );
}

/** Who made the file, as far as its signature tells. */
function Signer({ signer: { state, fingerprint } }: Pick<InstallPlan, 'signer'>) {
  const t = useT();
  if (state === 'changed')
    return (
      <Alert
        type="warning"
        showIcon
        title={t('packages.signer.changed')}
        description={
          fingerprint === null ? t('packages.signer.none') : t('packages.signer.fingerprint', { fingerprint })
        }
      />
    );
  return <p className="packages-quiet">{t(`packages.signer.${state}`, { fingerprint: fingerprint ?? '' })}</p>;
}

function Running({ runId }: { runId: string }) {
  useJob(runId, { onOver: () => void refresh(packagesApi.get, packagesApi.list, formsApi.listApps, formsApi.listBin) });
  return <JobLine jobId={runId} />;
}

function Done({ plan }: { plan: InstallPlan }) {
  const t = useT();
  const open = plan.parts.filter(({ outcome }) => outcome?.state === 'draft' || outcome?.state === 'failed').length;
  const placed = plan.parts.length - plan.parts.filter(({ outcome }) => outcome?.state === 'failed').length;
  return (
    <Alert
      type={open > 0 ? 'warning' : 'success'}
      showIcon
      title={t('packages.done.applied', { count: placed })}
      description={
        <>
          {open > 0 && <p>{t('packages.done.open', { count: open })}</p>}
          {plan.after === null && <p>{t('packages.done.access')}</p>}
        </>
      }
    />
  );
}

function Missing({ plan: { missing } }: { plan: InstallPlan }) {
  const t = useT();
  const words = usePartWords();
  return (
    <Alert
      type="warning"
      title={t('packages.plan.missing')}
      description={
        <>
          <p>{t('packages.plan.missing_hint')}</p>
          <ul className="packages-parts">
            {missing.map(({ kind, id, name }) => (
              <li key={`${kind}/${id}`}>
                <span>{words.need(kind)}</span> {name}
              </li>
            ))}
          </ul>
        </>
      }
    />
  );
}

function Parts({ parts }: { parts: PlannedPart[] }) {
  const t = useT();
  const locale = useLocale();
  const words = usePartWords();
  return (
    <section>
      <h4>{t('packages.plan.parts')}</h4>
      <ul className="packages-parts">
        {parts.map((part) => (
          <li key={`${part.kind}/${part.id}`}>
            <span>{words.kind(part.kind)}</span> {textIn(part.name, locale)}{' '}
            <Tag
              {...(part.outcome?.state === 'failed' && { color: 'error' })}
              {...(part.outcome?.state === 'draft' && { color: 'warning' })}
            >
              {t(part.outcome ? `packages.outcome.${part.outcome.state}` : `packages.act.${part.act}`)}
            </Tag>
            {part.changes > 0 && <small>{t('packages.plan.changes', { count: part.changes })}</small>}
            {part.kept > 0 && <small>{t('packages.plan.kept', { count: part.kept })}</small>}
            {part.outcome?.code !== undefined && <small>{words.why(part.outcome.code, part.outcome.data)}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Conflict({
  part,
  conflict,
  taken,
  onTake,
}: {
  part: PlannedPart;
  conflict: PlannedPart['conflicts'][number];
  taken: boolean;
  onTake: (take: boolean) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const words = usePartWords();
  const shown = (value: unknown): string =>
    value === undefined ? t('packages.plan.nothing') : typeof value === 'string' ? value : JSON.stringify(value);
  return (
    <div className="packages-conflict">
      <div>
        <span>{words.kind(part.kind)}</span> {textIn(part.name, locale)} <code>{conflict.at.join(' / ')}</code>
      </div>
      <small>
        {t('packages.plan.base')}: <q>{shown(conflict.base)}</q>
      </small>
      <Radio.Group
        aria-label={conflict.at.join(' / ')}
        value={taken ? 'theirs' : 'mine'}
        onChange={({ target }) => onTake(target.value === 'theirs')}
      >
        <Radio value="mine">
          {t('packages.plan.mine')}: <q>{shown(conflict.mine)}</q>
        </Radio>
        <Radio value="theirs">
          {t('packages.plan.theirs')}: <q>{shown(conflict.theirs)}</q>
        </Radio>
      </Radio.Group>
    </div>
  );
}

const isOf = (one: PackageChoice, { kind, id }: PlannedPart, at: string[]): boolean =>
  one.kind === kind && one.id === id && one.at.join('\n') === at.join('\n');
