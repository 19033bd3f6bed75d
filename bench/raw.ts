import { noButtonSettings } from '@formwork/contract/forms/buttons.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import pg from 'pg';
import { rightsOf } from '../server/src/modules/forms/rights/access.ts';
import { countStatement } from '../server/src/modules/records/read/count.ts';
import { createdTrail } from '../server/src/modules/records/write/created.ts';
import { stretchStatement } from '../server/src/modules/records/read/list.ts';
import { compilePlan, createParams } from '../server/src/modules/records/plan/plan.ts';
import type { Eyes } from '../server/src/modules/records/rights/reach.ts';
import { sortPlan } from '../server/src/modules/records/read/sort.ts';
import { newId } from '../server/src/platform/ids.ts';
import type { Doer, Statement } from '../server/src/platform/db/space-data.ts';
import { connections } from './load.ts';
import { rawRatePerSecond } from './measure.ts';
import { statuses } from './peers/rows.ts';
import { valuesOf, type Scene } from './scene.ts';

export type Rows = 'create' | 'create with command' | 'get' | 'list' | 'list with total';

export interface Raw {
  rate(row: Rows, seconds: number): Promise<number>;
  stop(): Promise<void>;
}

/** The limit: the very statements of the form's plan, prepared, straight through `pg`, without a server, rights or validation. */
export function openRaw(databaseUrl: string, scene: Scene, nextRow: () => number): Raw {
  const { formId, definition, rules, userId, ids } = scene;
  const plan = compilePlan(
    {
      spaceId: 'demo',
      formId,
      appId: '',
      release: 1,
      definition,
      rules,
      appRules: [],
      buttons: noButtonSettings,
      speakers: [],
    },
    () => 'Asia/Shanghai',
  );
  const eyes: Eyes = {
    rights: rightsOf(rules, { userId, roles: ['user'], belongs: () => false }),
    viewer: {
      id: userId,
      place: () => ({ departments: [], below: [] }),
      mine: () => ({ posts: [], roles: [], departments: [], below: [] }),
      under: (departments) => departments,
    },
    held: 'none',
  };
  const order = sortPlan(plan, '-due');
  const doer = { spaceId: 'demo', requestId: 'bench', ip: '127.0.0.1', user: { id: userId } } as Doer;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  const query = (statement: Statement): Promise<unknown> => pool.query(statement as pg.QueryConfig);

  const filterOf = (n: number): Condition => ({
    field: 'status',
    operator: 'eq',
    value: statuses[n % statuses.length]!,
  });
  const list = (n: number): Promise<unknown> =>
    query(stretchStatement(plan, eyes, filterOf(n), order, undefined, true, 21));
  const created = (): unknown[] => {
    const record = {
      id: newId(),
      at: new Date().toISOString(),
      creator: userId,
      department: null,
      values: valuesOf(nextRow()) as never,
    };
    return [...createParams(plan, record), ...createdTrail(doer, plan, record)];
  };
  const work: Record<Rows, () => Promise<unknown>> = {
    create: () => query({ ...plan.createMany(1, false), values: created() }),
    'create with command': () => query({ ...plan.createMany(1, true), values: [...created(), newId()] }),
    get: () => query({ ...plan.statements.getGranted, values: [ids[(nextRow() * 7_919) % ids.length], userId] }),
    list: () => list(nextRow()),
    'list with total': async () => {
      const n = nextRow();
      await Promise.all([list(n), query(countStatement(plan, eyes, filterOf(n)))]);
    },
  };
  return { rate: (row, seconds) => rawRatePerSecond(seconds, work[row]), stop: () => pool.end() };
}
