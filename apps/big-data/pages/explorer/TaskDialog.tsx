import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { TaskEntry } from '@formwork/contract/etl/exchange-entries.ts';
import { emptyTask, type EtlTask } from '@formwork/contract/etl/task.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { newGraphId } from '@formwork/ui/canvas/graph.ts';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { TextInput } from '@formwork/web/form/inputs/TextInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { resourceReadings } from '@formwork/web/resources/resource.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';

interface Props {
  connection: string;
  sql: string;
  columns: readonly DataColumn[];
  onClose: () => void;
}

const Entry = TaskEntry.pick({ name: true });
type Entry = Pick<TaskEntry, 'name'>;

/** Begins a task with the statement as its source. */
export function TaskDialog({ connection, sql, columns, onClose }: Props) {
  const t = useT();
  const router = useRouter();
  const create = useSave(definitionsApi.create, {
    refresh: resourceReadings,
    params: { kind: 'etl_task' },
    onDone: ({ id }) => void router.go(pathTo('etlTaskDesign', {}, { id })),
  });
  return (
    <FormDialog<Entry, Entry>
      title={t('explorer.begin_task')}
      rules={Entry}
      initial={{ name: '' }}
      toBody={(entry) => entry}
      command={{
        ...create,
        run: ({ name }) => create.run({ name: { zh: name }, draft: taskOf(connection, sql, columns) }),
      }}
      onClose={onClose}
    >
      <TextInput
        name="name"
        label={t('explorer.query_name')}
        wrong={t('explorer.query_name_required')}
        autoFocus
        wide
      />
    </FormDialog>
  );
}

function taskOf(connection: string, sql: string, columns: readonly DataColumn[]): EtlTask {
  return {
    ...emptyTask(),
    nodes: [{ id: newGraphId(), kind: 'sqlSource', title: '', x: 80, y: 120, connection, sql, columns: [...columns] }],
  };
}
