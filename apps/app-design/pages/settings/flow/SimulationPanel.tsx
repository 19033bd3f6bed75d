import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { Simulation, TraceStep } from '@formwork/contract/workflow/design.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { isComputed, type Field } from '@formwork/contract/forms/field.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import type { Wording } from '@formwork/process-ui/canvas-graph.ts';
import { Alert, Button, Select, Switch } from 'antd';
import { useEffect, useState } from 'react';
import { Line } from '../form/inspector-parts.tsx';
import { SimulatedRows, type SimulatedRow } from './SimulatedRows.tsx';
import { ValueLine } from './ValueLine.tsx';

interface Props {
  formId: string;
  graph: ProcessGraph;
  form: FormDefinition;
  wording: Wording;
  /** Shows the way as far as a step on the canvas. */
  onShow: (steps: Simulation['steps']) => void;
  onClose: () => void;
}

type Choices = { executors: Record<string, string[]>; edges: Record<string, string[]> };

/** Plays the drawn process: who would get it, which way it goes, and why. Nothing of it is stored. */
export function SimulationPanel({ formId, graph, form, wording, onShow, onClose }: Props) {
  const t = useT();
  const locale = useLocale();
  const [initiator, setInitiator] = useState<string>();
  const [values, setValues] = useState<Record<string, unknown>>({});
  const [slaves, setSlaves] = useState<Record<string, SimulatedRow[]>>({});
  const [choices, setChoices] = useState<Choices>({ executors: {}, edges: {} });
  const [step, setStep] = useState(0);
  const play = useCommand(workflowApi.simulate, {
    quiet: true,
    onDone: (played) => {
      setResult(played);
      setStep(0);
      setAsked((before) => [
        ...before.filter((ask) => !played.asks.some((one) => one.kind === ask.kind && one.node === ask.node)),
        ...played.asks,
      ]);
    },
  });
  const [result, setResult] = useState<Simulation>();
  // What was asked on the way stays: it may be answered otherwise.
  const [asked, setAsked] = useState<Simulation['asks']>([]);
  const [whole, setWhole] = useState(false);
  const read = form.fields.filter((field) => whole || isRead(graph, field));
  const tables = form.tables.filter(
    ({ id }) => whole || isNamed(graph, id) || read.some((field) => isComputed(field) && mentions(field.config, id)),
  );
  useEffect(() => {
    onShow(result ? result.steps.slice(0, step + 1) : []);
  }, [result, step, onShow]);

  const run = (chosen: Choices) => {
    if (initiator)
      void play.run({
        params: { formId },
        body: {
          graph,
          initiator,
          values: values as never,
          slaves: Object.fromEntries(
            Object.entries(slaves).map(([table, rows]) => [
              table,
              rows.map((row) => ({ values: row.values as never })),
            ]),
          ),
          executors: nonEmpty(chosen.executors),
          edges: nonEmpty(chosen.edges),
        },
      });
  };
  const nameOf = (id: string) => result?.people.find((person) => person.id === id)?.name ?? '…';
  const nodeName = (id: string) => textIn(graph.nodes.find((node) => node.id === id)?.name, locale);
  const edgeName = (id: string) => {
    const edge = graph.edges.find((one) => one.id === id);
    return textIn(edge?.name, locale) || (edge ? nodeName(edge.target) : id);
  };
  return (
    <div className="flow-inspector flow-simulation">
      <h2>{t('flow-design.simulate.title')}</h2>
      <p>{t('flow-design.simulate.help')}</p>
      <Line label={t('flow-design.simulate.initiator')}>
        <PersonPicker
          aria-label={t('flow-design.simulate.initiator')}
          value={initiator ? [initiator] : []}
          onChange={([person]) => setInitiator(person)}
        />
      </Line>
      {read.map((field) => (
        <ValueLine
          key={field.id}
          field={field}
          value={values[field.id]}
          onChange={(value) => setValues((now) => ({ ...now, [field.id]: value }))}
        />
      ))}
      {tables.map((table) => (
        <SimulatedRows
          key={table.id}
          table={table}
          rows={slaves[table.id] ?? []}
          onChange={(rows) => setSlaves((now) => ({ ...now, [table.id]: rows }))}
        />
      ))}
      <Line label={t('flow-design.simulate.all_fields')} help={t('flow-design.simulate.all_fields_help')} inline>
        <Switch size="small" checked={whole} onChange={setWhole} />
      </Line>
      <div className="flow-simulation-buttons">
        <Button type="primary" size="small" disabled={!initiator} loading={play.pending} onClick={() => run(choices)}>
          {t('flow-design.simulate.play')}
        </Button>
        <Button size="small" onClick={onClose}>
          {t('flow-design.simulate.close')}
        </Button>
      </div>
      {play.errorText && <Alert type="error" showIcon title={play.errorText} />}
      {result && (
        <>
          <div className="flow-simulation-buttons">
            <Button size="small" disabled={step === 0} onClick={() => setStep(step - 1)}>
              {t('flow-design.simulate.back')}
            </Button>
            <span>
              {t('flow-design.simulate.step', {
                number: Math.min(step + 1, result.steps.length),
                total: result.steps.length,
              })}
            </span>
            <Button size="small" disabled={step >= result.steps.length - 1} onClick={() => setStep(step + 1)}>
              {t('flow-design.simulate.next')}
            </Button>
          </div>
          <ol className="flow-simulation-steps">
            {result.steps.map((one, at) => (
              <li key={at} aria-current={at === step ? 'step' : undefined} data-later={at > step || undefined}>
                <button type="button" onClick={() => setStep(at)}>
                  <b>{nodeName(one.node)}</b>{' '}
                  {one.by === null
                    ? t('flow-design.simulate.by_time')
                    : t('flow-design.simulate.by', { name: nameOf(one.by) })}{' '}
                  <Time at={one.at} locale={locale} relative={false} />
                </button>
                <ul>
                  {one.trace.flatMap((trace, place) => {
                    const text = reasonOf(trace);
                    return text ? [<li key={place}>{text}</li>] : [];
                  })}
                </ul>
              </li>
            ))}
          </ol>
          <Alert
            type={result.end === 'finished' ? 'success' : 'warning'}
            showIcon
            title={
              result.end === 'refused' && result.refusal
                ? t(result.refusal)
                : t(`flow-design.simulate.end_${result.end}`)
            }
          />
          {asked.map((ask) => (
            <Line
              key={`${ask.kind} ${ask.node}`}
              label={t(`flow-design.simulate.ask_${ask.kind}`, { node: nodeName(ask.node) })}
            >
              {ask.kind === 'executors' ? (
                <PersonPicker
                  multiple
                  value={choices.executors[ask.node] ?? []}
                  onChange={(people) => {
                    const next = { ...choices, executors: { ...choices.executors, [ask.node]: people } };
                    setChoices(next);
                    run(next);
                  }}
                />
              ) : (
                <Select
                  {...(ask.many ? { mode: 'multiple' as const } : {})}
                  value={ask.many ? (choices.edges[ask.node] ?? []) : choices.edges[ask.node]?.[0]}
                  options={ask.edges.map((edge) => ({ value: edge, label: edgeName(edge) }))}
                  onChange={(edges: string | string[]) => {
                    const next = { ...choices, edges: { ...choices.edges, [ask.node]: [edges].flat() } };
                    setChoices(next);
                    run(next);
                  }}
                />
              )}
            </Line>
          ))}
        </>
      )}
    </div>
  );

  /** Why it went as it went, in a line. */
  function reasonOf(trace: TraceStep): string | undefined {
    const list = (texts: string[]) => texts.join(locale === 'zh-CN' ? '、' : ', ');
    const edges = (ids: string[]) => list(ids.map(edgeName));
    switch (trace.kind) {
      case 'entered':
        return undefined;
      case 'chose': {
        const condition =
          trace.why === 'condition' ? graph.edges.find((edge) => edge.id === trace.taken[0])?.condition : undefined;
        const missing = [...new Set(trace.tried.flatMap((one) => (one.holds === null ? (one.missing ?? []) : [])))].map(
          (path) => wording.condition(path),
        );
        const undecided = trace.tried.filter((one) => one.holds === null).map((one) => edgeName(one.edge));
        return [
          t(`flow-design.simulate.chose_${trace.why}`, {
            node: nodeName(trace.node),
            ways: edges(trace.taken),
            condition: condition ? wording.condition(condition) : '',
          }),
          undecided.length > 0
            ? t(missing.length > 0 ? 'flow-design.simulate.undecided_missing' : 'flow-design.simulate.undecided', {
                ways: list(undecided),
                fields: list(missing),
              })
            : '',
        ]
          .filter(Boolean)
          .join(locale === 'zh-CN' ? '' : ' ');
      }
      case 'people':
        return t(`flow-design.simulate.people_${trace.why}`, {
          node: nodeName(trace.node),
          people: list(trace.persons.map(nameOf)),
          rules: list(trace.rules.map((by) => t(`flow-design.by.${by}`))),
        });
      case 'joined':
        return t(`flow-design.simulate.joined_${trace.why}`, { node: nodeName(trace.node) });
    }
  }
}

/** Whether the way or the people of a process hang on a field. */
function isRead(graph: ProcessGraph, field: Field): boolean {
  if (isNamed(graph, field.id)) return true;
  return graph.nodes.some((node) => {
    if (node.kind === 'timer') return node.wait.by === 'field' && node.wait.field === field.id;
    return (
      'executors' in node && node.executors.rules.some((rule) => rule.by === 'member-field' && rule.field === field.id)
    );
  });
}

function isNamed(graph: ProcessGraph, id: string): boolean {
  return graph.edges.some((edge) => edge.condition !== undefined && named(id).test(edge.condition));
}

/** Whether what is worked out reads a slave table, by its formula or its settings. */
function mentions(config: object, table: string): boolean {
  return Object.values(config).some((value) => typeof value === 'string' && named(table).test(value));
}

const named = (id: string) => new RegExp(`(^|[^\\w])${id}([^\\w]|$)`);

function nonEmpty(choices: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(choices).filter(([, chosen]) => chosen.length > 0));
}
