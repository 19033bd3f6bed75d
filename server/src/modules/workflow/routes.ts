import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { pushApi } from '@formwork/contract/workflow/push.ts';
import { route, routeDirect, type Server } from '../../platform/http.ts';
import { addSigners, cc, comment, interrupt, invalidate, recover, retrieve, returnTask, saveTaskDraft, submit, transfer, urge } from './actions.ts';
import { checkDefinition, designing, getDefinition, saveDefinition } from './definitions.ts';
import { getHistory } from './history.ts';
import { counts, listCopies, listHandled, listStarted, listTodo, readCopy } from './lists.ts';
import { preview } from './preview.ts';
import { getPush, savePush } from './push-settings.ts';
import { getRelease, listReleases, release } from './releases.ts';
import { start, startRights } from './start.ts';
import { getProcess } from './view.ts';

export function workflowRoutes(server: Server): void {
  routeDirect(server, workflowApi.definition, designing(getDefinition));
  routeDirect(server, workflowApi.saveDefinition, designing(saveDefinition));
  routeDirect(server, workflowApi.problems, designing(checkDefinition));
  routeDirect(server, workflowApi.release, release);
  routeDirect(server, workflowApi.releases, designing(listReleases));
  route(server, workflowApi.releaseGraph, getRelease);

  routeDirect(server, workflowApi.startRights, startRights);
  routeDirect(server, workflowApi.start, start);
  routeDirect(server, workflowApi.process, getProcess);
  routeDirect(server, workflowApi.history, getHistory);
  routeDirect(server, workflowApi.preview, preview);

  routeDirect(server, workflowApi.submit, submit);
  routeDirect(server, workflowApi.saveTaskDraft, saveTaskDraft);
  routeDirect(server, workflowApi.returnTask, returnTask);
  routeDirect(server, workflowApi.transfer, transfer);
  routeDirect(server, workflowApi.addSigners, addSigners);

  routeDirect(server, workflowApi.retrieve, retrieve);
  routeDirect(server, workflowApi.cc, cc);
  routeDirect(server, workflowApi.comment, comment);
  routeDirect(server, workflowApi.urge, urge);
  routeDirect(server, workflowApi.interrupt, interrupt);
  routeDirect(server, workflowApi.recover, recover);
  routeDirect(server, workflowApi.invalidate, invalidate);

  routeDirect(server, pushApi.get, getPush);
  routeDirect(server, pushApi.save, savePush);

  routeDirect(server, workflowApi.todo, listTodo);
  routeDirect(server, workflowApi.handled, listHandled);
  routeDirect(server, workflowApi.started, listStarted);
  routeDirect(server, workflowApi.copies, listCopies);
  routeDirect(server, workflowApi.readCopy, readCopy);
  routeDirect(server, workflowApi.counts, counts);
}
