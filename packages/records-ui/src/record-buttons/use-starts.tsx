import { ThunderboltOutlined } from '@ant-design/icons';
import { orchestrationApi } from '@formwork/contract/orchestration/api.ts';
import { recordsApi, type FormStart, type PersonalPlan } from '@formwork/contract/records/api.ts';
import { rulesApi } from '@formwork/contract/rules/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { actingFor } from '@formwork/web/http/acting-for.ts';
import { call } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { refresh } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { App } from 'antd';
import type { ArrangedButton } from './use-buttons.tsx';

/** Buttons of the rules and flows that begin on a record of the form. None for agents: what they begin would be theirs. */
export function useStarts({ formId, starts = [] }: Pick<PersonalPlan, 'formId' | 'starts'>) {
  const t = useT();
  const locale = useLocale();
  const { message } = App.useApp();
  const press = async (start: FormStart, records: readonly { id: string }[]) => {
    let failure: unknown;
    let failed = 0;
    const refusals: string[] = [];
    for (const { id } of records) {
      try {
        const refused = await begin(start, formId, id);
        if (refused !== null) refusals.push(refused);
      } catch (error) {
        failure = error;
        failed += 1;
      }
    }
    await refresh(recordsApi.get, recordsApi.list, recordsApi.count, recordsApi.history);
    if (failed > 0)
      void message.error(
        records.length === 1
          ? errorText(failure, t)
          : `${t('records.button.refused', { count: failed })} ${errorText(failure, t)}`,
      );
    else if (refusals.length > 0) void message.warning([...new Set(refusals)].slice(0, 3).join(' '));
    else void message.success(t(start.kind === 'rule' ? 'records.button.rule_done' : 'records.button.flow_begun'));
  };
  return (records: readonly { id: string }[]): ArrangedButton[] =>
    actingFor() === undefined
      ? starts.map((start) => ({
          id: `${start.kind}:${start.id}`,
          title: textIn(start.title, locale),
          icon: <ThunderboltOutlined />,
          own: true,
          onSelect: () => void press(start, records),
        }))
      : [];
}

/** The text with which a rule refused; null where it did not. */
async function begin({ kind, id }: FormStart, formId: string, recordId: string): Promise<string | null> {
  if (kind === 'rule') {
    const { refused } = await call(rulesApi.press, { params: { ruleId: id, recordId }, body: {} });
    return refused;
  }
  await call(orchestrationApi.press, { params: { flowId: id, recordId }, body: { formId } });
  return null;
}
