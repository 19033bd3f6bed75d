import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { FlowStartInput, orchestrationApi } from '@formwork/contract/orchestration/api.ts';
import { flowKind } from '@formwork/contract/orchestration/flow-kind.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import type { Flow } from '@formwork/contract/rules/flow.ts';
import type { Typed } from '@formwork/contract/rules/rule.ts';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { InputRow } from '@formwork/web/form/InputRow.tsx';
import { DayInput } from '@formwork/web/form/inputs/DayInput.tsx';
import { LongTextInput } from '@formwork/web/form/inputs/LongTextInput.tsx';
import { NumberInput } from '@formwork/web/form/inputs/NumberInput.tsx';
import { SwitchInput } from '@formwork/web/form/inputs/SwitchInput.tsx';
import { TextInput } from '@formwork/web/form/inputs/TextInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { MomentInput } from '@formwork/web/inputs/MomentInput.tsx';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';

/** Starts what is released; what it asks for is entered first. */
export function StartButton({ id, released }: { id: string; released: number }) {
  const t = useT();
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const { data } = useQuery(q(definitionsApi.getRelease, { params: { kind: flowKind.kind, id, number: released } }));
  const start = useCommand(orchestrationApi.start, { refresh: [orchestrationApi.runs] });
  const inputs = (data?.body as Flow | undefined)?.inputs ?? [];
  const show = ({ run }: { run: string }) => void router.go(pathTo('orchestrationRuns', { id: run }));
  const press = async () => {
    if (inputs.length > 0) return setAsking(true);
    const made = await start.run({ body: { flowId: id, input: {} } });
    if (made) show(made);
  };
  return (
    <>
      <Button size="small" type="text" loading={start.pending} disabled={!data} onClick={() => void press()}>
        {t('flows.start_now')}
      </Button>
      {asking && <StartDialog id={id} inputs={inputs} onStarted={show} onClose={() => setAsking(false)} />}
    </>
  );
}

function StartDialog({
  id,
  inputs,
  onStarted,
  onClose,
}: {
  id: string;
  inputs: readonly Typed[];
  onStarted: (made: { run: string }) => void;
  onClose: () => void;
}) {
  const t = useT();
  const save = useSave(orchestrationApi.start, { refresh: [orchestrationApi.runs], onDone: onStarted });
  return (
    <FormDialog
      title={t('flows.start_with')}
      okText={t('flows.start_now')}
      rules={FlowStartInput}
      initial={Object.fromEntries(inputs.map(({ name, type }) => [name, type === 'boolean' ? false : null]))}
      toBody={(values: Record<string, unknown>) => ({
        flowId: id,
        input: Object.fromEntries(inputs.map(({ name, type }) => [name, valueOf(type, values[name])])),
      })}
      command={save}
      onClose={onClose}
    >
      {inputs.map((input) => (
        <Asked key={input.name} of={input} />
      ))}
    </FormDialog>
  );
}

function Asked({ of: { name, type } }: { of: Typed }) {
  const t = useT();
  const field = { name, label: name, path: `input.${name}`, wide: true };
  switch (type) {
    case 'number':
      return <NumberInput {...field} />;
    case 'boolean':
      return <SwitchInput {...field} />;
    case 'date':
      return <DayInput {...field} />;
    case 'date and time':
      return (
        <InputRow<string | null> {...field} empty={null}>
          {({ input, value, set }) => <MomentInput id={input.id} value={value} onChange={set} />}
        </InputRow>
      );
    default:
      return isJson(type) ? <LongTextInput {...field} help={t('flows.start_json')} /> : <TextInput {...field} />;
  }
}

const isJson = (type: string): boolean => /^(list|context)/.test(type) || type.toLowerCase() === 'any';

/** What is empty is given as null. */
function valueOf(type: string, value: unknown): unknown {
  if (value === undefined || value === null || value === '') return null;
  if (!isJson(type)) return value;
  try {
    return JSON.parse(String(value)) as unknown;
  } catch {
    // a text: whether that fits is said at the field
    return value;
  }
}
