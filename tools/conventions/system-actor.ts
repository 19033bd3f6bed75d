import { isTest, sources } from './sources.ts';

/** Who may act as the system: engines, and what is kept right behind changes. Who joins them says why here. */
const engines: Record<string, string> = {
  'server/src/modules/assets/open-lineage/told.ts': 'runs are told of when they are over',
  'server/src/modules/assets/access/grant.ts': 'access that was given until a day ends',
  'server/src/modules/assets/access/process.ts': 'what a process decided is given',
  'server/src/modules/assets/subscriber.ts': 'assets follow every release',
  'server/src/modules/assets/look-after-tasks.ts':
    'tables that a task wrote become known; they are looked at as its owner',
  'server/src/modules/assets/runs.ts': 'assets are read anew at night',
  'server/src/modules/assets/contracts/check-contract.ts': 'tells both sides; freshness is read as who promised it',
  'server/src/modules/assets/quality/check-asset.ts': 'keeps results; each rule reads as who made it',
  'server/src/modules/etl/flows/subscriber.ts': 'what a flow had begun ends with it',
  'server/src/modules/etl/tasks/ended-changes.ts': 'what a database keeps for a task that is gone is ended',
  'server/src/modules/rules/acting.ts': 'rules that administrators let act as the system',
  'server/src/modules/orchestration/actor.ts': 'steps of a flow that acts as the system',
  'server/src/modules/orchestration/callbacks.ts': 'a word from outside for a run that waits for it',
  'server/src/modules/orchestration/starts/dates.ts': 'flows by dates of records',
  'server/src/modules/orchestration/starts/hooks.ts': 'a call from outside that begins a rule or a flow',
  'server/src/modules/orchestration/ended.ts': 'what follows the end of a run',
  'server/src/modules/orchestration/starts/scheduled.ts': 'flows by the clock',
  'server/src/modules/orchestration/starts/triggers.ts': 'flows that events start',
  'server/src/modules/records/search/subscriber.ts': 'entries of the search follow every change',
  'server/src/modules/records/search/renew.ts': 'entries of an older release are made again',
  'server/src/modules/records/relations/zone-change.ts': 'computed days move with the zone of the enterprise',
  'server/src/modules/records/write/steps/keys-again.ts': 'unique values are read again after a release',
};

export function systemActorProblems(): string[] {
  const found = sources('server/src/**/*.ts')
    .filter(({ file, text }) => !isTest(file) && !file.endsWith('identity/acting.ts') && /\basSystem\(/.test(text))
    .map(({ file }) => file);
  return [
    ...found.filter((file) => !(file in engines)).map((file) => `${file} acts as the system and is no engine`),
    ...Object.keys(engines)
      .filter((file) => !found.includes(file))
      .map((file) => `${file} stands among the engines and does not act as the system`),
  ];
}
