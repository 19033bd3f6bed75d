import { Page } from '@formwork/ui/frame/page.tsx';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '../i18n/i18n.ts';
import './form.css';
import { FormContext, useForm, type FormSettings, type FormValues } from './form-state.ts';

interface FormPageProps<Values extends FormValues, Body> extends FormSettings<Values, Body> {
  title: ReactNode;
  back?: string;
  okText?: string;
  actions?: ReactNode;
  /** Inputs of the form. */
  children: ReactNode;
}

/** A form that is a page: leaving it asks when something was entered. */
export function FormPage<Values extends FormValues, Body>({
  title,
  back,
  okText,
  actions,
  children,
  ...settings
}: FormPageProps<Values, Body>) {
  const t = useT();
  const { state, form, changed, send, problem } = useForm(settings);
  return (
    <Page
      title={title}
      width="settings"
      {...(back !== undefined && { back })}
      {...(actions !== undefined && { actions })}
      footer={
        <Button type="primary" loading={state.pending} disabled={!changed} onClick={() => send()}>
          {okText ?? t('shell.form.save')}
        </Button>
      }
    >
      <FormContext value={state}>
        <form ref={form} noValidate autoComplete="off" onSubmit={send} className="form-fields-wide">
          {problem !== undefined && <Alert className="form-problem" type="error" showIcon title={problem} />}
          <div className="form-fields">{children}</div>
          <button type="submit" hidden disabled={state.pending} />
        </form>
      </FormContext>
    </Page>
  );
}
