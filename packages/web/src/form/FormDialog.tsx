import { SubmitByEnter } from '@formwork/ui/input/submit-by-enter.tsx';
import { Alert, App, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '../i18n/i18n.ts';
import './form.css';
import { FormContext, useForm, type FormSettings, type FormValues } from './form-state.ts';

interface FormDialogProps<Values extends FormValues, Body> extends FormSettings<Values, Body> {
  title: ReactNode;
  /** What sending does, e.g. "Save". */
  okText?: string;
  width?: number;
  onClose: () => void;
  /** Inputs of the form. */
  children: ReactNode;
}

/** A form in a dialog: Enter sends, Escape closes, and closing asks when something was entered. */
export function FormDialog<Values extends FormValues, Body>({
  title,
  okText,
  width,
  onClose,
  children,
  ...settings
}: FormDialogProps<Values, Body>) {
  const t = useT();
  const { modal } = App.useApp();
  const { state, form, changed, send, problem } = useForm(settings);
  const close = () => {
    if (!changed) return onClose();
    void modal.confirm({
      title: t('shell.form.discard_title'),
      content: t('ui.leave.hint'),
      okText: t('shell.form.discard'),
      cancelText: t('shell.form.go_on'),
      okButtonProps: { danger: true },
      onOk: onClose,
    });
  };
  return (
    <Modal
      open
      title={title}
      okText={okText ?? t('shell.form.save')}
      onOk={() => send()}
      onCancel={close}
      confirmLoading={state.pending}
      destroyOnHidden
      // the dialog takes the focus when it has opened
      afterOpenChange={(open) => open && focusFirst(form.current)}
      {...(width !== undefined && { width })}
    >
      <FormContext value={state}>
        <form ref={form} noValidate autoComplete="off" onSubmit={send}>
          {problem !== undefined && <Alert className="form-problem" type="error" showIcon title={problem} />}
          <div className="form-fields">{children}</div>
          <SubmitByEnter busy={state.pending} />
        </form>
      </FormContext>
    </Modal>
  );
}

function focusFirst(form: HTMLFormElement | null): void {
  if (form?.contains(document.activeElement)) return;
  form?.querySelector<HTMLElement>('input, textarea')?.focus();
}
