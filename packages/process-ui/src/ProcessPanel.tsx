import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { ProcessView, RightsView } from '@formwork/contract/workflow/process.ts';
import type { SlaveInput, ValuesShape } from '@formwork/contract/records/record.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { formatTime } from '@formwork/ui/format/time-format.ts';
import { useQuery } from '@tanstack/react-query';
import { Tabs } from 'antd';
import { lazy, Suspense, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { PrinterOutlined } from '@ant-design/icons';
import type { z } from 'zod';
import { Failed } from '@formwork/web/http/Failed.tsx';
import { q, refresh } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useLive } from '@formwork/web/live/use-live.ts';
import { usePrinting } from '@formwork/web/paper/use-printing.ts';
import { ProcessActions } from './ProcessActions.tsx';
import { ProcessHistory } from './ProcessHistory.tsx';
import { ProcessSteps } from './ProcessSteps.tsx';
import './process.css';

/** What the record's form holds now, to be saved with a submission. */
export interface RecordChange {
  values: z.infer<typeof ValuesShape>;
  slaves: SlaveInput;
  version: number;
}

export interface ProcessPanelProps {
  formId: string;
  recordId: string;
  /** Of the record, for paper. */
  title: string;
  /** What the form holds; undefined when it cannot be sent yet, and then the form shows why. */
  getValues: () => RecordChange | undefined;
  /** What a person should know of what they are about to submit. */
  beforeSubmit?: ReactNode;
  /** My rights on the fields while a task of mine is open; null when I only read, undefined when no process runs. */
  onFieldRights: (rights: RightsView | null | undefined) => void;
  /** Something was done that changed the record. */
  onChanged: () => void;
  /** The process is none of this person's business. */
  closed: boolean;
  /** What stands beside the process in the same set of tabs. */
  beside: readonly SideTab[];
  /** Another object opens the tab of this key, which the person goes on from. */
  opened?: { tab: string } | undefined;
}

export interface SideTab {
  key: string;
  label: ReactNode;
  children: ReactNode;
}

// The drawing tools are large, and most people only look at the steps.
const ProcessMap = lazy(() => import('./ProcessMap.tsx'));

const views = ['steps', 'map', 'history'] as const;
type View = (typeof views)[number];

/** The side of a record: what I can do now, then in tabs where its process stands and what else there is to say of it. */
export function ProcessPanel(props: ProcessPanelProps) {
  const t = useT();
  const { formId, recordId, onFieldRights, closed, opened } = props;
  const [tab, setTab] = useState<string>();
  const [view, setView] = useState<View>('steps');
  const printing = usePrinting();
  useEffect(() => {
    if (opened) setTab(opened.tab);
  }, [opened]);
  const process = useQuery({ ...q(workflowApi.process, { params: { formId, recordId } }), enabled: !closed });
  const data = process.data;
  const rights = data && rightsIn(data);
  // before anything is painted: the form must not show for a moment what the step hides
  useLayoutEffect(() => onFieldRights(rights), [onFieldRights, rights]);
  useLive('workflow.', (message) => {
    if (message.recordId !== recordId) return;
    void refresh(workflowApi.process, workflowApi.history);
    props.onChanged();
  });

  if (process.isLoading) return <SkeletonRows rows={4} columns={1} />;
  const track = data?.graph && data.instance && (
    <>
      <div className="process-views">
        <div className="fw-segments" role="tablist" aria-label={t('workflow.panel.title')}>
          {views.map((id) => (
            <button key={id} type="button" role="tab" aria-selected={view === id} onClick={() => setView(id)}>
              {t(`workflow.panel.${id}`)}
            </button>
          ))}
        </div>
        <button
          type="button"
          className="fw-icon-button"
          aria-label={t('workflow.panel.print')}
          title={t('workflow.panel.print')}
          onClick={() => window.print()}
        >
          <PrinterOutlined />
        </button>
      </div>
      <div
        className={printing ? 'process-sheet paper' : 'process-sheet'}
        role="tabpanel"
        aria-label={t(`workflow.panel.${view}`)}
      >
        {printing && <PaperHead title={props.title} process={data} view={view} />}
        {view === 'steps' && <ProcessSteps process={data} />}
        {view === 'map' && (
          <Suspense fallback={<SkeletonRows rows={6} columns={1} />}>
            <ProcessMap process={data} />
          </Suspense>
        )}
        {view === 'history' && <ProcessHistory formId={formId} recordId={recordId} />}
      </div>
    </>
  );
  const tabs = [
    ...(track ? [{ key: 'process', label: t('workflow.panel.title'), children: track }] : []),
    ...props.beside,
  ];
  const shown = tabs.some(({ key }) => key === tab) ? tab : tabs[0]?.key;
  return (
    <section className="process" aria-label={t('workflow.panel.title')}>
      {process.isError && <Failed small query={process} />}
      {data?.graph && <ProcessActions {...props} process={data} />}
      {tabs.length > 0 && <Tabs size="small" items={tabs} activeKey={shown ?? ''} onChange={setTab} />}
    </section>
  );
}

/** On paper nothing else says whose process it is. */
function PaperHead({ title, process: { instance }, view }: { title: string; process: ProcessView; view: View }) {
  const t = useT();
  const locale = useLocale();
  if (!instance) return null;
  const facts = [
    t(`workflow.panel.${view}`),
    t(`workflow.state.${instance.state}`),
    t('workflow.panel.paper', {
      name: instance.initiator.name,
      time: formatTime(instance.startedAt, locale),
      release: instance.release,
    }),
  ];
  return (
    <header className="paper-head">
      <h1>{title || t('workflow.panel.untitled')}</h1>
      <p>{facts.join(' · ')}</p>
    </header>
  );
}

/** Before a start the person's ordinary rights hold; while it runs, those of their task. */
function rightsIn(process: ProcessView): RightsView | null | undefined {
  return process.instance?.state === 'processing' || process.instance?.state === 'interrupted'
    ? process.rights
    : undefined;
}
