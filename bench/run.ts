import { parseArgs } from 'node:util';
import { analytics } from './analytics.ts';
import { boot } from './boot.ts';
import { canvas } from './canvas.ts';
import { cluster } from './cluster.ts';
import { etl } from './etl/etl.ts';
import { feel } from './feel.ts';
import { gateway } from './gateway/gateway.ts';
import { gatewayProcesses } from './gateway/gateway-processes.ts';
import { imports } from './import.ts';
import { lineage } from './lineage.ts';
import { lists } from './lists/lists.ts';
import { print, save, type Figure } from './measure.ts';
import { orchestration } from './rules/orchestration.ts';
import { organization } from './organization.ts';
import { permissions } from './permissions.ts';
import { records } from './records.ts';
import { rules } from './rules/rules.ts';
import { screen } from './screen.ts';
import { scroll } from './scroll.ts';
import { search } from './search.ts';
import { subtable } from './subtable.ts';
import { workflow } from './workflow/workflow.ts';

const benches: Record<string, () => Promise<Figure[]>> = {
  records,
  permissions,
  lists,
  lineage,
  canvas,
  cluster,
  scroll,
  screen,
  organization,
  boot,
  feel,
  subtable,
  import: imports,
  workflow,
  search,
  rules,
  orchestration,
  etl,
  analytics,
  gateway,
  'gateway-processes': gatewayProcesses,
};

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' } } });
const name = positionals[0];
const bench = name === undefined ? undefined : benches[name];
if (!bench) {
  console.error(`Usage: npm run bench -- <${Object.keys(benches).join(' | ')}> [--json FILE]`);
  process.exit(2);
}
const figures = await bench();
print(figures);
if (values.json !== undefined) save(values.json, figures);
process.exit(0);
