import { z } from 'zod';
import { toldWays } from '../analytics/told-api.ts';

/** How people are told of runs: by the ways that figures are told by. */
export const ToldWays = z.array(z.enum(toldWays)).min(1).max(toldWays.length).default(['message']);
