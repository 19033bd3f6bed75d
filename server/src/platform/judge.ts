export interface AlertBounds {
  side: 'above' | 'below';
  raiseAt: number;
  clearAt: number;
  /** Seconds. */
  hold: number;
}

/** Where a figure stands that is not simply within its bound. */
export interface AlertStanding {
  state: 'pending' | 'raised' | 'clearing';
  since: Date;
}

export interface Judgement {
  /** Undefined: within its bound. */
  standing: AlertStanding | undefined;
  told?: 'raised' | 'cleared';
}

/**
 * Beyond the bound for as long as is asked it is raised, and over only when it was behind the other bound for as long: a figure that
 * trembles at either is told of once. What is not known changes nothing.
 */
export function judge(
  standing: AlertStanding | undefined,
  value: number | null,
  now: Date,
  { side, raiseAt, clearAt, hold }: AlertBounds,
): Judgement {
  if (value === null || !Number.isFinite(value)) return { standing };
  const beyond = side === 'above' ? value >= raiseAt : value <= raiseAt;
  const behind = side === 'above' ? value < clearAt : value > clearAt;
  const lasted = (since: Date) => now.getTime() - since.getTime() >= hold * 1_000;
  switch (standing?.state) {
    case undefined:
      if (!beyond) return { standing: undefined };
      return hold === 0
        ? { standing: { state: 'raised', since: now }, told: 'raised' }
        : { standing: { state: 'pending', since: now } };
    case 'pending':
      if (!beyond) return { standing: undefined };
      return lasted(standing.since) ? { standing: { state: 'raised', since: now }, told: 'raised' } : { standing };
    case 'raised':
      if (!behind) return { standing };
      return hold === 0 ? { standing: undefined, told: 'cleared' } : { standing: { state: 'clearing', since: now } };
    case 'clearing':
      if (!behind) return { standing: { state: 'raised', since: standing.since } };
      return lasted(standing.since) ? { standing: undefined, told: 'cleared' } : { standing };
  }
}
