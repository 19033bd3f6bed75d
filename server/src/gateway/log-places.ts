import type { Passage } from './call.ts';
import type { LogCommon, LogPlace } from './log-row.ts';
import type { OperationState, SpaceState } from './state.ts';

/** What rows of the log have in common, kept by operation and application. */
export interface LogPlaces {
  of(passage: Passage, state: SpaceState): LogPlace;
  /** A snapshot was swapped for the next: its operations are asked no more. */
  forget(): void;
}

const mostKept = 20_000;

export function openLogPlaces(): LogPlaces {
  let places = new Map<OperationState, Map<string, LogPlace>>();
  let kept = 0;
  const forget = (): void => {
    places = new Map();
    kept = 0;
  };
  return {
    of({ api, operation, application }, state) {
      const whose = application?.id ?? '';
      const known = operation && places.get(operation)?.get(whose);
      if (known) return known;
      const place = newLogPlace({
        spaceId: state.spaceId,
        environment: state.environment,
        api: api?.api.id ?? null,
        apiName: api?.api.name ?? '',
        operation: operation?.shownName ?? '',
        application: application?.id ?? null,
        consumerName: application?.shownName ?? '',
      });
      if (!operation) return place;
      if (kept >= mostKept) forget();
      kept += 1;
      const own = places.get(operation);
      if (own) own.set(whose, place);
      else places.set(operation, new Map([[whose, place]]));
      return place;
    },
    forget,
  };
}

function newLogPlace(common: LogCommon): LogPlace {
  return { ...common, lead: JSON.stringify(common).slice(0, -1), sum: undefined, round: 0 };
}
