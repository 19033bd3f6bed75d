import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { overviewApi } from '@formwork/contract/workflow/overview.ts';
import { pushApi } from '@formwork/contract/workflow/push.ts';
import { verificationApi } from '@formwork/contract/workflow/verification.ts';
import { workbenchApi } from '@formwork/contract/workflow/workbench.ts';
import { route, routeDirect, type Server } from '../../platform/http/http.ts';
import {
  addSigners,
  answerEntrusted,
  cancelEntrusted,
  cc,
  comment,
  entrust,
  interrupt,
  invalidate,
  recover,
  removeSigners,
  retrieve,
  retry,
  returnTask,
  saveTaskDraft,
  submit,
  transfer,
  urge,
} from './commands/actions.ts';
import { approveMany, transferMany, urgeMany } from './commands/batch.ts';
import { checkDefinition, designing, getDefinition, saveDefinition } from './design/definitions.ts';
import { listDrafts } from './design/drafts.ts';
import { getHistory } from './lists/history.ts';
import { counts, listCopies, listHandled, listStarted, listTodo, readCopy } from './lists/lists.ts';
import { migrate, runningReleases } from './design/migrations.ts';
import { exportModel, importModel } from './design/models.ts';
import { getOverview, listWatchedForms } from './lists/overview.ts';
import { overviewSheet } from './lists/overview-sheet.ts';
import { preview } from './design/preview.ts';
import { getPush, savePush } from './notify/push-settings.ts';
import { getRelease, listReleases, release } from './design/releases.ts';
import { simulateProcess } from './design/simulation.ts';
import { start, startRights } from './commands/start.ts';
import { sendVerificationCode } from './commands/verification.ts';
import { getProcess } from './lists/view.ts';

export function workflowRoutes(server: Server): void {
  routeDirect(server, workflowApi.definition, designing(getDefinition));
  routeDirect(server, workflowApi.saveDefinition, designing(saveDefinition));
  routeDirect(server, workflowApi.problems, checkDefinition);
  routeDirect(server, workflowApi.release, release);
  routeDirect(server, workflowApi.releases, designing(listReleases));
  route(server, workflowApi.releaseGraph, getRelease);
  routeDirect(server, workflowApi.importModel, designing(importModel));
  routeDirect(server, workflowApi.exportModel, designing(exportModel));
  routeDirect(server, workflowApi.simulate, simulateProcess);
  routeDirect(server, workflowApi.runningReleases, runningReleases);
  routeDirect(server, workflowApi.migrate, migrate);

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

  routeDirect(server, workflowApi.removeSigners, removeSigners);
  routeDirect(server, workflowApi.entrust, entrust);
  routeDirect(server, workflowApi.cancelEntrusted, cancelEntrusted);
  routeDirect(server, workflowApi.answerEntrusted, answerEntrusted);
  routeDirect(server, workflowApi.retry, retry);

  routeDirect(server, workflowApi.retrieve, retrieve);
  routeDirect(server, workflowApi.cc, cc);
  routeDirect(server, workflowApi.comment, comment);
  routeDirect(server, workflowApi.urge, urge);
  routeDirect(server, workflowApi.interrupt, interrupt);
  routeDirect(server, workflowApi.recover, recover);
  routeDirect(server, workflowApi.invalidate, invalidate);

  routeDirect(server, verificationApi.sendCode, sendVerificationCode);

  routeDirect(server, workbenchApi.drafts, listDrafts);
  routeDirect(server, workbenchApi.approve, approveMany);
  routeDirect(server, workbenchApi.transfer, transferMany);
  routeDirect(server, workbenchApi.urge, urgeMany);

  routeDirect(server, overviewApi.forms, listWatchedForms);
  routeDirect(server, overviewApi.figures, getOverview);
  routeDirect(server, overviewApi.sheet, overviewSheet);

  routeDirect(server, pushApi.get, getPush);
  routeDirect(server, pushApi.save, savePush);

  routeDirect(server, workflowApi.todo, listTodo);
  routeDirect(server, workflowApi.handled, listHandled);
  routeDirect(server, workflowApi.started, listStarted);
  routeDirect(server, workflowApi.copies, listCopies);
  routeDirect(server, workflowApi.readCopy, readCopy);
  routeDirect(server, workflowApi.counts, counts);
}
