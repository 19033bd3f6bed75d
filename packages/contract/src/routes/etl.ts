import type { Route } from '../routes.ts';

/** Pages of ETL, in the application `big-data`. */
export const etlRoutes = [
  {
    id: 'etlTasks', pattern: '/{spaceUri?}/etl', title: { zh: '任务管理', en: 'ETL tasks' }, owner: ['admin'],
    layout: 'index', app: 'big-data', page: 'pages/tasks/TasksPage',
    belong: 'console',
  },
  {
    id: 'etlTaskDesign', pattern: '/{spaceUri?}/etl/taskDesign', title: { zh: '任务设计', en: 'Task design' }, owner: ['admin'],
    layout: 'index', app: 'big-data', page: 'pages/tasks/TaskDesignPage', belong: 'console',
  },
  {
    id: 'etlFlows', pattern: '/{spaceUri?}/etl/taskflow', title: { zh: '任务流', en: 'Task flows' }, owner: ['admin'],
    layout: 'index', app: 'big-data', page: 'pages/flows/FlowsPage',
    belong: 'console',
  },
  {
    id: 'etlTaskJobs', pattern: '/{spaceUri?}/etl/taskJob', title: { zh: '作业监控', en: 'Task jobs' }, owner: ['admin'],
    layout: 'index', app: 'big-data', page: 'pages/jobs/TaskJobsPage',
    belong: 'console',
  },
  {
    id: 'etlFlowJobs', pattern: '/{spaceUri?}/etl/taskflow/job', title: { zh: '任务流作业', en: 'Task flow jobs' }, owner: ['admin'],
    layout: 'index', app: 'big-data', page: 'pages/jobs/FlowJobsPage',
    belong: 'console',
  },
  {
    id: 'dataExchange', pattern: '/{spaceUri?}/etl/dataExchange', title: { zh: '数据交换', en: 'Data exchange' }, owner: ['admin'],
    layout: 'index', app: 'big-data', page: 'pages/exchange/ExchangePage', belong: 'console',
  },
] as const satisfies readonly Route[];
