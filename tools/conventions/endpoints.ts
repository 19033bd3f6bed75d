import { api } from '@formwork/contract/api.ts';
import type { Endpoint } from '@formwork/contract/endpoint.ts';
import { permissions } from '@formwork/contract/permissions.ts';
import { modules } from '../../server/src/modules.ts';
import type { Server } from '../../server/src/platform/http/http.ts';

/** Every endpoint of the contract is routed on the server, once, and asks for a permission that exists. */
export function endpointProblems(): string[] {
  const listed = Object.entries(api).flatMap(([area, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({ name: `${area}.${name}`, endpoint: endpoint as Endpoint })),
  );
  const routed = routedEndpoints();
  const known = new Set(['anyone', 'signed-in', ...Object.keys(permissions)]);
  const places = new Map<string, string>();
  const problems: string[] = [];
  for (const { name, endpoint } of listed) {
    const place = `${endpoint.method} ${endpoint.path.replace(/:\w+/g, ':')}`;
    const other = places.get(place);
    places.set(place, name);
    if (other !== undefined)
      problems.push(`${name} and ${other} have the same method and path: ${endpoint.method} ${endpoint.path}`);
    if (!routed.has(endpoint))
      problems.push(`${name} (${endpoint.method} ${endpoint.path}) is not routed by any module`);
    if (!known.has(endpoint.permission))
      problems.push(`${name} asks for the unknown permission ${endpoint.permission}`);
  }
  const inContract = new Set(listed.map(({ endpoint }) => endpoint));
  for (const endpoint of routed) {
    if (!inContract.has(endpoint))
      problems.push(`${endpoint.method} ${endpoint.path} is routed but not listed in contract/src/api.ts`);
  }
  const used = new Set(listed.map(({ endpoint }) => endpoint.permission));
  for (const permission of Object.keys(permissions)) {
    if (permission !== 'signed-in' && !used.has(permission as never))
      problems.push(`no endpoint asks for the permission ${permission}`);
  }
  return problems;
}

/** What the modules route, on a server which only listens to them. */
function routedEndpoints(): Set<Endpoint> {
  const endpoints = new Set<Endpoint>();
  const deaf: unknown = new Proxy(() => deaf, {
    get: (_, name) => (name === 'then' ? undefined : deaf),
    apply: () => deaf,
  });
  for (const module of modules)
    module.routes?.({
      fastify: deaf,
      endpoints,
      identify: deaf,
      identifyByTicket: deaf,
      actFor: deaf,
      zoneOf: deaf,
      guards: [],
      rights: new Map(),
    } as Server);
  return endpoints;
}
