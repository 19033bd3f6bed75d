import { isValueOf, type EtlParameter, type GlobalParameter } from '@formwork/contract/etl/parameter.ts';
import { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import { newGraphId } from '@formwork/ui/canvas/graph.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { useConfirmLeave } from '@formwork/ui/feedback/use-confirm-leave.ts';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Drawer } from 'antd';
import { useState } from 'react';
import { ParameterRows } from './ParameterRows.tsx';

/** Parameters of the enterprise: what tasks and flows that name them fall back on. */
export function GlobalsDrawer({ onClose }: { onClose: () => void }) {
  const t = useT();
  const known = useQuery(q(etlTasksApi.parameters));
  return (
    <Drawer open size="large" title={t('etltask.globals')} onClose={onClose}>
      {known.data ? (
        <Globals known={known.data} onClose={onClose} />
      ) : (
        <Unread of={[known]} skeleton={<SkeletonRows rows={4} />} />
      )}
    </Drawer>
  );
}

function Globals({ known, onClose }: { known: readonly GlobalParameter[]; onClose: () => void }) {
  const t = useT();
  const [rows, setRows] = useState<EtlParameter[]>(() => known.map((one) => ({ ...one, id: newGraphId() })));
  const save = useCommand(etlTasksApi.setParameters, { refresh: [etlTasksApi.parameters] });
  const { set, drop } = changesOf(known, rows);
  const isTwice = new Set(rows.map(({ name }) => name)).size < rows.length;
  const isRight = !isTwice && rows.every(({ type, value }) => isValueOf(type, value));
  useConfirmLeave(set.length + drop.length > 0);
  const keep = async () => {
    if (await save.run({ body: { set, drop } })) onClose();
  };
  return (
    <div className="etl-settings">
      <p className="etl-quiet">{t('etltask.globals_help')}</p>
      <ParameterRows label={t('etltask.globals')} value={rows} onChange={setRows} />
      {isTwice && <Alert type="error" title={t('etltask.globals_twice')} />}
      {save.errorText && <Alert type="error" title={save.errorText} />}
      <Button
        type="primary"
        loading={save.pending}
        disabled={!isRight || set.length + drop.length === 0}
        onClick={() => void keep()}
      >
        {t('etltask.globals_save')}
      </Button>
    </div>
  );
}

/** Only what was changed here: what others change meanwhile is theirs. */
function changesOf(known: readonly GlobalParameter[], rows: readonly EtlParameter[]) {
  const before = new Map(known.map((one) => [one.name, one]));
  const set = rows
    .filter(({ name, type, value }) => before.get(name)?.type !== type || before.get(name)?.value !== value)
    .map(({ name, type, value }): GlobalParameter => ({ name, type, value }));
  const drop = known.map(({ name }) => name).filter((name) => !rows.some((one) => one.name === name));
  return { set, drop };
}
