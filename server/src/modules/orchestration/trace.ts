import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import type { FlowStep } from '@formwork/logic/flow/state.ts';
import type { NewStep } from '../../platform/runs/run-kinds.ts';
import type { FlowMemory, OpenAsk } from './memory.ts';

/** What is longer is kept in part, with its size and a hash. */
const mostKept = 4 * 1024;

/** What happened as rows of the trace: a row a node that came to an end, with what went in and what came out. */
export function rowsOf(
  trace: readonly FlowStep[],
  open: Readonly<Record<string, OpenAsk>>,
  now: number,
  logs: ReadonlyMap<string, readonly string[]>,
): NewStep[] {
  const rows: NewStep[] = [];
  for (const { node, what, key, detail } of trace) {
    const ask = key === undefined ? undefined : open[key];
    const common = { node, ...(key !== undefined && roundIn(key)) };
    if (what === 'entered') {
      // what asks somebody is noted when its answer is there
      if (detail !== undefined) rows.push({ ...common, out: short(detail) });
      else rows.push({ ...common, out: { what: 'entered' } });
      continue;
    }
    if (what === 'chose' || what === 'joined' || what === 'caught' || what === 'given_up' || what === 'undone') {
      rows.push({ ...common, out: { what, ...(detail !== undefined && { detail }) } });
      continue;
    }
    if (what === 'retry') {
      rows.push({ ...common, out: { what, seconds: detail } });
      continue;
    }
    if (what === 'ignored') {
      rows.push({ ...common, out: { what, late: true } });
      continue;
    }
    const said = {
      ...(ask && { in: short(ask.input), ms: now - ask.at, attempt: ask.attempt, at: new Date(ask.at).toISOString() }),
    };
    for (const line of logs.get(key ?? '') ?? []) rows.push({ out: line.slice(0, 1_000) });
    if (what === 'done') rows.push({ ...common, ...said, out: short(detail) });
    else rows.push({ ...common, ...said, error: failureIn(detail) });
  }
  return rows;
}

/** `node:round`; passes are counted from 0. */
function roundIn(key: string): { round?: number } {
  const round = Number(key.split(':')[1]);
  return Number.isInteger(round) && round > 1 ? { round: round - 1 } : {};
}

function failureIn(detail: unknown): { code: string; data?: Record<string, unknown> } {
  const { code = 'flows.internal', message } = (detail ?? {}) as { code?: string; message?: string };
  return { code, ...(message !== undefined && message !== '' && { data: { message } }) };
}

/** A value as it is kept. */
export function short(value: unknown): unknown {
  const text = JSON.stringify(value) ?? '';
  if (text.length <= mostKept) return value;
  return { cut: text.slice(0, mostKept), bytes: Buffer.byteLength(text), sha256: hash('sha256', text, 'hex') };
}

/** What each node took, for who looks for the dear ones. */
export function count(memory: FlowMemory, rows: readonly NewStep[]): void {
  for (const { node, ms = 0, error, out } of rows) {
    if (node === undefined || (out as { what?: string } | undefined)?.what === 'retry') continue;
    const cost = (memory.nodes[node] ??= { ms: 0, passes: 0, failed: 0 });
    cost.ms += ms;
    cost.passes += 1;
    if (error) cost.failed += 1;
  }
  memory.steps += rows.length;
}
