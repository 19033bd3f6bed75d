import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { JSException, QuickJS, type JSValueHandle } from 'quickjs-wasi';
import type { ScriptFailure, ScriptLimits } from './scripts.ts';
import { prelude } from './prelude.ts';

export interface Question {
  readonly code: string;
  /** JSON. */
  readonly input: string;
  readonly each: boolean;
  readonly now: number;
  readonly key: string;
  readonly limits: ScriptLimits;
}

export type Answer =
  | { readonly ok: true; readonly value: string; readonly log: string[] }
  | {
      readonly ok: false;
      readonly code: ScriptFailure;
      readonly message: string;
      readonly line?: number;
      readonly log: string[];
    };

/** As far as it is used: the types of Node leave it to those of browsers. */
interface Assembler {
  compile(bytes: Uint8Array): Promise<object>;
}
const { WebAssembly } = globalThis as unknown as { WebAssembly: Assembler };

const wasm = await WebAssembly.compile(readFileSync(new URL(import.meta.resolve('quickjs-wasi/quickjs.wasm'))));
const mostMachines = 8;
const mostLines = 200;
const longestLine = 1_000;

/** A machine of QuickJS for the scripts of one release: its globals are frozen, so that no run leaves anything behind. */
interface Machine {
  readonly vm: QuickJS;
  readonly run: JSValueHandle;
  deadline: number;
  now: number;
  log: string[];
}

const machines = new Map<string, Machine>();

async function machineFor({ key, limits }: Question): Promise<Machine> {
  const name = `${limits.memory}|${key}`;
  let machine = machines.get(name);
  machines.delete(name);
  machine ??= await newMachine(limits);
  machines.set(name, machine);
  // the one that has not been used for longest
  for (const [oldest, { vm }] of machines) {
    if (machines.size <= mostMachines) break;
    machines.delete(oldest);
    vm.dispose();
  }
  return machine;
}

async function newMachine(limits: ScriptLimits): Promise<Machine> {
  const state: Pick<Machine, 'deadline' | 'now' | 'log'> = { deadline: Infinity, now: 0, log: [] };
  const vm = await QuickJS.create({
    wasm,
    memoryLimit: limits.memory,
    timezoneOffset: 0,
    interruptHandler: () => performance.now() > state.deadline,
    wasi: (memory: { readonly buffer: ArrayBuffer }) => ({
      clock_time_get(_clock: number, _precision: bigint, result: number) {
        new DataView(memory.buffer).setBigUint64(result, BigInt(Math.round(state.now)) * 1_000_000n, true);
        return 0;
      },
    }),
  });
  const log = vm.newFunction('log', (text) => {
    if (state.log.length < mostLines && text) state.log.push(text.toString().slice(0, longestLine));
    return vm.undefined;
  });
  const make = vm.evalCode(prelude, 'prelude');
  const run = vm.callFunction(make, vm.undefined, log);
  make.dispose();
  log.dispose();
  return Object.assign(state, { vm, run });
}

function carryOut(machine: Machine, { code, input, each, now, limits }: Question): Answer {
  const { vm } = machine;
  machine.now = now;
  machine.log = [];
  machine.deadline = performance.now() + limits.ms;
  const handles: JSValueHandle[] = [];
  try {
    for (const text of [code, input]) handles.push(vm.newString(text));
    for (const number of [limits.output, Number(each)]) handles.push(vm.newNumber(number));
    const result = vm.callFunction(machine.run, vm.undefined, ...handles);
    handles.push(result);
    return answerOf(result.toString(), machine.log);
  } catch (error) {
    const late = performance.now() > machine.deadline;
    if (error instanceof JSException) error.dispose();
    const message = error instanceof Error ? error.message : '';
    return { ok: false, code: late ? 'scripts.script.too_slow' : failureOf(message), message, log: machine.log };
  } finally {
    machine.deadline = Infinity;
    for (const handle of handles) handle.dispose();
  }
}

/** The first letter says how it went: `v` a value, `s` unreadable, `t` thrown, `o` too much. */
function answerOf(text: string, log: string[]): Answer {
  const rest = text.slice(1);
  if (text[0] === 'v') return { ok: true, value: rest, log };
  if (text[0] === 'o') return { ok: false, code: 'scripts.script.too_much_output', message: '', log };
  const [line = '', ...message] = rest.split('\n');
  const told = message.join('\n').slice(0, longestLine);
  return {
    ok: false,
    code: text[0] === 's' ? 'scripts.script.unreadable' : failureOf(told),
    message: told,
    ...(Number(line) > 0 && { line: Number(line) }),
    log,
  };
}

const failureOf = (message: string): ScriptFailure =>
  /out of memory|memory access|allocation|invalid array length|invalid string length|string too long|stack overflow|Maximum call stack/i.test(
    message,
  )
    ? 'scripts.script.too_much_memory'
    : 'scripts.script.threw';

/** A machine that was stopped in the midst of something is not used again. */
const isSpent = (answer: Answer): boolean =>
  !answer.ok && (answer.code === 'scripts.script.too_slow' || answer.code === 'scripts.script.too_much_memory');

parentPort?.on('message', (question: Question) => {
  void (async () => {
    const machine = await machineFor(question);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    parentPort!.postMessage('begun');
    const answer = carryOut(machine, question);
    if (isSpent(answer)) {
      for (const [name, one] of machines) if (one === machine) machines.delete(name);
      try {
        machine.vm.dispose();
      } catch {
        // it may be beyond that; the collector takes it
      }
    }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    parentPort!.postMessage(answer);
  })();
});
