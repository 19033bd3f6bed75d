import { wallText } from '@formwork/contract/forms/values/dates.ts';
import type { HistoryEvent } from '@formwork/contract/workflow/process.ts';
import { timeZone } from '@formwork/ui/format/time-zone.ts';

/** What of a history is shown; what is left out shows everything. */
export interface HistoryFilter {
  /** Days, both included, by the clock of the enterprise. */
  from?: string | undefined;
  to?: string | undefined;
  node?: string | undefined;
  terminal?: HistoryEvent['terminal'] | undefined;
  /** Part of a person's name: who did it, for whom, or whom it concerned. */
  name?: string | undefined;
  /** `new`: the present process of the record, `old`: those before it. */
  which?: 'new' | 'old' | undefined;
  /** Processes that go on, or that have ended. */
  stage?: 'ongoing' | 'finished' | undefined;
}

export function filterHistory(events: readonly HistoryEvent[], filter: HistoryFilter): HistoryEvent[] {
  const present = events.at(-1)?.instance.id;
  const name = filter.name?.trim().toLowerCase() ?? '';
  return events.filter((event) => {
    const day = dayOf(event.at);
    if (filter.from && day < filter.from) return false;
    if (filter.to && day > filter.to) return false;
    if (filter.node && event.node !== filter.node && event.target?.node !== filter.node) return false;
    // What happens by itself happens on no terminal.
    if (filter.terminal && (event.actor === null || event.terminal !== filter.terminal)) return false;
    if (filter.which && (event.instance.id === present) !== (filter.which === 'new')) return false;
    if (filter.stage && stageOf(event) !== filter.stage) return false;
    return (
      name === '' ||
      [event.actor, event.deputy, ...event.persons].some((person) => person?.name.toLowerCase().includes(name) === true)
    );
  });
}

export function stageOf({ instance: { state } }: Pick<HistoryEvent, 'instance'>): 'ongoing' | 'finished' {
  return state === 'processing' || state === 'interrupted' ? 'ongoing' : 'finished';
}

function dayOf(at: string): string {
  return wallText(at, timeZone()).slice(0, 10);
}
