import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectionsApi } from '@formwork/contract/connections/api.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { orchestrationApi, type FlowAnswer } from '@formwork/contract/orchestration/api.ts';
import { flowKind } from '@formwork/contract/orchestration/flow-kind.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import type { Flow } from '@formwork/contract/rules/flow.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { isOver, type RunStep, type RunView } from '@formwork/contract/runs/run.ts';
import { flowOf } from '@formwork/logic/testing/flows.ts';
import { expect } from 'vitest';
import type { Client } from '../../../testing/server.ts';

type Nodes = Parameters<typeof flowOf>[0];

/** Flows, runs and an outside world for tests, over HTTP. */
export function flowScene(admin: Client) {
  let made = 0;
  const scene = {
    /** Drawn and released. */
    async flow(nodes: Nodes, edges: string, change: Partial<Flow> = {}): Promise<string> {
      const id = await scene.draft(nodes, edges, change);
      await scene.release(id, 1);
      return id;
    },
    async draft(nodes: Nodes, edges: string, change: Partial<Flow> = {}): Promise<string> {
      const body = flowOf(nodes, edges, change);
      const { id } = await admin.ok(definitionsApi.create, {
        params: { kind: flowKind.kind },
        body: { commandId: randomUUID(), name: { zh: `编排 ${++made}` }, draft: body },
      });
      return id;
    },
    async release(id: string, version: number): Promise<void> {
      const params = { kind: flowKind.kind, id };
      await admin.ok(definitionsApi.release, { params, body: { version, note: '', accept: true } });
    },
    /** Drawn anew, and released. */
    async redraw(id: string, nodes: Nodes, edges: string, change: Partial<Flow> = {}): Promise<void> {
      const params = { kind: flowKind.kind, id };
      const { version } = await admin.ok(definitionsApi.get, { params });
      const saved = await admin.ok(definitionsApi.saveDraft, {
        params,
        body: { expectedVersion: version, draft: flowOf(nodes, edges, change) },
      });
      await scene.release(id, saved.version);
    },
    start: (flowId: string, input: Record<string, unknown> = {}): Promise<FlowAnswer> =>
      admin.ok(orchestrationApi.start, { body: { flowId, input } }),
    run: (runId: string): Promise<RunView> => admin.ok(runsApi.get, { params: { runId } }),
    stand: (runId: string) => admin.ok(orchestrationApi.stand, { params: { flowRunId: runId } }),
    async steps(runId: string): Promise<RunStep[]> {
      return (await admin.ok(runsApi.steps, { params: { runId }, query: {} })).steps;
    },
    async over(runId: string, timeout = 60_000): Promise<RunView> {
      await expect.poll(async () => isOver((await scene.run(runId)).state), { timeout, interval: 40 }).toBe(true);
      return scene.run(runId);
    },
    /** Started and waited for. */
    async played(flowId: string, input: Record<string, unknown> = {}): Promise<RunView> {
      return scene.over((await scene.start(flowId, input)).run);
    },
    async until(runId: string, state: RunView['state']): Promise<void> {
      await expect.poll(async () => (await scene.run(runId)).state, { timeout: 20_000, interval: 40 }).toBe(state);
    },
    async form(): Promise<string> {
      const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '设备' } } });
      const definition = {
        format: 1 as const,
        title: { zh: '设备' },
        layout: [],
        titleField: 'name',
        fields: [newField('text', { zh: '名称' }, 'name'), newField('number', { zh: '数量' }, 'amount')],
        tables: [],
      };
      const { id } = await admin.ok(formsApi.createForm, {
        params: { appId },
        body: { title: { zh: '设备' }, definition },
      });
      await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
      return id;
    },
    async records(formId: string): Promise<Record<string, unknown>[]> {
      const { rows } = await admin.ok(recordsApi.list, { params: { formId }, query: { limit: 100 } });
      return rows.map(({ values }) => values);
    },
    async connection(url: string, settings: object = {}): Promise<string> {
      const { id } = await admin.ok(connectionsApi.create, {
        body: { kind: 'http', name: `http ${++made}`, folder: null, settings: { url, ...settings }, secrets: {} },
      });
      return id;
    },
  };
  return scene;
}

export interface Asked {
  method: string;
  url: string;
  key: string;
  body: string;
}

/** Somebody outside, who notes what is asked of them. */
export async function outsideWorld(answer: (asked: Asked, response: ServerResponse) => void) {
  const asked: Asked[] = [];
  const server: Server = createServer((request: IncomingMessage, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const one = {
        method: request.method ?? '',
        url: request.url ?? '',
        key: String(request.headers['idempotency-key'] ?? ''),
        body: Buffer.concat(parts).toString(),
      };
      asked.push(one);
      answer(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export function json(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}
