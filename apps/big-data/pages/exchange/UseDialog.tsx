import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import type { ExchangeDetail, OfferWay } from '@formwork/contract/etl/exchange.ts';
import { ApiEntry, TaskEntry } from '@formwork/contract/etl/exchange-entries.ts';
import { explorerApi } from '@formwork/contract/etl/explorer.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { SelectInput } from '@formwork/web/form/inputs/SelectInput.tsx';
import { TextInput } from '@formwork/web/form/inputs/TextInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { q, queryClient } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { resourceReadings } from '@formwork/web/resources/resource.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { useMe } from '@formwork/web/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import { apiOf, taskOf } from './uses.ts';

interface Props {
  request: ExchangeDetail;
  onClose: () => void;
}

/** What was approved put to use: as a task that fetches it by the clock, or as an API of the own gateway. */
export function UseDialog({ way, ...props }: Props & { way: OfferWay }) {
  return way === 'task' ? <TaskDialog {...props} /> : <ApiDialog {...props} />;
}

function TaskDialog({ request, onClose }: Props) {
  const t = useT();
  const router = useRouter();
  const forms = useQuery(q(explorerApi.tables, { params: { source: 'forms' }, query: { schema: '' } }));
  const create = useSave(definitionsApi.create, {
    refresh: resourceReadings,
    params: { kind: 'etl_task' },
    onDone: ({ id }) => void router.go(pathTo('etlTaskDesign', {}, { id })),
  });
  return (
    <FormDialog<TaskEntry, TaskEntry>
      title={t('dataexchange.use.task')}
      okText={t('dataexchange.use.make')}
      rules={TaskEntry}
      initial={{ name: request.title, form: null }}
      toBody={(entry) => entry}
      command={{
        ...create,
        run: async ({ name, form }) =>
          create.run({ name: { zh: name }, draft: taskOf(request, form, form === null ? [] : await fieldsOf(form)) }),
      }}
      onClose={onClose}
    >
      <TextInput name="name" label={t('dataexchange.use.name')} autoFocus wide />
      <SelectInput
        name="form"
        label={t('dataexchange.use.form')}
        help={t('dataexchange.use.form_help')}
        allowClear
        wide
        options={(forms.data ?? []).map(({ name, title }) => ({ value: name, label: title ?? name }))}
      />
    </FormDialog>
  );
}

/** Where they cannot be read the task says so in its designer. */
async function fieldsOf(form: string): Promise<DataColumn[]> {
  const at = { params: { source: 'forms' as const }, query: { schema: '', table: form } };
  return queryClient.fetchQuery(q(explorerApi.columns, at)).catch(() => []);
}

function ApiDialog({ request, onClose }: Props) {
  const t = useT();
  const router = useRouter();
  const me = useMe();
  const create = useSave(definitionsApi.create, {
    refresh: resourceReadings,
    params: { kind: 'gateway_api' },
    onDone: ({ id }) => void router.go(pathTo('esbConfig', { cid: id })),
  });
  return (
    <FormDialog<ApiEntry, ApiEntry>
      title={t('dataexchange.use.api')}
      okText={t('dataexchange.use.make')}
      rules={ApiEntry}
      initial={{ name: request.title, basePath: '/' }}
      toBody={(entry) => entry}
      command={{
        ...create,
        run: ({ name, basePath }) => create.run({ name: { zh: name }, draft: apiOf(request, basePath, me.id) }),
      }}
      onClose={onClose}
    >
      <TextInput name="name" label={t('dataexchange.use.name')} autoFocus wide />
      <TextInput
        name="basePath"
        label={t('dataexchange.use.path')}
        help={t('dataexchange.use.path_help')}
        placeholder="/weather/v1"
        wrong={t('dataexchange.use.path_wrong')}
        wide
      />
    </FormDialog>
  );
}
