import { createRequire } from 'node:module';
import path from 'node:path';
import { install, peersDir } from './peer.ts';

const version = '25.0.1';
export const bpmnEngineName = `bpmn-engine ${version} in memory`;

const source = `<?xml version="1.0" encoding="UTF-8"?>
<definitions id="d" xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="http://bpmn.io/schema/bpmn">
  <process id="p" isExecutable="true">
    <startEvent id="start" /><sequenceFlow id="f1" sourceRef="start" targetRef="a" />
    <userTask id="a" /><sequenceFlow id="f2" sourceRef="a" targetRef="end" /><endEvent id="end" />
  </process>
</definitions>`;

interface Execution {
  getPostponed(): { id: string; type: string; signal(): void }[];
  state: string;
}
interface Engine {
  execute(): Promise<Execution>;
  stop(): void;
  waitFor(event: string): Promise<unknown>;
}

/** The same process, start, one task, end, in memory: nothing stored, no rights, no lists, no requests. */
export async function bpmnEngineRate(seconds: number): Promise<number> {
  const folder = path.join(peersDir, 'bpmn-engine');
  install(folder, [`bpmn-engine@${version}`]);
  const { Engine } = createRequire(path.join(folder, 'package.json'))('bpmn-engine') as {
    Engine: new (options: object) => Engine;
  };
  const began = performance.now();
  let done = 0;
  while (performance.now() < began + seconds * 1_000) {
    const engine = new Engine({ name: 'bench', source });
    const ended = engine.waitFor('end');
    const execution = await engine.execute();
    const task = execution.getPostponed().find(({ id }) => id === 'a');
    if (!task) throw new Error('the task of bpmn-engine did not open');
    task.signal();
    await ended;
    done++;
  }
  return done / ((performance.now() - began) / 1_000);
}
