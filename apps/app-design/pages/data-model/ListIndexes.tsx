import {
  listIndexesApi,
  type IndexPart,
  type IndexProposal,
  type IndexReaders,
  type ListIndex,
  type SlowList,
} from '@formwork/contract/records/list-indexes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { formatBytes, formatNumber } from '@formwork/ui/format/number-format.ts';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { q, refresh } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { JobLine } from '@formwork/web/jobs/JobLine.tsx';
import { useJob } from '@formwork/web/jobs/use-job.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useState } from 'react';

const lookAgainMs = 2_000;
const tones = { used: 'success', new: 'info', unused: 'warning', retired: 'warning' } as const satisfies Record<
  ListIndex['worth'],
  string
>;

/** Lists that were slow with the indexes that would help them, and the indexes that were built for lists. */
export function ListIndexes({ formId }: { formId: string }) {
  const t = useT();
  const [jobId, setJobId] = useState<string>();
  const found = useQuery({
    ...q(listIndexesApi.indexes, { params: { formId } }),
    refetchInterval: ({ state }) =>
      state.data?.indexes.some((index) => index.state === 'building') ? lookAgainMs : false,
  });
  if (found.isPending) return <SkeletonRows rows={4} columns={4} />;
  if (found.isError) return <ErrorState onRetry={() => void found.refetch()} />;
  const { proposals, indexes, helpless, slowMs } = found.data;
  const building = indexes.some(({ state }) => state === 'building');
  return (
    <section className="model-indexes" aria-label={t('model.tab.indexes')}>
      {jobId !== undefined && <Building key={jobId} jobId={jobId} />}
      <h3>{t('model.use.proposed')}</h3>
      <p className="model-quiet">{t('model.use.proposed_hint', { ms: slowMs })}</p>
      {proposals.length === 0 ? (
        <EmptyState title={t('model.use.none')} hint={t('model.use.none_hint')} />
      ) : (
        proposals.map((proposal) => (
          <Proposal key={proposal.id} formId={formId} proposal={proposal} busy={building} onBuilding={setJobId} />
        ))
      )}
      {helpless.length > 0 && (
        <>
          <h3>{t('model.use.helpless')}</h3>
          <p className="model-quiet">{t('model.use.helpless_hint')}</p>
          <SlowLists lists={helpless} />
        </>
      )}
      <h3>{t('model.use.built')}</h3>
      {indexes.length === 0 ? (
        <p className="model-quiet">{t('model.use.built_none')}</p>
      ) : (
        <BuiltIndexes formId={formId} indexes={indexes} proposals={proposals} />
      )}
    </section>
  );
}

/** The person's own job; whoever else looks sees the progress at the index. */
function Building({ jobId }: { jobId: string }) {
  useJob(jobId, { onOver: () => void refresh(listIndexesApi.indexes) });
  return <JobLine jobId={jobId} />;
}

function Proposal({
  formId,
  proposal: { id, parts, readers, bytes, seconds, lists },
  busy,
  onBuilding,
}: {
  formId: string;
  proposal: IndexProposal;
  /** One is built at a time. */ busy: boolean;
  onBuilding: (jobId: string) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const mayBuild = useCan()('forms.design.edit');
  const build = useCommand(listIndexesApi.build, {
    refresh: [listIndexesApi.indexes],
    onDone: ({ jobId }) => onBuilding(jobId),
  });
  return (
    <div className="model-proposal">
      <header>
        <strong>
          <IndexFields parts={parts} readers={readers} />
        </strong>
        <span>
          {t('model.use.cost', {
            size: formatBytes(bytes, locale),
            time:
              seconds < 90
                ? t('model.use.seconds', { count: seconds })
                : t('model.use.minutes', { count: Math.ceil(seconds / 60) }),
          })}
        </span>
        {mayBuild && (
          <Button
            type="primary"
            size="small"
            loading={build.pending}
            disabled={busy}
            onClick={() => void build.run({ params: { formId }, body: { proposal: id } })}
          >
            {t('model.use.build')}
          </Button>
        )}
      </header>
      <SlowLists lists={lists} />
    </div>
  );
}

function IndexFields({ parts, readers }: { parts: readonly IndexPart[]; readers: IndexReaders }) {
  const t = useT();
  const locale = useLocale();
  const words = parts.map(
    ({ title, use, descending }) => `${textIn(title, locale)}${use === 'sort' ? (descending ? ' ↓' : ' ↑') : ''}`,
  );
  return <>{[...(readers === 'all' ? [] : [t(`model.use.readers.${readers}`)]), ...words].join(' + ')}</>;
}

function SlowLists({ lists }: { lists: readonly SlowList[] }) {
  const t = useT();
  const locale = useLocale();
  const filtered = ({ filters }: SlowList) =>
    filters.map(({ title, operator }) => `${textIn(title, locale)} ${t(`records.operator.${operator}`)}`).join('; ') ||
    t('model.use.no_filter');
  const sorted = ({ sort }: SlowList) =>
    sort.map(({ title, descending }) => `${textIn(title, locale)} ${descending ? '↓' : '↑'}`).join(', ') ||
    t('model.use.no_sort');
  return (
    <div className="model-scroll">
      <table>
        <thead>
          <tr>
            <th>{t('model.use.filter')}</th>
            <th>{t('model.use.sort')}</th>
            <th>{t('model.use.times')}</th>
            <th>{t('model.mean')}</th>
            <th>{t('model.longest')}</th>
            <th>{t('model.use.last')}</th>
          </tr>
        </thead>
        <tbody>
          {lists.map((list) => (
            <tr key={`${filtered(list)} / ${sorted(list)} / ${list.lastAt}`}>
              <td>{filtered(list)}</td>
              <td>{sorted(list)}</td>
              <td>{formatNumber(list.times, locale)}</td>
              <td>{t('model.ms', { value: formatNumber(list.meanMs, locale) })}</td>
              <td>{t('model.ms', { value: formatNumber(list.maxMs, locale) })}</td>
              <td>
                <Time at={list.lastAt} locale={locale} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function BuiltIndexes({
  formId,
  indexes,
  proposals,
}: {
  formId: string;
  indexes: readonly ListIndex[];
  proposals: readonly IndexProposal[];
}) {
  const t = useT();
  const locale = useLocale();
  const { modal } = App.useApp();
  const mayDrop = useCan()('forms.design.edit');
  const drop = useCommand(listIndexesApi.drop, { refresh: [listIndexesApi.indexes] });
  const ask = (indexName: string) =>
    void modal.confirm({
      title: t('model.use.drop_title'),
      content: t('model.use.drop_hint'),
      okText: t('model.use.drop'),
      okButtonProps: { danger: true },
      onOk: () => drop.run({ params: { formId, indexName } }),
    });
  return (
    <div className="model-scroll">
      <table>
        <thead>
          <tr>
            <th>{t('model.index')}</th>
            <th>{t('model.size')}</th>
            <th>{t('model.uses')}</th>
            <th>{t('model.use.state')}</th>
            <th>{t('model.use.built_at')}</th>
            {mayDrop && <th aria-label={t('model.use.drop')} />}
          </tr>
        </thead>
        <tbody>
          {indexes.map(({ name, bytes, uses, state, progress, worth, builtAt, ...index }) => {
            // while it is built the database does not know yet what for
            const { parts, readers } =
              index.parts.length > 0 ? index : (proposals.find(({ id }) => name.endsWith(`_${id}`)) ?? index);
            return (
              <tr key={name}>
                <td title={name}>
                  {parts.length > 0 ? <IndexFields parts={parts} readers={readers} /> : <code>{name}</code>}
                </td>
                <td>{formatBytes(bytes, locale)}</td>
                <td>{formatNumber(uses, locale)}</td>
                <td>
                  {state === 'ready' ? (
                    <StateTag tone={tones[worth]}>{t(`model.use.worth.${worth}`)}</StateTag>
                  ) : (
                    <StateTag tone={state === 'building' ? 'info' : 'error'}>
                      {state === 'building' ? t('model.use.building', { percent: progress }) : t('model.invalid')}
                    </StateTag>
                  )}
                </td>
                <td>{builtAt === null ? '—' : <Time at={builtAt} locale={locale} />}</td>
                {mayDrop && (
                  <td>
                    {state !== 'building' && (
                      <Button size="small" type="text" danger onClick={() => ask(name)}>
                        {t('model.use.drop')}
                      </Button>
                    )}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
