import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, the longest first, as `npm test -- --times` says: a minute that begins last is waited for by one core alone. */
export const longest = [
  'server/src/testing/large-bodies.test.ts',
  'server/src/modules/records/rights/acts.property.test.ts',
  'server/src/backup/refusals.test.ts',
  'server/src/modules/etl/tasks/kept/fetched.test.ts',
  'server/src/modules/etl/tasks/kill.test.ts',
  'server/src/modules/workflow/commands/signers.test.ts',
  'server/src/backup/continuous/places.test.ts',
  'server/src/backup/space/restore-space.test.ts',
  'server/src/backup/backup.test.ts',
  'server/src/testing/rule-matrix.test.ts',
  'server/src/backup/continuous/continuous.test.ts',
  'server/src/modules/records/read/every-operator.test.ts',
  'server/src/reseal.test.ts',
  'server/src/modules/forms/uses/uses.test.ts',
  'server/src/gateway/without-database.test.ts',
  'server/src/platform/runs/runs.test.ts',
  'server/src/testing/cold-caches.test.ts',
  'server/src/testing/endpoints.test.ts',
  'server/src/modules/etl/endpoints/remote-files.test.ts',
  'server/src/modules/organization/delegated/acts.test.ts',
  'server/src/modules/etl/exchange/exchange.test.ts',
  'server/src/gateway/strange-upstreams.test.ts',
];

/** Files of the server first, the longest of them before the others, by their size; those of packages are short and fill the end. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placeOf = ({ moduleId, project }: TestSpecification): number => {
      const place = longest.indexOf(path.relative(this.ctx.config.root, moduleId).replaceAll(path.sep, '/'));
      return place >= 0 ? place : project.name === 'server' ? longest.length : longest.length + 1;
    };
    return sorted.sort((a, b) => placeOf(a) - placeOf(b));
  }
}
