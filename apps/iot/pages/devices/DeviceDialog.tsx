import { DeviceInput, iotApi, type Device, type Product } from '@formwork/contract/iot/api.ts';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { useFormValues } from '@formwork/web/form/form-state.ts';
import { LongTextInput } from '@formwork/web/form/inputs/LongTextInput.tsx';
import { SelectInput } from '@formwork/web/form/inputs/SelectInput.tsx';
import { TextInput } from '@formwork/web/form/inputs/TextInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useState } from 'react';
import { KeyDialog } from './KeyDialog.tsx';

interface Values {
  name: string;
  code: string;
  productId: string | null;
  note: string;
}

const bodyOf = ({ name, code, note, productId }: Values): DeviceInput => ({
  name: name.trim(),
  code: code.trim(),
  note: note.trim(),
  productId: productId ?? '',
});

const refresh = [iotApi.listDevices, iotApi.listProducts, iotApi.getDevice];

/** A new device, whose key is then shown this once, or one that is there. */
export function DeviceDialog({
  device,
  products,
  onClose,
}: {
  device?: Device;
  products: readonly Product[];
  onClose: () => void;
}) {
  const t = useT();
  const [made, setMade] = useState<{ device: Device; key: string }>();
  const create = useSave(iotApi.createDevice, { refresh, onDone: setMade });
  const update = useSave(iotApi.updateDevice, { refresh, onDone: onClose, params: { deviceId: device?.id ?? '' } });
  if (made) return <KeyDialog drawn={made} onClose={onClose} />;
  return (
    <FormDialog<Values, DeviceInput>
      title={t(device ? 'iot.device.edit' : 'iot.device.add')}
      command={device ? update : create}
      rules={DeviceInput}
      initial={{
        name: device?.name ?? '',
        code: device?.code ?? '',
        productId: device?.productId ?? (products.length === 1 ? products[0]!.id : null),
        note: device?.note ?? '',
      }}
      toBody={bodyOf}
      onClose={onClose}
    >
      <TextInput name="name" label={t('iot.device.name')} wrong={t('iot.device.name_required')} autoFocus />
      <TextInput
        name="code"
        label={t('iot.device.code')}
        help={t('iot.device.code_hint')}
        wrong={t('iot.device.code_wrong')}
      />
      <ProductInput products={products} before={device?.productId} />
      <LongTextInput name="note" label={t('iot.device.note')} />
    </FormDialog>
  );
}

function ProductInput({ products, before }: { products: readonly Product[]; before: string | undefined }) {
  const t = useT();
  const { productId } = useFormValues<Values>();
  return (
    <SelectInput
      name="productId"
      label={t('iot.device.product')}
      wrong={t('iot.device.product_required')}
      help={before !== undefined && before !== productId && t('iot.device.product_changes')}
      options={products.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
