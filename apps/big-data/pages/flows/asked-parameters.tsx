import { definitionsApi, type Definition } from '@formwork/contract/definitions/api.ts';
import type { EtlParameter, ParameterValues } from '@formwork/contract/etl/parameter.ts';
import { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { useFormValues } from '@formwork/web/form/form-state.ts';
import { DayInput } from '@formwork/web/form/inputs/DayInput.tsx';
import { TextInput } from '@formwork/web/form/inputs/TextInput.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import type { ReactNode } from 'react';

// What a task or a flow has to be given before it runs, in the form of a dialog.

export type Started = Pick<Definition, 'id' | 'released'>;
export type StartedKind = 'etl_task' | 'etl_flow';

/** What is drawn may be another thing by now: the release that runs says what it asks for. */
export const releaseOf = (kind: StartedKind, { id, released }: Started) =>
  q(definitionsApi.getRelease, { params: { kind, id, number: released ?? 0 }, query: {} });

export const parametersOf = (body: unknown): readonly EtlParameter[] =>
  (body as { parameters?: EtlParameter[] }).parameters ?? [];

/** Values of the enterprise by the names of its parameters. */
export type Known = ReadonlyMap<string, string>;

/** Until what is asked for was read, the dialog says so in place of its form. */
export function Asking({
  title,
  kind,
  of,
  onClose,
  children,
}: {
  title: string;
  kind: StartedKind;
  of: Started;
  onClose: () => void;
  children: (parameters: readonly EtlParameter[], known: Known) => ReactNode;
}) {
  const release = useQuery(releaseOf(kind, of));
  const globals = useQuery(q(etlTasksApi.parameters));
  if (!release.data || !globals.data)
    return (
      <Modal open title={title} footer={null} onCancel={onClose}>
        <Unread of={[release, globals]} small skeleton={<SkeletonRows rows={2} columns={1} />} />
      </Modal>
    );
  const known = new Map(globals.data.filter(({ value }) => value !== '').map(({ name, value }) => [name, value]));
  return children(parametersOf(release.data.body), known);
}

export interface ParameterFields {
  [parameter: `of ${string}`]: string | null;
}

export function parameterFields(parameters: readonly EtlParameter[]): ParameterFields {
  return Object.fromEntries(parameters.map(({ name, value }) => [`of ${name}`, value]));
}

/** What was left as it is stays what the task says, or the enterprise. */
export function givenOf(parameters: readonly EtlParameter[], values: ParameterFields): ParameterValues {
  return Object.fromEntries(
    parameters.flatMap(({ name, value }) => {
      const given = values[`of ${name}`] ?? '';
      return given === value ? [] : [[name, given]];
    }),
  );
}

export function AskedParameters({ parameters, known }: { parameters: readonly EtlParameter[]; known: Known }) {
  return parameters.map((parameter) => (
    <Asked key={parameter.id} of={parameter} fallback={known.get(parameter.name)} />
  ));
}

function Asked({ of: { name, type, value }, fallback }: { of: EtlParameter; fallback: string | undefined }) {
  const t = useT();
  const isBlank = !useFormValues<ParameterFields>()[`of ${name}`]?.trim();
  const field = {
    name: `of ${name}`,
    path: `parameters.${name}`,
    label: name,
    help: t(`etltask.start.${type}`),
    ...(!isBlank && { wrong: t(`etltask.start.no_${type}`) }),
  };
  if (type === 'date') return <DayInput {...field} />;
  return <TextInput {...field} {...(value === '' && fallback !== undefined && { placeholder: fallback })} />;
}
