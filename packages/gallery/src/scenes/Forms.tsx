import { ApiError } from '@formwork/web/http/api-error.ts';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { LongTextInput } from '@formwork/web/form/inputs/LongTextInput.tsx';
import { NumberInput } from '@formwork/web/form/inputs/NumberInput.tsx';
import { SelectInput } from '@formwork/web/form/inputs/SelectInput.tsx';
import { SwitchInput } from '@formwork/web/form/inputs/SwitchInput.tsx';
import { TagsInput } from '@formwork/web/form/inputs/TagsInput.tsx';
import { TextInput } from '@formwork/web/form/inputs/TextInput.tsx';
import type { FormCommand } from '@formwork/web/form/use-save.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { z } from 'zod';

const Pump = z.object({
  name: z.string().min(1).max(12),
  flow: z.int().min(1).max(900),
  hall: z.enum(['north', 'south']),
  note: z.string().max(200),
  tags: z.array(z.string()).max(3),
  spare: z.boolean(),
});
type Pump = z.infer<typeof Pump>;

interface Values {
  name: string;
  litres: number | null;
  hall: string | null;
  note: string;
  tags: string[];
  spare: boolean;
}

const bodyOf = ({ litres, hall, ...rest }: Values): Pump => ({
  ...rest,
  flow: litres ?? Number.NaN,
  hall: hall as Pump['hall'],
});

/** A form with an input a kind; the name “Pump 1” is taken, as a server would say it. */
export default function Forms() {
  const [open, setOpen] = useState(false);
  const [sent, setSent] = useState<Pump>();
  const [error, setError] = useState<ApiError>();
  const command: FormCommand<Pump> = {
    pending: false,
    error,
    errorText: error?.message,
    fieldErrors: error ? { name: 'This name is taken' } : {},
    reset: () => setError(undefined),
    run(body) {
      if (body.name === 'Pump 1') {
        const fields = [{ path: 'name', code: 'things.name_taken' }];
        setError(new ApiError('taken', { kind: 'refused', status: 409, code: 'things.name_taken', fields }));
        return Promise.resolve(undefined);
      }
      setSent(body);
      setOpen(false);
      return Promise.resolve(body);
    },
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <output>{sent ? JSON.stringify(sent) : 'nothing sent'}</output>
      {open && (
        <FormDialog<Values, Pump>
          title="Pump"
          rules={Pump}
          initial={{ name: '', litres: null, hall: null, note: '', tags: [], spare: false }}
          toBody={bodyOf}
          command={command}
          onClose={() => setOpen(false)}
        >
          <TextInput name="name" label="Name" help="As on its plate" autoFocus />
          <NumberInput name="litres" path="flow" label="Flow" unit="l/min" />
          <SelectInput
            name="hall"
            label="Hall"
            options={[
              { value: 'north', label: 'North hall' },
              { value: 'south', label: 'South hall' },
            ]}
          />
          <LongTextInput name="note" label="Note" />
          <TagsInput name="tags" label="Tags" offered={['cooling', 'oil']} />
          <SwitchInput name="spare" label="Spare" />
        </FormDialog>
      )}
    </>
  );
}
