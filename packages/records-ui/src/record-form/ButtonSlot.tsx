import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import { isComputed } from '@formwork/contract/forms/field.ts';
import type { LayoutButton } from '@formwork/contract/forms/layout-parts.ts';
import { isEmptyValue } from '@formwork/contract/forms/values/value.ts';
import { textIn } from '@formwork/contract/text.ts';
import { timeZone } from '@formwork/ui/format/time-zone.ts';
import { App, Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { useOpenWindow } from '@formwork/web/router/use-open-window.ts';
import { openableAddress } from '@formwork/web/http/outside.ts';
import { titlesOf } from './titles.ts';
import type { RecordFormModel } from './use-record-form.ts';

const PrintRecord = lazy(() => import('../printing/PrintRecord.tsx'));

/** A button of the form: opens an address worked out from the record, writes into its fields, or prints it. */
export function ButtonSlot({
  button,
  form,
  readOnly,
}: {
  button: LayoutButton;
  form: RecordFormModel;
  readOnly: boolean;
}) {
  const t = useT();
  const locale = useLocale();
  const router = useRouter();
  const { message } = App.useApp();
  const openWindow = useOpenWindow();
  const { action } = button;

  const open = (newWindow: boolean) => {
    const address = openableAddress(form.layout.valueOf(button.id, 'address'));
    if (!address) return void message.warning(t('records.button.no_address'));
    if (newWindow) openWindow(address.startsWith('/') ? router.hrefOf(address) : address);
    else if (address.startsWith('/')) void router.go(address);
    else location.assign(address);
  };
  const fill = (targets: { field: string }[]) => {
    // all are read before any is written: they see the record as it was
    const filled = targets.map(({ field }) => ({ field, value: form.layout.valueOf(button.id, `fill ${field}`) }));
    let left = 0;
    for (const { field: id, value } of filled) {
      const field = form.definition.fields.find((one) => one.id === id);
      if (!field || isComputed(field) || form.stateOf(field).readOnly) left += 1;
      else if (isEmptyValue(value)) form.set(id, null);
      else {
        const parsed = fieldTypeSpec(field.type).parse(value, field.config, timeZone());
        if (parsed.error) left += 1;
        else form.set(id, parsed.value);
      }
    }
    if (left > 0) void message.warning(t('records.button.left_out', { count: left }));
  };
  const [printing, setPrinting] = useState(false);
  const print = () => (form.changed ? void message.info(t('records.button.save_first')) : setPrinting(true));
  if (action.does === 'fill' && readOnly) return null;
  // a record that is being made has nothing to be printed yet
  const unsaved = action.does === 'print' && form.recordId === undefined;
  const closed = form.layout.decides(button.id, 'disabledIf');
  const missing = typeof closed === 'object' ? closed.missing : [];
  const reason = unsaved
    ? t('records.button.print_saved')
    : missing.length > 0
      ? t('records.button.undecided', { names: titlesOf(form.definition, missing, locale) })
      : undefined;
  return (
    <div className="fw-record-item fw-record-button" style={{ '--span': 1 } as React.CSSProperties}>
      <Button
        type={button.primary ? 'primary' : 'default'}
        ghost={button.primary ?? false}
        disabled={unsaved || printing || closed === true || missing.length > 0}
        {...(reason !== undefined && { title: reason })}
        onClick={() =>
          action.does === 'open'
            ? open(action.newWindow === true)
            : action.does === 'print'
              ? print()
              : fill(action.values)
        }
      >
        {textIn(button.title, locale)}
      </Button>
      {printing && action.does === 'print' && form.recordId !== undefined && (
        <Suspense>
          <PrintRecord
            formId={form.formId}
            recordId={form.recordId}
            templateId={action.template}
            onDone={() => setPrinting(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
